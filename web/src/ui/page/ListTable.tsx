import { Suspense, useState, type ComponentProps, type ComponentType, type Key, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListCall } from '../../lib/api/client.ts';
import type Bar from '../bulk/BulkBar.tsx';
import type { ListAct } from '../bulk/bulk-act.tsx';
import type { Output } from '../export/export-rows.ts';
import { prepared } from '../prepared.tsx';
import type { Column } from '../table/columns.tsx';
import { DataTable, type DataTableProps } from '../table/DataTable.tsx';
import { useLayout } from '../table/use-layout.ts';
import type { RowSource } from '../table/use-rows.ts';
import { useRowSelection } from '../table/use-selection.ts';
import { ListTools } from '../views/ListTools.tsx';
import { useListViews } from '../views/use-list-views.ts';
import { useNarrow } from '../use-narrow.ts';
import classes from './page.module.css';

// oxlint-disable-next-line no-explicit-any -- the bar works on every row type
type AnyBar = ComponentType<ComponentProps<typeof Bar<any>>>;
const BulkBar = prepared(() => import('../bulk/BulkBar.tsx')) as unknown as AnyBar;
const NO_ACTS: readonly never[] = [];

interface Options<Row> {
  call: ListCall<Row>;
  /** From `useListLayout`. */
  arranged: ListLayout<Row>;
  /** All filters and the sort order, for export and print. */
  asked: Record<string, unknown>;
  /** The filters without the sort order: a change clears the selection. */
  query: Record<string, unknown>;
  rows: RowSource<Row>;
  title: string;
  rowId?: ((row: Row) => Key) | undefined;
}
type ListLayout<Row> = ReturnType<typeof useListLayout<Row>>;
/** The chosen columns, the saved views and the selection of a list, from `useListTable`. */
export type ListState<Row> = ReturnType<typeof useListTable<Row>>;

/**
 * The saved views of a list, and its columns after the user's choice.
 * @param path identifies the views: the path of the list's call
 * @param storedTerm the search term that the screen restores when it opens; it comes before the start view
 */
export function useListLayout<Row>(columns: readonly Column<Row>[], path: string, storedTerm?: string) {
  const views = useListViews(path, storedTerm);
  return { views, layout: useLayout(columns, views.columns) };
}

/** The columns, views and selection of a list, and what it exports. */
export function useListTable<Row>({ arranged, asked, query, rows, rowId, ...output }: Options<Row>) {
  const { views, layout } = arranged;
  const idOf = rowId ?? ((row: Row) => (row as { id: Key }).id);
  const selection = useRowSelection(rows, { filters: JSON.stringify(query), idOf });
  const shown: Output<Row> = { ...output, query: asked, columns: layout.columns };
  return { rows, views, layout, idOf, selection, output: shown };
}

interface Props<Row> extends Omit<DataTableProps<Row>, 'rows' | 'columns' | 'layout' | 'selection'> {
  list: ListState<Row>;
  /** The search box and the filters of the list. */
  filters: ReactNode;
  /** Acts on the selected rows, besides the export. */
  bulk?: readonly ListAct<Row>[];
  /** Whether rows are selected. False where the `lead` column chooses rows for another purpose. */
  isSelectable?: boolean;
}

/** The filters, the menus of views and columns, the table, and the bar of its selected rows. */
export function ListTable<Row>({ list, filters, bulk = NO_ACTS, isSelectable = true, ...table }: Props<Row>) {
  const { rows, layout, views, selection, idOf, output } = list;
  // The bar stays mounted after the selection is cleared, to show the progress of a running act.
  const [hasSelected, setHasSelected] = useState(false);
  if (selection.count > 0 && !hasSelected) setHasSelected(true);
  return (
    <div className={classes.panel}>
      <Filters isSet={table.isFiltered ?? false}>
        {filters}
        <ListTools layout={layout} views={views} />
      </Filters>
      <DataTable
        {...table}
        rows={rows}
        columns={layout.declared}
        layout={layout}
        {...(isSelectable && { selection })}
      />
      {hasSelected && (
        <Suspense fallback={null}>
          <BulkBar selection={selection} acts={bulk} output={output} idOf={idOf} rowName={table.rowName} rows={rows} />
        </Suspense>
      )}
    </div>
  );
}

/** The filters of a list. A phone shows the first one, usually the search box, and the others on demand. */
function Filters({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const isPhone = useNarrow('40em');
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={classes.filters} {...(isPhone && !isOpen && { 'data-closed': true })}>
      {children}
      {isPhone && (
        <Button
          className={classes.more!}
          variant={isSet ? 'light' : 'default'}
          leftSection={<IconFilter size={18} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isSet ? 'list.filtersSet' : 'list.filters')}
        </Button>
      )}
    </search>
  );
}
