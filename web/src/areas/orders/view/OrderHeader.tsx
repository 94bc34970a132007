import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerOrder, CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { useFormats } from '../../../lib/formats.ts';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { ProductionStatusBadge } from '../ProductionStatusBadge.tsx';

/** An order, or what a list shows of it. */
export type KnownOrder = Pick<CustomerOrderRow, 'id' | 'order_number' | 'customer_name'> & Partial<CustomerOrder>;

/** Shows the header data of an order above its lines, without the fields that are not known. */
export function OrderHeader({ order }: { order: KnownOrder }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const { customer_name, order_date, requested_delivery_date, created_at, total_amount, production_status } = order;
  const pairs = [
    [t('order.customer'), <EntityLink key="customer" kind="customer" id={order.customer_id} text={customer_name} />],
    order.customer_order_number !== undefined && [
      t('order.customer_order_number'),
      formats.text(order.customer_order_number),
    ],
    ...(['cig', 'cup'] as const).map((code) => order[code] && ([t(`order.${code}`), order[code]] as const)),
    order_date && [t('order.order_date'), formats.day(order_date)],
    requested_delivery_date && [t('order.requested_delivery_date'), formats.day(requested_delivery_date)],
    created_at && [t('order.created_at'), formats.instant(created_at)],
    order.created_by_name !== undefined && [t('order.created_by'), formats.text(order.created_by_name)],
    total_amount !== undefined && [t('order.total_amount'), formats.money(total_amount)],
    production_status && [t('order.status'), <ProductionStatusBadge key="status" status={production_status} />],
  ].filter((pair) => Array.isArray(pair)) as [string, ReactNode][];
  return <Pairs pairs={pairs} wide={order.notes ? [t('order.notes'), order.notes] : undefined} />;
}
