import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNT_STATUSES, type StockCountRow } from '@bobina/contract/stock/counts.ts';
import { api } from '../../../lib/api/api.ts';
import { useShopFloor } from '../../../lib/offline/shop-floor.ts';
import { useCan } from '../../../lib/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { choiceFilter, flagFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { sheetPath } from './calls.ts';
import { CountStatus } from './CountStatus.tsx';

const NewCountDialog = deferred(async () => (await import('./NewCountDialog.tsx')).NewCountDialog);

const Filters = {
  ...listFilters,
  status: choiceFilter(COUNT_STATUSES),
  new: flagFilter(),
  sheet: rowFilter(),
};

/** The fields of a count that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'warehouse_name'] as const;
type SeenCount = Pick<StockCountRow, (typeof ROW)[number]>;
const column = columnsOf<StockCountRow>();

/** Shows the list of stock counts. */
export function CountList() {
  useShopFloor();
  const { t } = useTranslation('stock');
  const mayWrite = useCan()('stock.write');
  const [{ q = '', sort = '-created_at', status, new: isNew }, setFilters] = useFilters(Filters);
  const columns = useMemo<Column<StockCountRow>[]>(
    () => [
      { key: 'warehouse_name', label: t('stock.warehouse'), width: 'minmax(9rem, 2fr)', priority: 1 },
      column(['status'], {
        key: 'status',
        label: t('counts.status'),
        value: (row) => t(`countStatus.${row.status}`),
        cell: ({ status: state }) => <CountStatus status={state} />,
        width: 'minmax(7rem, 1fr)',
        priority: 1,
      }),
      { key: 'created_at', label: t('counts.created_at'), kind: 'instant', width: '10rem', priority: 2 },
      {
        key: 'created_by_name',
        label: t('counts.created_by'),
        sortable: false,
        width: 'minmax(9rem, 1.5fr)',
        priority: 2,
      },
      { key: 'counted_items', label: t('counts.counted_items'), kind: 'number', width: '8rem', priority: 2 },
      { key: 'different_items', label: t('counts.different_items'), kind: 'number', width: '8rem', priority: 2 },
      { key: 'posted_at', label: t('counts.posted_at'), kind: 'instant', width: '10rem', priority: 3 },
      { key: 'posted_by_name', label: t('counts.posted_by'), sortable: false, width: 'minmax(7rem, 1fr)', priority: 3 },
      { key: 'notes', label: t('movement.notes'), width: 'minmax(7rem, 2fr)', priority: 3 },
    ],
    [t],
  );
  const openNew = () => setFilters({ new: true }, { replace: false });
  return (
    <>
      <ListPage<StockCountRow, SeenCount>
        call={api.stockCounts.list}
        rowFields={ROW}
        query={{ ...(q && { q }), ...(status && { status }) }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        subtitle={t('counts.subtitle')}
        countLabel={(count, shown) => t('counts.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('counts.search') }}
        filters={
          <Select
            aria-label={t('counts.status')}
            w={190}
            value={status ?? 'all'}
            allowDeselect={false}
            data={[
              { value: 'all', label: t('counts.all') },
              ...COUNT_STATUSES.map((value) => ({ value, label: t(`countStatus.${value}`) })),
            ]}
            onChange={(value) => setFilters({ status: COUNT_STATUSES.find((one) => one === value) })}
          />
        }
        isFiltered={q !== '' || status !== undefined}
        onClearFilters={() => setFilters({ q: '', status: undefined })}
        rowName={({ warehouse_name }) => warehouse_name}
        href={({ id }) => sheetPath(id)}
        bulk={mayWrite ? [deleteRows<SeenCount>(api.stockCounts.remove, ['stockCounts'])] : []}
        create={mayWrite ? { label: t('counts.add'), onClick: openNew } : undefined}
        empty={{
          title: t('counts.empty'),
          hint: t('counts.emptyHint'),
        }}
      />
      {mayWrite && isNew && (
        <NewCountDialog
          onClose={() => setFilters({ new: undefined })}
          onOpened={(id) => setFilters({ new: undefined, sheet: id })}
        />
      )}
    </>
  );
}
