import { useTranslation } from 'react-i18next';
import type { CustomerOrder, CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { useFormats } from '../../../lib/formats.ts';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { ProductionStatusBadge } from '../ProductionStatusBadge.tsx';

/** Shows the header data of an order above its lines. */
export function OrderHeader({ order }: { order: CustomerOrderRow | CustomerOrder }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const notes = 'notes' in order ? order.notes : null;
  const codes = (['cig', 'cup'] as const).flatMap((code) =>
    code in order && (order as CustomerOrder)[code]
      ? [[t(`order.${code}`), (order as CustomerOrder)[code]] as const]
      : [],
  );
  const pairs = [
    [
      t('order.customer'),
      <EntityLink key="customer" kind="customer" id={order.customer_id} text={order.customer_name} />,
    ],
    [t('order.customer_order_number'), formats.text(order.customer_order_number)],
    ...codes,
    [t('order.order_date'), formats.day(order.order_date)],
    [t('order.requested_delivery_date'), formats.day(order.requested_delivery_date)],
    [t('order.created_at'), formats.instant(order.created_at)],
    [t('order.created_by'), formats.text(order.created_by_name)],
    ...(order.total_amount === undefined
      ? []
      : [[t('order.total_amount'), formats.money(order.total_amount)] as const]),
    [t('order.status'), <ProductionStatusBadge key="status" status={order.production_status} />],
  ] as const;
  return <Pairs pairs={pairs} wide={notes ? [t('order.notes'), notes] : undefined} />;
}
