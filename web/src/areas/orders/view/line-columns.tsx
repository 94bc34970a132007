import type { TFunction } from 'i18next';
import type { CustomerOrderItem } from '@bobina/contract/orders/orders.ts';
import type { Formats } from '../../../lib/formats.ts';
import { DeliveryDay } from '../../../ui/late.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { ProductionStatusBadge } from '../ProductionStatusBadge.tsx';

/** Stages of a line's progress, from the order to the invoice. */
export const STAGES = [
  'quantity',
  'scheduled_quantity',
  'produced_quantity',
  'loaded_quantity',
  'delivered_quantity',
  'invoiced_quantity',
] as const;

/**
 * Returns the columns of an order's lines with their progress, for screen, print and export. @param amounts whether the
 * user may see amounts
 */
export function orderLineColumns(
  t: TFunction<'orders'>,
  formats: Formats,
  unitOf: (unit: string) => string,
  amounts: boolean,
): Column<CustomerOrderItem>[] {
  return [
    {
      key: 'code',
      label: t('lines.product'),
      value: ({ code, product_name }) => `${code} · ${product_name}`,
      cell: ({ product_id, code, product_name }) => (
        <>
          <strong>
            <EntityLink kind="product" id={product_id} text={code} />
          </strong>{' '}
          · <EntityLink kind="product" id={product_id} text={product_name} />
        </>
      ),
    },
    ...STAGES.map((key): Column<CustomerOrderItem> => ({
      key,
      label: t(`stage.${key}`),
      kind: 'number',
      cell: (line) => (
        <span style={key !== 'quantity' && line[key] >= line.quantity ? { fontWeight: 600 } : undefined}>
          {formats.quantity(line[key], unitOf(line.unit_of_measure))}
        </span>
      ),
    })),
    {
      key: 'unit_of_measure',
      label: t('lines.unit'),
      value: ({ unit_of_measure }) => unitOf(unit_of_measure),
    },
    {
      key: 'delivery_date',
      label: t('lines.delivery_date'),
      kind: 'day',
      cell: ({ delivery_date, is_late }) => <DeliveryDay day={delivery_date} isLate={is_late} />,
    },
    {
      key: 'production_status',
      label: t('order.status'),
      value: (line) => t(`status.${statusOf(line)}`),
      cell: (line) => <ProductionStatusBadge status={statusOf(line)} />,
    },
    { key: 'item_priority', label: t('lines.priority'), value: ({ item_priority }) => t(`priority.${item_priority}`) },
    ...(amounts
      ? ([
          { key: 'unit_price', label: t('lines.unit_price'), kind: 'number', decimals: [5, 4] },
          { key: 'total', label: t('lines.total'), kind: 'money' },
        ] satisfies Column<CustomerOrderItem>[])
      : []),
  ];
}

function statusOf({ is_closed, production_status }: CustomerOrderItem) {
  return is_closed ? 'chiusa' : production_status;
}
