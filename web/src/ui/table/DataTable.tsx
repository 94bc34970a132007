/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/control-has-associated-label --
   rows of a virtual grid stand at positions, which table elements cannot; the focus is on rows, their keys are handled by the grid */
import { useDidUpdate } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useNavigate } from '@tanstack/react-router';
import { startTransition, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns.tsx';
import { HeaderRow } from './HeaderRow.tsx';
import { Row } from './Row.tsx';
import type { RowAction } from './RowActions.tsx';
import { placeOf } from '../link.tsx';
import { SortChoice } from './SortChoice.tsx';
import { EmptyState, LoadFailed, NoMatch, type Empty } from './TableStates.tsx';
import classes from './table.module.css';
import { leastOf, templateOf } from './tracks.ts';
import { useFlashes } from './use-flashes.ts';
import { useFold } from './use-fold.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { RowSource } from './use-rows.ts';

const SKELETONS = 12;
const ROWS_BEYOND = 8;
const LINE = 43;
/** A row with folded columns, by how many lines they are likely to take. */
const FOLDED = { one: 70, more: 96 };
const ONE_LINE_HOLDS = 5;
const ACTIONS = '3.5rem';

export interface DataTableProps<R> {
  /** The table's name for screen readers. */
  label: string;
  rows: RowSource<R>;
  columns: readonly Column<R>[];
  /** What a row is called, in the name of its menu. */
  rowName: (row: R) => string;
  rowId?: (row: R) => React.Key;
  /** What changes when the row does, where rows carry no `version`: it then flashes. */
  rowVersion?: (row: R) => string;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** Where a row leads: the first column is the link, a click on the row and Enter follow it. */
  href?: (row: R) => string;
  /** Instead of a link: what a click and Enter do. */
  onOpen?: (row: R) => void;
  actions?: (row: R) => readonly RowAction[];
  /** Something before the first column: a checkbox, a chevron. */
  lead?: { header: ReactNode; cell: (row: R) => ReactNode; width: string };
  /** Shown under a row; undefined for closed ones. */
  expanded?: (row: R) => ReactNode;
  tone?: (row: R) => 'success' | 'warning' | 'danger' | undefined;
  /** The row whose details are shown beside the table. */
  isSelected?: (row: R) => boolean;
  empty: Empty;
  /** Filters are set: an empty table then means that nothing matches. */
  isFiltered?: boolean;
  onClearFilters?: () => void;
  failedTitle?: string;
}

/** A grid of any length: some forty rows exist at a time, the rest is height. */
export function DataTable<R>(props: DataTableProps<R>) {
  const {
    label,
    rows,
    columns,
    rowName,
    rowId = (row: R) => (row as { id: React.Key }).id,
    sort,
    onSort,
    href,
    onOpen,
    actions,
    lead,
    expanded,
    tone,
    isSelected,
  } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scroll = useRef<HTMLDivElement>(null);
  const beside = leastOf(lead?.width ?? '0') + leastOf(actions ? ACTIONS : '0');
  const { ref: frame, fold } = useFold(columns, beside);
  const flashOf = useFlashes();
  const [visible, folded] = useMemo(
    () =>
      [
        columns.filter((_, index) => fold.shown.includes(index)),
        columns.filter((_, index) => !fold.shown.includes(index)),
      ] as const,
    [columns, fold],
  );
  const likelyHeight =
    folded.length === 0 ? LINE : folded.length > ONE_LINE_HOLDS || fold.isSqueezed ? FOLDED.more : FOLDED.one;
  const template = templateOf(
    visible.map(({ width }) => width),
    { lead: lead?.width, actions: actions && ACTIONS, squeezed: fold.isSqueezed },
  );
  const isLoading = rows.total === undefined;
  const count = isLoading ? SKELETONS : rows.total!;
  // What is seen comes first; the rows beyond it, so that scrolling meets no empty ones, when it stands.
  const [overscan, setOverscan] = useState(0);
  useEffect(() => {
    if (!isLoading) startTransition(() => setOverscan(ROWS_BEYOND));
  }, [isLoading]);
  // oxlint-disable-next-line react/incompatible-library -- its functions change on every render, and nothing is memoised on them
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    estimateSize: () => likelyHeight,
    overscan,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;

  const { show, key } = rows;
  useEffect(() => {
    if (!isLoading) show(first, last);
  }, [first, last, isLoading, key]); // oxlint-disable-line react-hooks/exhaustive-deps -- `show` is new on every render
  useDidUpdate(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [key]);
  useDidUpdate(() => {
    const top = virtual.range?.startIndex ?? 0;
    virtual.measure();
    // What stands there has its height already, and would not be asked again.
    for (const row of scroll.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) virtual.measureElement(row);
    // Every row has another height now: what was read stays on top, as when a tablet is turned.
    if (scroll.current?.scrollTop) virtual.scrollToIndex(top, { align: 'start' });
  }, [fold]);

  const open = (index: number) => {
    const row = rows.at(index);
    if (row === undefined) return;
    if (onOpen) onOpen(row);
    else if (href) void navigate(placeOf(href(row)));
  };
  const keys = useRowKeys(scroll, { count, scrollTo: (index) => virtual.scrollToIndex(index), open });
  const onClick = (event: MouseEvent<HTMLElement>, index: number) => {
    const target = event.target as HTMLElement;
    if (target.closest('a, button, input, label') || window.getSelection()?.toString()) return;
    // A finger on a cut text asks for the whole of it, not for the row that it stands in.
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
    if (isTouch && target.closest('[data-cut]')) return;
    open(index);
  };
  const opens = Boolean(onOpen ?? href);
  // The row that had the focus may have been scrolled away: Tab then reaches the first one on screen.
  const isHere = items.some(({ index }) => index === keys.active);
  const stop = isHere ? keys.active : (virtual.range?.startIndex ?? first);

  return (
    <div className={classes.frame} ref={frame}>
      {rows.isFetching && <output className={classes.bar} aria-label={t('list.updating')} />}
      {onSort && folded.some(({ sortable }) => sortable !== false) && (
        <SortChoice columns={columns} sort={sort} onSort={onSort} />
      )}
      {rows.error ? (
        <LoadFailed error={rows.error} onRetry={rows.retry} title={props.failedTitle} />
      ) : (
        <div
          ref={scroll}
          role="grid"
          tabIndex={-1}
          aria-label={label}
          aria-busy={isLoading}
          aria-rowcount={isLoading ? -1 : count + 1}
          className={classes.scroll}
          {...(fold.isSqueezed && { 'data-squeezed': true })}
          onKeyDown={keys.onKeyDown}
        >
          <HeaderRow
            columns={visible}
            template={template}
            sort={sort}
            onSort={onSort}
            actions={actions && t('list.actions')}
            lead={lead?.header}
          />
          <div
            role="rowgroup"
            className={`${classes.body} ${rows.isPrevious ? classes.previous : ''}`}
            style={{ height: virtual.getTotalSize() }}
          >
            {items.map(({ index, start }) => {
              const row = isLoading ? undefined : rows.at(index);
              const place = { transform: `translateY(${start}px)` };
              if (row === undefined) {
                return (
                  <div
                    key={index}
                    data-index={index}
                    tabIndex={stop === index ? 0 : -1}
                    role="row"
                    aria-rowindex={index + 2}
                    className={classes.row}
                    style={{ ...place, height: likelyHeight }}
                  >
                    <div className={classes.line} style={{ gridTemplateColumns: template }} role="presentation">
                      {visible.map((column) => (
                        <div key={column.key} role="gridcell" className={classes.cell}>
                          <div className={classes.skeleton} />
                        </div>
                      ))}
                    </div>
                  </div>
                );
              }
              const id = rowId(row);
              const active = stop === index;
              return (
                <div
                  key={index}
                  data-index={index}
                  ref={virtual.measureElement}
                  role="row"
                  aria-rowindex={index + 2}
                  tabIndex={active ? 0 : -1}
                  className={classes.row}
                  style={place}
                  data-tone={tone?.(row)}
                  {...(isSelected && { 'aria-selected': isSelected(row) })}
                  {...(opens && { 'data-open': true })}
                  onFocus={() => keys.onFocus(index)}
                  onClick={(event) => onClick(event, index)}
                >
                  <Row
                    row={row}
                    columns={visible}
                    folded={folded}
                    template={template}
                    active={active}
                    flash={flashOf(id, props.rowVersion ? { version: props.rowVersion(row) } : row)}
                    rowName={rowName}
                    href={href}
                    lead={lead?.cell}
                    actions={actions}
                    expanded={expanded}
                  />
                </div>
              );
            })}
          </div>
        </div>
      )}
      {!isLoading &&
        !rows.error &&
        count === 0 &&
        (props.isFiltered ? <NoMatch onClear={props.onClearFilters} /> : <EmptyState {...props.empty} />)}
    </div>
  );
}
