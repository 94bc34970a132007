import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PURCHASE_ORDER_STATUSES, type PurchaseOrderRow } from '@bobina/contract/purchasing/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { choiceFilter, dayFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { sendByMail } from '../../../ui/mail/send-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { textOf } from '../../../ui/table/columns.tsx';
import { useCellEdits } from '../../../ui/table/use-cell-edits.tsx';
import { toast } from '../../../ui/toasts.ts';
import { CHANGED_BY_RECEIPT, withTimeout } from '../calls.ts';
import { SupplierFilter } from '../SupplierFilter.tsx';
import { ORDER_ROW, orderColumns, type OrderRow } from './columns.tsx';
import { useOrderActions } from './use-order-actions.tsx';

const NEW = '/operazioni/ordini-fornitori/nuovo';
const OrderFilters = {
  ...listFilters,
  status: choiceFilter(PURCHASE_ORDER_STATUSES),
  supplier_id: rowFilter(),
  from: dayFilter(),
  to: dayFilter(),
};
const NONE = { q: '', status: undefined, supplier_id: undefined, from: undefined, to: undefined };

/** Shows the list of purchase orders. */
function PurchaseOrdersPage() {
  const { t } = useTranslation('purchasing');
  const { t: common } = useTranslation();
  const can = useCan();
  const [{ q = '', sort = '-order_date', ...filters }, setFilters] = useFilters(OrderFilters);
  const { status, supplier_id, from, to } = filters;
  const amounts = can('purchase_orders.amounts');
  const mayWrite = can('purchase_orders.write');
  const list = useMemo(() => withTimeout(api.purchaseOrders.list, () => toast.error(t('orders.loadFailed'))), [t]);
  const formats = useFormats();
  const editable = useCellEdits<OrderRow & Pick<PurchaseOrderRow, 'requested_arrival_date'>>(
    {
      kind: 'day',
      field: 'requested_arrival_date',
      call: list,
      nameOf: ({ order_number }) => order_number,
      save: ({ id }, day, version) =>
        api.purchaseOrders.update({
          id,
          body: { requested_arrival_date: day as string },
          version: Number(version),
        }),
      refresh: CHANGED_BY_RECEIPT,
    },
    { q, ...filters, sort },
  );
  const columns = useMemo(
    () =>
      orderColumns(t, amounts).map((column) =>
        mayWrite && column.key === 'requested_arrival_date'
          ? editable(column, (row) => textOf(column, row, formats))
          : column,
      ),
    [t, amounts, mayWrite, formats, editable],
  );
  const actions = useOrderActions();
  return (
    <ListPage<PurchaseOrderRow, OrderRow>
      call={list}
      rowFields={ORDER_ROW}
      query={{ q, ...filters }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      failedTitle={t('orders.loadFailed')}
      countLabel={(count, shown) => t('orders.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('orders.search') }}
      filters={
        <>
          <Select
            aria-label={t('order.status')}
            placeholder={t('orders.anyStatus')}
            w={190}
            clearable
            clearButtonProps={{ 'aria-label': t('orders.anyStatus') }}
            value={status ?? null}
            data={PURCHASE_ORDER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
            onChange={(value) => setFilters({ status: (value ?? undefined) as typeof status })}
          />
          <SupplierFilter value={supplier_id} onChange={(id) => setFilters({ supplier_id: id })} />
          <DayRange
            from={from}
            to={to}
            onChange={(range) => setFilters(range)}
            labels={[t('orders.from'), t('orders.to')]}
          />
        </>
      }
      isFiltered={q !== '' || Object.values(filters).some((value) => value !== undefined)}
      onClearFilters={() => setFilters(NONE)}
      rowName={({ order_number }) => order_number}
      href={({ id }) => `/operazioni/ordini-fornitori/${id}`}
      bulk={[
        ...(amounts
          ? [sendByMail<OrderRow>('purchase_order', (count) => common('mail.question', { shown: count }))]
          : []),
        ...(mayWrite ? [deleteRows<OrderRow>(api.purchaseOrders.remove, CHANGED_BY_RECEIPT)] : []),
      ]}
      {...(mayWrite && { actions })}
      create={mayWrite ? { label: t('orders.add'), to: NEW } : undefined}
      empty={{
        title: t('orders.empty'),
        hint: t('orders.emptyHint'),
      }}
    />
  );
}
export default PurchaseOrdersPage;
