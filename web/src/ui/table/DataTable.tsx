/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- virtual rows are positioned, which table elements do not support; the grid handles the keys of its rows */
import { useDidUpdate } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import {
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { CheckAll } from './CheckAll.tsx';
import type { Column } from './columns.tsx';
import { HeaderRow } from './HeaderRow.tsx';
import { Row } from './Row.tsx';
import type { RowAction } from './RowMenu.tsx';
import { useCompact } from '../density.ts';
import { placeOf } from '../link.tsx';
import { SortChoice } from './SortChoice.tsx';
import { EmptyState, LoadFailed, NoMatch, type Empty } from './TableStates.tsx';
import classes from './table.module.css';
import { leastOf, leastWidthOf, pinsOf, placeInRow, PX_PER_REM, templateOf, type Tracks } from './tracks.ts';
import { useFlashes } from './use-flashes.ts';
import { useFold } from './use-fold.ts';
import { useLayout, type Layout } from './use-layout.ts';
import { useRowKeys } from './use-row-keys.ts';
import type { RowSource } from './use-rows.ts';
import type { Selection } from './use-selection.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { useNarrow } from '../use-narrow.ts';

const SKELETONS = 12;
const ROWS_BEYOND = 8;
/** Estimated height of the line of folded columns below a row, in pixels, by its number of lines. */
const FOLDED = { none: 0, one: 28, more: 54 };
const ONE_LINE_HOLDS = 5;
const ACTIONS = '3.5rem';
const SELECT = '2.25rem';

export interface DataTableProps<R> {
  /** Accessible name of the table. */
  label: string;
  rows: RowSource<R>;
  columns: readonly Column<R>[];
  /** The user's choice of the columns, from `useLayout`. Without it, all columns are shown as declared. */
  layout?: Layout<R> | undefined;
  /** Selection by checkbox and keyboard, from `useRowSelection`. */
  selection?: Selection<R> | undefined;
  /** Names a row, for the accessible name of its menu. */
  rowName: (row: R) => string;
  rowId?: (row: R) => React.Key;
  /** Identifies a row's version if rows have no `version` field; the row flashes when it changes. */
  rowVersion?: (row: R) => string;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  /** The URL of a row: the first column links to it; a click on the row and Enter follow it. */
  href?: (row: R) => string;
  /** Called on a click and on Enter instead of following `href`, which then opens new tabs only. */
  onOpen?: (row: R) => void;
  actions?: (row: R) => readonly RowAction[];
  /** An additional first column, for example a checkbox or a chevron. */
  lead?: { header: ReactNode; cell: (row: R) => ReactNode; width: string };
  /** Content below an expanded row; undefined for collapsed rows. */
  expanded?: (row: R) => ReactNode;
  tone?: (row: R) => 'success' | 'warning' | 'danger' | undefined;
  /** Whether the row's details are shown beside the table. */
  isSelected?: (row: R) => boolean;
  empty: Empty;
  /** Whether filters are set: an empty table then shows "no match". */
  isFiltered?: boolean;
  /** Content below "no match". */
  noMatch?: ReactNode;
  onClearFilters?: () => void;
  failedTitle?: string;
}

/** A virtualised grid: about forty rows are mounted at a time. */
export function DataTable<R>(props: DataTableProps<R>) {
  return props.layout ? <Grid {...props} layout={props.layout} /> : <PlainGrid {...props} />;
}

function PlainGrid<R>(props: DataTableProps<R>) {
  return <Grid {...props} layout={useLayout(props.columns)} />;
}

function Grid<R>(props: DataTableProps<R> & { layout: Layout<R> }) {
  const {
    label,
    rows,
    layout,
    selection,
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
  // Narrow windows ignore the chosen widths: their columns fold.
  const isNarrow = useNarrow('48em');
  const scrolls = layout.scrolls && !isNarrow;
  const columns = isNarrow ? layout.unsized : layout.columns;
  const beside = [lead?.width, actions && ACTIONS, selection && SELECT].reduce(
    (sum, track) => sum + (track ? leastOf(track) : 0),
    0,
  );
  const { ref: frame, fold: measured } = useFold(columns, beside);
  const fold = useMemo(
    () => (scrolls ? { shown: [...columns.keys()], spacing: 'normal' as const } : measured),
    [scrolls, columns, measured],
  );
  const flashOf = useFlashes();
  const [visible, folded] = useMemo(
    () =>
      [
        columns.filter((_, index) => fold.shown.includes(index)),
        columns.filter((_, index) => !fold.shown.includes(index)),
      ] as const,
    [columns, fold],
  );
  const isCompact = useCompact();
  const line = useMemo(() => lineHeight(isCompact), [isCompact]);
  const lines =
    folded.length === 0 ? 'none' : folded.length > ONE_LINE_HOLDS || fold.spacing === 'squeezed' ? 'more' : 'one';
  const likelyHeight = line + FOLDED[lines];
  const tracksOf = (widths: readonly (string | undefined)[]): Tracks => ({
    select: selection && SELECT,
    lead: lead?.width,
    columns: widths,
    actions: actions && ACTIONS,
    spacing: fold.spacing,
    fixed: scrolls ? layout.pinned : 0,
  });
  const tracks = tracksOf(visible.map(({ width }) => width));
  const pinned = pinsOf(tracks).join();
  // oxlint-disable-next-line react/preserve-manual-memoization -- a text: it cannot be changed later
  const pins = useMemo(() => (pinned === '' ? [] : pinned.split(',').map(Number)), [pinned]);
  /** Shows a width while the pointer drags it, without rendering the rows again. */
  const onDrag = (key: string, size: number) => {
    const widths = visible.map((column) => (column.key === key ? `${size / PX_PER_REM}rem` : column.width));
    const dragged = gridStyle(tracksOf(widths), true);
    for (const [name, value] of Object.entries(dragged)) scroll.current?.style.setProperty(name, String(value));
  };
  const isLoading = rows.total === undefined;
  const count = isLoading ? SKELETONS : rows.total!;
  // Renders the visible rows first and the overscan rows, which prevent blank rows during scrolling, afterwards.
  const [overscan, setOverscan] = useState(0);
  useEffect(() => {
    if (!isLoading) startTransition(() => setOverscan(ROWS_BEYOND));
  }, [isLoading]);
  const virtual = useVirtualRows(scroll, { count, size: likelyHeight, overscan });
  const { items, measure } = virtual;
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
    const top = virtual.top ?? 0;
    virtual.measureAll();
    // All row heights have changed: scrolls back to the row that was on top, for example after a tablet is rotated.
    if (scroll.current?.scrollTop) virtual.scrollTo(top, 'start');
  }, [fold, isCompact]);

  const open = (index: number) => {
    const row = rows.at(index);
    if (row === undefined) return;
    if (onOpen) onOpen(row);
    else if (href) void navigate(placeOf(href(row)));
  };
  const keys = useRowKeys(scroll, { count, scrollTo: virtual.scrollTo, open, selection });
  const onClick = (event: MouseEvent<HTMLElement>, index: number) => {
    const target = event.target as HTMLElement;
    if (selection && target.closest('[data-check]')) return void selection.toggle(index, event.shiftKey);
    // A cell that is edited in place does not open the row, also while its code loads.
    if (target.closest('a, button, input, label, [data-edited]') || window.getSelection()?.toString()) return;
    // A tap on a truncated text opens its tooltip, not the row.
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
    if (isTouch && target.closest('[data-cut]')) return;
    open(index);
  };
  const opens = Boolean(onOpen ?? href);
  // The active row may be unmounted after scrolling; then the first visible row is the Tab stop.
  const isActiveMounted = items.some(({ index }) => index === keys.active);
  const stop = isActiveMounted ? keys.active : (virtual.top ?? first);

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
          style={gridStyle(tracks, scrolls)}
          {...(selection && { 'aria-multiselectable': true })}
          data-spacing={fold.spacing}
          onKeyDown={keys.onKeyDown}
        >
          <HeaderRow
            columns={visible}
            pins={pins}
            sort={sort}
            onSort={onSort}
            actions={actions && t('list.actions')}
            lead={lead?.header}
            {...(selection && { check: <CheckAll selection={selection} total={count} isLoading={isLoading} /> })}
            onWidth={isNarrow || !props.layout ? undefined : layout.setWidth}
            onDrag={onDrag}
          />
          <div
            role="rowgroup"
            className={`${classes.body} ${rows.isPrevious ? classes.previous : ''}`}
            style={{ height: virtual.height }}
          >
            {items.map(({ index, start }) => {
              const row = isLoading ? undefined : rows.at(index);
              const place = placeOfRow(start);
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
                    <div className={classes.line} role="presentation">
                      {visible.map((column, place) => (
                        <div
                          key={column.key}
                          role="gridcell"
                          {...placeInRow(classes.cell, {
                            pin: undefined,
                            spans: place === 0 && selection !== undefined,
                          })}
                        >
                          <div className={classes.skeleton} />
                        </div>
                      ))}
                    </div>
                  </div>
                );
              }
              const id = rowId(row);
              const active = stop === index;
              const checked = selection?.has(id);
              return (
                <div
                  key={index}
                  data-index={index}
                  ref={measure}
                  role="row"
                  aria-rowindex={index + 2}
                  tabIndex={active ? 0 : -1}
                  className={classes.row}
                  style={place}
                  data-tone={tone?.(row)}
                  {...((isSelected ?? selection) && { 'aria-selected': Boolean(checked || isSelected?.(row)) })}
                  {...(opens && { 'data-open': true })}
                  onFocus={() => keys.onFocus(index)}
                  onClick={(event) => onClick(event, index)}
                >
                  <Row
                    row={row}
                    columns={visible}
                    folded={folded}
                    pins={pins}
                    linked={layout.linked}
                    active={active}
                    flash={flashOf(id, props.rowVersion ? { version: props.rowVersion(row) } : row)}
                    rowName={rowName}
                    href={href}
                    onOpen={onOpen}
                    checked={checked}
                    failure={selection?.failureOf(id)}
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
        (props.isFiltered ? (
          <>
            <NoMatch onClear={props.onClearFilters} />
            {props.noMatch}
          </>
        ) : (
          <EmptyState {...props.empty} />
        ))}
    </div>
  );
}

/** The widths of a table as CSS variables, which its header and rows use. */
function gridStyle(tracks: Tracks, scrolls: boolean): Record<string, string> {
  return { '--columns': templateOf(tracks), '--least': scrolls ? `${leastWidthOf(tracks)}rem` : '0' };
}

/** @param start undefined for a row that follows the one above it */
function placeOfRow(start: number | undefined): CSSProperties {
  return start === undefined ? { position: 'relative' } : { transform: `translateY(${start}px)` };
}

/** The height of a row without folded columns: `--bobina-row` and the border. @param _isCompact what changes it */
function lineHeight(_isCompact: boolean): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bobina-row')) + 1;
}
