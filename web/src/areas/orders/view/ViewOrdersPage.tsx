import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerOrderItem, CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { LinkButton } from '../../../ui/link.tsx';
import { LateOnly } from '../../../ui/late.tsx';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { sendByMail } from '../../../ui/mail/send-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { RangeChip } from '../../../ui/page/RangeChip.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { useCellEdits } from '../../../ui/table/use-cell-edits.tsx';
import { ENTRY, ViewFilters } from '../filters.ts';
import { CustomerPricesLink } from '../CustomerPricesLink.tsx';
import { OrderFilters } from '../OrderFilters.tsx';
import { useRepeat } from '../use-repeat.ts';
import { isUndelivered } from './undelivered.ts';
import { VIEW_ROW, viewColumns, type ViewedOrder } from './columns.tsx';

const OrderDetail = deferred(async () => (await import('./OrderDetail.tsx')).OrderDetail);

const NONE = {
  q: '',
  customer_id: undefined,
  from: undefined,
  to: undefined,
  delivery: undefined,
  late: undefined,
  due_from: undefined,
  due_until: undefined,
  entered_from: undefined,
};

/** Shows /ordiniclienti/visualizza-ordini: every order and the progress of its lines. */
function ViewOrdersPage() {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation();
  const can = useCan();
  const [mayWrite, amounts] = [can('customer_orders.write'), can('customer_orders.amounts')];
  const [{ q = '', sort = '-order_date', order, delivery, ...filters }, setFilters] = useFilters(ViewFilters);
  const { repeat } = useRepeat();
  const query = { q, ...filters, ...(delivery && { open: delivery === 'open' }) };
  const editable = useCellEdits<ViewedOrder & Pick<CustomerOrderRow, 'requested_delivery_date'>>(
    {
      kind: 'day',
      field: 'requested_delivery_date',
      call: api.customerOrders.list,
      nameOf: ({ order_number }) => order_number,
      save: ({ id }, day, version) => moveOrder({ id, day: day as string, version: Number(version) }),
      refresh: ['customerOrders'],
    },
    { ...query, sort },
  );
  const columns = useMemo(
    () =>
      viewColumns(t, amounts).map((column) =>
        mayWrite && column.key === 'requested_delivery_date' ? editable(column, column.cell!) : column,
      ),
    [t, mayWrite, amounts, editable],
  );
  const toggle = ({ id }: ViewedOrder) => setFilters({ order: id === order ? undefined : id });
  return (
    <ListPage<CustomerOrderRow, ViewedOrder>
      call={api.customerOrders.list}
      rowFields={VIEW_ROW}
      query={query}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      failedTitle={t('orders.listFailed')}
      countLabel={(count, shown) => t('orders.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('orders.search') }}
      filters={
        <>
          <SegmentedControl
            aria-label={t('view.delivery')}
            value={delivery ?? 'all'}
            onChange={(next) => setFilters({ delivery: next === 'all' ? undefined : (next as 'open' | 'closed') })}
            data={(['all', 'open', 'closed'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
          />
          <RangeChip
            label={t('view.due')}
            from={filters.due_from}
            until={filters.due_until}
            onClear={() => setFilters({ due_from: undefined, due_until: undefined })}
          />
          <RangeChip
            label={t('view.entered')}
            from={filters.entered_from}
            until={undefined}
            onClear={() => setFilters({ entered_from: undefined })}
          />
          <LateOnly value={filters.late} onChange={(late) => setFilters({ late })} />
          <OrderFilters filters={filters} onChange={setFilters} />
        </>
      }
      isFiltered={q !== '' || delivery !== undefined || Object.values(filters).some((value) => value !== undefined)}
      onClearFilters={() => setFilters(NONE)}
      rowName={({ order_number }) => order_number}
      extraActions={<CustomerPricesLink />}
      bulk={[
        sendByMail<ViewedOrder>('customer_order', (count) => common('mail.question', { shown: count })),
        ...(mayWrite ? [deleteRows<ViewedOrder>(api.customerOrders.remove, ['customerOrders'])] : []),
      ]}
      {...(mayWrite && {
        actions: (row: ViewedOrder) => [
          { label: t('repeat.action'), icon: <IconCopy size={17} />, onClick: () => void repeat(row) },
        ],
      })}
      href={({ id, order_number }) =>
        `/ordiniclienti/visualizza-ordini?q=${encodeURIComponent(order_number)}&order=${id}`
      }
      onOpen={toggle}
      lead={{
        header: <span className="visually-hidden">{common('list.actions')}</span>,
        width: '3.25rem',
        cell: (row) => (
          <ActionIcon
            color="gray"
            aria-label={t('view.lines', { number: row.order_number })}
            aria-expanded={row.id === order}
            onClick={() => toggle(row)}
            tabIndex={-1}
          >
            {row.id === order ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
          </ActionIcon>
        ),
      }}
      expanded={(row) => (row.id === order ? <OrderDetail id={row.id} /> : undefined)}
      empty={{
        title: t('orders.empty'),
        hint: t('orders.emptyHint'),
        action: mayWrite && (
          <LinkButton to={`${ENTRY}?edit=new`} variant="light">
            {t('orders.add')}
          </LinkButton>
        ),
      }}
    />
  );
}
export default ViewOrdersPage;

/** Gives an order another delivery day, and its undelivered lines that had the same day as the order. */
async function moveOrder({ id, day, version }: { id: number; day: string; version: number }) {
  const { requested_delivery_date: before, items } = await api.customerOrders.get({ id });
  const isMoved = (line: CustomerOrderItem) =>
    line.delivery_date === before && isUndelivered(line) && !line.is_closed && line.unit_price !== undefined;
  const moved = items.map((line) => (isMoved(line) ? { ...line, delivery_date: day } : line));
  const body = { requested_delivery_date: day, ...(items.some(isMoved) && { items: moved }) };
  return api.customerOrders.update({ id, body, version });
}
