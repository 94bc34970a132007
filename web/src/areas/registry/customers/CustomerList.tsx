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
import { ActiveBadge, ActiveFilter } from '../shared/ActiveState.tsx';
import { isActiveOf, useHere } from '../shared/filters.ts';
import { partyColumns } from '../shared/party-columns.tsx';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { deleteAction, editAction, openAction } from '../../../ui/table/row-actions.tsx';
import type { CustomerFilters, SetCustomerFilters } from './filters.ts';
import { RegisterImport } from '../shared/RegisterImport.tsx';

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
      {
        key: 'is_active',
        label: t('state.label'),
        kind: 'flag',
        cell: ({ is_active }) => <ActiveBadge isActive={is_active} />,
        width: '8rem',
        priority: 2,
      },
    ],
    [t],
  );
  const pathOf = ({ id }: Customer) => here({ edit: id });
  const remove = ({ id, business_name }: Customer) =>
    removeRow({
      refresh: 'customers',
      question: t('customers.deleteConfirm'),
      name: business_name,
      remove: (options) => api.customers.remove({ id }, options),
      done: t('customers.deleted'),
      failed: t('customers.deleteFailed'),
    });
  const actions = (row: Customer) => [
    openAction(() => void navigate({ to: `/anagrafica/clienti/${row.id}` })),
    {
      label: t('customers.details'),
      icon: <IconFileInvoice size={17} />,
      onClick: () => setFilters({ details: row.id }, { replace: false }),
    },
    ...(mayWrite ? [editAction(() => void navigate(placeOf(pathOf(row)))), deleteAction(() => void remove(row))] : []),
  ];
  return (
    <ListPage<Customer>
      call={api.customers.list}
      {...(mayWrite && { bulk: [deleteRows<Customer>(api.customers.remove, ['customers'])] })}
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
