import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { placeOf } from '../../../ui/link.tsx';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useHere } from '../shared/filters.ts';
import { PARTY_ROW, partyColumns, type PartyRow } from '../shared/party-columns.tsx';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { deleteAction, editAction, openAction } from '../../../ui/table/row-actions.tsx';
import type { SupplierFilters } from './filters.ts';
import { RegisterImport } from '../shared/RegisterImport.tsx';

/** Shows the list of suppliers. */
export function SupplierList({
  filters: { q = '', sort = 'business_name' },
  setFilters,
}: {
  filters: SupplierFilters;
  setFilters: (change: Partial<SupplierFilters>) => void;
}) {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const here = useHere();
  const mayWrite = useCan()('suppliers.write');
  const columns = useMemo(() => partyColumns(t), [t]);
  const pathOf = ({ id }: PartyRow) => here({ edit: id });
  const remove = ({ id, business_name }: PartyRow) =>
    removeRow({
      refresh: 'suppliers',
      question: t('suppliers.deleteConfirm'),
      name: business_name,
      remove: (options) => api.suppliers.remove({ id }, options),
      done: t('suppliers.deleted'),
      failed: t('suppliers.deleteFailed'),
    });
  return (
    <ListPage<Supplier, PartyRow>
      call={api.suppliers.list}
      rowFields={PARTY_ROW}
      {...(mayWrite && { bulk: [deleteRows<PartyRow>(api.suppliers.remove, ['suppliers'])] })}
      query={{ q }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      countLabel={(count, shown) => t('suppliers.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('suppliers.search') }}
      isFiltered={q !== ''}
      onClearFilters={() => setFilters({ q: '' })}
      failedTitle={t('suppliers.listFailed')}
      rowName={({ business_name }) => business_name}
      {...(mayWrite && {
        href: pathOf,
        actions: (row: PartyRow) => [
          openAction(() => void navigate({ to: `/anagrafica/fornitori/${row.id}` })),
          editAction(() => void navigate(placeOf(pathOf(row)))),
          deleteAction(() => void remove(row)),
        ],
      })}
      extraActions={<RegisterImport register="suppliers" />}
      create={mayWrite ? { label: t('suppliers.add'), to: here({ edit: 'new' }) } : undefined}
      empty={{
        title: t('suppliers.empty'),
        hint: t('suppliers.emptyHint'),
      }}
    />
  );
}
