import { IconFileInvoice } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Customer } from '@bobina/contract/registry/parties.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { placeOf } from '../../../ui/link.tsx';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { ActiveBadge, ActiveFilter } from '../shared/ActiveState.tsx';
import { isActiveOf, useHere } from '../shared/filters.ts';
import { PARTY_ROW, partyColumns, type PartyRow } from '../shared/party-columns.tsx';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { deleteAction, editAction, openAction } from '../../../ui/table/row-actions.tsx';
import type { CustomerFilters, SetCustomerFilters } from './filters.ts';
import { RegisterImport } from '../shared/RegisterImport.tsx';

const column = columnsOf<Customer>();

/** Shows the list of customers. */
export function CustomerList({
  filters: { q = '', sort = 'business_name', state },
  setFilters,
}: {
  filters: CustomerFilters;
  setFilters: SetCustomerFilters;
}) {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const here = useHere();
  const mayWrite = useCan()('customers.write');
  const columns = useMemo<Column<Customer>[]>(
    () => [
      ...(partyColumns(t) as unknown as Column<Customer>[]),
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
  const pathOf = ({ id }: PartyRow) => here({ edit: id });
  const remove = ({ id, business_name }: PartyRow) =>
    removeRow({
      refresh: 'customers',
      question: t('customers.deleteConfirm'),
      name: business_name,
      remove: (options) => api.customers.remove({ id }, options),
      done: t('customers.deleted'),
      failed: t('customers.deleteFailed'),
    });
  const actions = (row: PartyRow) => [
    openAction(() => void navigate({ to: `/anagrafica/clienti/${row.id}` })),
    {
      label: t('customers.details'),
      icon: <IconFileInvoice size={17} />,
      onClick: () => setFilters({ details: row.id }, { replace: false }),
    },
    ...(mayWrite ? [editAction(() => void navigate(placeOf(pathOf(row)))), deleteAction(() => void remove(row))] : []),
  ];
  return (
    <ListPage<Customer, PartyRow>
      call={api.customers.list}
      rowFields={PARTY_ROW}
      {...(mayWrite && { bulk: [deleteRows<PartyRow>(api.customers.remove, ['customers'])] })}
      query={{ q, ...isActiveOf(state) }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      subtitle={t('customers.subtitle')}
      countLabel={(count, shown) => t('customers.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('customers.search') }}
      filters={<ActiveFilter value={state} onChange={(next) => setFilters({ state: next })} />}
      isFiltered={q !== '' || state !== undefined}
      onClearFilters={() => setFilters({ q: '', state: undefined })}
      failedTitle={t('customers.listFailed')}
      rowName={({ business_name }) => business_name}
      {...(mayWrite && { href: pathOf })}
      actions={actions}
      extraActions={<RegisterImport register="customers" />}
      create={mayWrite ? { label: t('customers.add'), to: here({ edit: 'new' }) } : undefined}
      empty={{
        title: t('customers.empty'),
        hint: t('customers.emptyHint'),
      }}
    />
  );
}
