import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PurchaseOrder } from '@bobina/contract/purchasing/orders.ts';
import { useFormats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { ItemStatus, OrderStatus } from '../statuses.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import classes from '../../../ui/lines/lines.module.css';
import { OrderButtons } from './OrderButtons.tsx';

/** Shows an order read-only and without amounts, for users who may not change it. */
export function OrderSheet({ order }: { order: PurchaseOrder }) {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const unitOf = useUnit();
  const pairs = [
    [
      t('order.supplier'),
      <EntityLink key="supplier" kind="supplier" id={order.supplier_id} text={order.supplier_name} />,
    ],
    [t('order.status'), <OrderStatus key="status" status={order.status} />],
    [t('order.order_date'), formats.day(order.order_date)],
    [t('order.requested_arrival_date'), formats.day(order.requested_arrival_date)],
    [t('order.confirmed_arrival_date'), formats.day(order.confirmed_arrival_date)],
    [t('order.notes'), formats.text(order.notes)],
  ] as const;
  return (
    <Page title={order.order_number} subtitle={t('orders.readOnly')} actions={<OrderButtons order={order} />}>
      <div className={classes.panel}>
        <Pairs pairs={pairs} />
      </div>
      <section className={classes.panel} aria-label={t('lines.title')}>
        <Title order={2} fz="md">
          {t('lines.title')}
        </Title>
        <PlainTable
          label={t('lines.title')}
          heads={[
            { label: t('lines.product') },
            { label: t('lines.quantity'), end: true },
            { label: t('lines.received'), end: true },
            { label: t('order.status') },
          ]}
          minWidth={480}
        >
          {order.items.map((item) => (
            <tr key={item.id}>
              <td>
                <Text size="sm" fw={600} span>
                  <EntityLink kind="product" id={item.product_id} text={item.product_code} />
                </Text>{' '}
                · {item.product_name}
              </td>
              <td data-end>{formats.quantity(item.ordered_quantity, unitOf(item.unit_of_measure))}</td>
              <td data-end>{formats.quantity(item.received_quantity, unitOf(item.unit_of_measure))}</td>
              <td>
                <ItemStatus status={item.status} />
              </td>
            </tr>
          ))}
        </PlainTable>
      </section>
    </Page>
  );
}
