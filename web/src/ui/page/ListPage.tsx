import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import type { ListCall } from '../../lib/api/client.ts';
import type { ListAct } from '../bulk/bulk-act.tsx';
import { exportRows } from '../export/export-rows.ts';
import { printRows } from '../print/print-rows.ts';
import { sortable, type Column } from '../table/columns.tsx';
import type { DataTableProps } from '../table/DataTable.tsx';
import { useFields } from '../table/row-fields.ts';
import { useRows } from '../table/use-rows.ts';
import { CreateAction, type Create } from './CreateAction.tsx';
import { ListTable, useListLayout, useListTable } from './ListTable.tsx';
import { Page } from './Page.tsx';
import { PageAction } from './PageAction.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useScreen } from './screen-context.ts';
import { useNarrow } from '../use-narrow.ts';

interface Props<Row, Seen> extends Omit<
  DataTableProps<Seen>,
  'rows' | 'columns' | 'label' | 'onSort' | 'onClearFilters' | 'layout' | 'selection'
> {
  call: ListCall<Row>;
  columns: readonly Column<Row>[];
  /**
   * The fields of `Seen`: what the list reads of its rows beside its columns, for names, links, menus, acts on selected
   * rows, and as the version of an edited cell. The list asks only for these fields and those of its visible columns.
   */
  rowFields: readonly (keyof Seen)[];
  /** Query of the list call: the filters, without `sort`. */
  query: Record<string, unknown>;
  onSort: (sort: string) => void;
  onClearFilters: () => void;
  /** `storedTerm`: the term that the screen restores when it opens; it comes before the start view. */
  search?: { value: string; onChange: (value: string) => void; label?: string; storedTerm?: string };
  /** Stands before the search box, and on a phone in its place: the choice among several lists. */
  lists?: ReactNode;
  /** Additional filters, after the search box. */
  filters?: ReactNode;
  /** Content between the title and the table, for example counters. */
  above?: ReactNode;
  /** Purpose of the screen, shown before the count. */
  subtitle?: string;
  /** Formats the row count, for example "63 prodotti". */
  countLabel?: (count: number, shown: string) => string;
  /** The create button, which an empty list offers too. Absent if the user may not create rows. */
  create?: Create | undefined;
  /** Additional buttons beside the title. */
  extraActions?: ReactNode;
  /** The filled button of a list without `create`: the last one beside the title. */
  mainAction?: ReactNode;
  /** Wraps the filters and the table, for example in the tabs of a screen with several lists. */
  frame?: (content: ReactNode) => ReactNode;
  /** Acts on the selected rows, besides the export. */
  bulk?: readonly ListAct<Seen>[];
  /** Whether rows are selected. False where the `lead` column chooses rows for another purpose. */
  isSelectable?: boolean;
  /** Replaces the default print action, which prints the filtered rows. */
  onPrint?: () => void;
  /** Whether the list fills the window. False for a page with content below the list. Default true. */
  isFill?: boolean;
  /** Replaces the print button. */
  printMenu?: (isEmpty: boolean) => ReactNode;
  /** Called when the rows could not be loaded, which the list shows as well. */
  onFailed?: () => void;
  /** Columns of the export that the list does not show. */
  exported?: readonly Column<Row>[];
}

/**
 * A list screen: title, count, search, filters, table, Excel export, print and create button. The URL holds its state.
 */
export function ListPage<Row, Seen = Row>({
  call,
  query,
  rowFields,
  search,
  lists,
  filters,
  above,
  subtitle,
  countLabel,
  create,
  extraActions,
  mainAction,
  frame = (content) => content,
  onPrint,
  printMenu,
  onFailed,
  exported = [],
  isFill = true,
  ...props
}: Props<Row, Seen>) {
  // A function of some fields of a row takes whole rows as well.
  const table = props as unknown as Props<Row, Row>;
  const { t } = useTranslation();
  const formats = useFormats();
  const { title } = useScreen();
  // A typed or bookmarked URL may sort by a column that does not exist or that this role cannot see.
  const sort = sortable(table.columns, table.sort);
  const asked = { ...query, ...(sort && { sort }) };
  const { storedTerm, ...searchBox } = search ?? {};
  const arranged = useListLayout(table.columns, call.path, storedTerm);
  const fields = useFields(arranged.layout.columns, table.rowId ? rowFields : ['id', ...rowFields]);
  const rows = useRows(call, { ...asked, ...(fields !== undefined && { fields }) });
  const isFailed = rows.error !== null;
  const failed = useEffectEvent(() => onFailed?.());
  useEffect(() => {
    if (isFailed) failed();
  }, [isFailed]);
  const list = useListTable({ call, arranged, asked, query, rows, title, rowId: table.rowId });
  const isNarrow = useNarrow('48em');
  const shown = formats.number(rows.total ?? 0);
  const count =
    rows.total === undefined
      ? '\u00a0'
      : (countLabel?.(rows.total, shown) ?? t('list.count', { count: rows.total, shown }));
  const { output } = list;

  const tool = (label: string, icon: ReactNode, onClick: () => void) => (
    <PageAction label={label} icon={icon} onClick={onClick} isNarrow={isNarrow} disabled={!rows.total} />
  );
  const actions = (
    <>
      {extraActions}
      {printMenu?.(!rows.total) ??
        tool(t('action.print'), <IconPrinter size={18} />, () =>
          onPrint ? onPrint() : void printRows(output, formats),
        )}
      {tool(
        t('action.export'),
        <IconFileSpreadsheet size={18} />,
        () => void exportRows({ ...output, columns: [...output.columns, ...exported] }),
      )}
      {mainAction}
      {create && <CreateAction {...create} isNarrow={isNarrow} />}
    </>
  );
  return (
    <Page
      fill={isFill}
      subtitle={
        <>
          {subtitle && `${subtitle} · `}
          <span aria-live="polite">{count}</span>
        </>
      }
      actions={actions}
    >
      {above}
      {frame(
        <ListTable
          {...table}
          empty={{ action: create && <CreateAction {...create} variant="light" />, ...table.empty }}
          sort={sort}
          label={title}
          list={list}
          filters={
            <>
              {lists}
              {search && (
                <SearchBox
                  {...(searchBox as Omit<typeof search, 'storedTerm'>)}
                  isAnswered={!rows.isPrevious && rows.total !== undefined}
                />
              )}
              {filters}
            </>
          }
        />,
      )}
    </Page>
  );
}
