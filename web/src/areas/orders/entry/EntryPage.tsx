import { IconFileImport } from '@tabler/icons-react';
import { defaultStringifySearch, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { loadTexts } from '../../../lib/i18n/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { SubScreen } from '../../../ui/page/SubScreen.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { CustomerPricesLink } from '../CustomerPricesLink.tsx';
import { ENTRY, EntryFilters, VIEW } from '../filters.ts';
import { OrderFilters } from '../OrderFilters.tsx';
import { ENTRY_ROW, entryColumns, type SeenOrder } from './columns.tsx';
import { useOrderActions } from './use-order-actions.tsx';
import { ToolButton } from '../../../ui/page/PageAction.tsx';

const NewOrder = deferred(async () => (await import('./NewOrder.tsx')).NewOrder);
const OrderEditor = deferred(async () => (await import('./OrderEditor.tsx')).OrderEditor);

const ImportDialog = deferred(async () => {
  const [dialog] = await Promise.all([import('../import/ImportDialog.tsx'), loadTexts(['orderImport'])]);
  return dialog.ImportDialog;
});
const NONE = { q: '', customer_id: undefined, from: undefined, to: undefined };

/**
 * Shows /ordiniclienti/inserimento-ordine: the list of orders, or the form of one order; the import opens as a dialog.
 */
function EntryPage() {
  const { t } = useTranslation('orders');
  const can = useCan();
  const mayWrite = can('customer_orders.write');
  const [{ q = '', sort = '-order_date', edit, import: importing, ...filters }, setFilters] = useFilters(EntryFilters);
  const search = useSearch({ strict: false }) as object;
  const columns = useMemo(() => entryColumns(t), [t]);
  const open = (row: number | 'new') => setFilters({ edit: row }, { replace: false });
  const close = () => setFilters({ edit: undefined });
  const actions = useOrderActions(({ id }) => open(id));
  const openImport = () => setFilters({ import: true }, { replace: false });

  if (mayWrite && edit === 'new')
    return (
      <SubScreen title={t('orders.add')} to={ENTRY}>
        <NewOrder onClose={close} />
      </SubScreen>
    );
  if (mayWrite && edit !== undefined) return <OrderEditor key={edit} id={edit as number} onClose={close} />;
  return (
    <>
      <ListPage<CustomerOrderRow, SeenOrder>
        call={api.customerOrders.list}
        rowFields={can('customer_orders.amounts') ? [...ENTRY_ROW, 'total_amount'] : ENTRY_ROW}
        query={{ q, ...filters }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        failedTitle={t('orders.listFailed')}
        countLabel={(count, shown) => t('orders.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('orders.search') }}
        filters={<OrderFilters filters={filters} onChange={setFilters} />}
        isFiltered={q !== '' || Object.values(filters).some((value) => value !== undefined)}
        onClearFilters={() => setFilters(NONE)}
        rowName={({ order_number }) => order_number}
        href={({ id, order_number }) =>
          mayWrite
            ? `${ENTRY}${defaultStringifySearch({ ...search, edit: id })}`
            : `${VIEW}${defaultStringifySearch({ q: order_number, order: id })}`
        }
        {...(mayWrite && {
          actions,
          bulk: [deleteRows<SeenOrder>(api.customerOrders.remove, ['customerOrders'])],
          create: { label: t('orders.add'), onClick: () => open('new') },
        })}
        extraActions={
          <>
            <CustomerPricesLink />
            {mayWrite && (
              <ToolButton label={t('orders.import')} icon={<IconFileImport size={18} />} onClick={openImport} />
            )}
          </>
        }
        empty={{
          title: t('orders.empty'),
          hint: t('orders.emptyHint'),
        }}
      />
      {mayWrite && importing && <ImportDialog onClose={() => setFilters({ import: undefined })} />}
    </>
  );
}
export default EntryPage;
