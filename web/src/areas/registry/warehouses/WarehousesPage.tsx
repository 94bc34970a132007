import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { listFilters } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { ActiveBadge, ActiveFilter } from '../shared/ActiveState.tsx';
import { isActiveOf, stateFilter } from '../shared/filters.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { deleteAction, editAction } from '../../../ui/table/row-actions.tsx';

const Filters = { ...listFilters, state: stateFilter };
const NEW = '/anagrafica/magazzini/nuovo';
/** The fields of a warehouse that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'name'] as const;
type WarehouseRow = Pick<Warehouse, (typeof ROW)[number]>;
const column = columnsOf<Warehouse>();

function pathOf({ id }: WarehouseRow) {
  return `/anagrafica/magazzini/${id}`;
}

/** Shows the list of warehouses. */
function WarehousesPage() {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const [{ q = '', sort = 'name', state }, setFilters] = useFilters(Filters);
  const mayWrite = useCan()('warehouses.write');
  const columns = useMemo<Column<Warehouse>[]>(
    () => [
      { key: 'name', label: t('warehouse.name'), width: 'minmax(10rem, 1fr)', priority: 1 },
      { key: 'description', label: t('warehouse.description'), width: 'minmax(10rem, 2fr)', priority: 2 },
      column(['is_active'], {
        key: 'is_active',
        label: t('state.label'),
        kind: 'flag',
        cell: ({ is_active }) => <ActiveBadge isActive={is_active} />,
        width: '8rem',
        priority: 2,
      }),
    ],
    [t],
  );
  const remove = ({ id, name }: WarehouseRow) =>
    removeRow({
      refresh: 'warehouses',
      question: t('warehouses.deleteConfirm'),
      name,
      remove: (options) => api.warehouses.remove({ id }, options),
      done: t('warehouses.deleted'),
      failed: t('warehouses.deleteFailed'),
      refusals: { WAREHOUSE_NOT_EMPTY: t('warehouses.notEmpty') },
    });
  return (
    <ListPage<Warehouse, WarehouseRow>
      call={api.warehouses.list}
      rowFields={ROW}
      {...(mayWrite && { bulk: [deleteRows<WarehouseRow>(api.warehouses.remove, ['warehouses'])] })}
      query={{ q, ...isActiveOf(state) }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      countLabel={(count, shown) => t('warehouses.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('warehouses.search') }}
      filters={<ActiveFilter value={state} onChange={(next) => setFilters({ state: next })} />}
      isFiltered={q !== '' || state !== undefined}
      onClearFilters={() => setFilters({ q: '', state: undefined })}
      rowName={({ name }) => name}
      {...(mayWrite && {
        href: pathOf,
        actions: (row: WarehouseRow) => [
          editAction(() => void navigate({ to: pathOf(row) })),
          deleteAction(() => void remove(row)),
        ],
      })}
      create={mayWrite ? { label: t('warehouses.add'), to: NEW } : undefined}
      empty={{
        title: t('warehouses.empty'),
        hint: t('warehouses.emptyHint'),
      }}
    />
  );
}
export default WarehousesPage;
