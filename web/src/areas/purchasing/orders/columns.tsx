import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseOrderRow } from '@bobina/contract/purchasing/orders.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { CutText } from '../../../ui/cut-text.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { LateMark } from '../../../ui/late.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { OrderStatus } from '../statuses.tsx';

/** The fields of an order that the list reads besides those of its columns. */
export const ORDER_ROW = ['id', 'version', 'order_number', 'supplier_name'] as const;
export type OrderRow = Pick<PurchaseOrderRow, (typeof ORDER_ROW)[number]>;
/** The same for the list of orders that await receipt. */
export const AWAITED_ROW = ['id', 'version', 'order_number'] as const;
export type AwaitedOrder = Pick<PurchaseOrderRow, (typeof AWAITED_ROW)[number]>;
type StatusCell = (order: Pick<PurchaseOrderRow, 'id' | 'status'>) => ReactNode;
const LONGEST_SUPPLIER = 15;
const column = columnsOf<PurchaseOrderRow>();

/** Returns the columns of the list of orders; amounts only for users who may see them. */
export function orderColumns(t: TFunction<'purchasing'>, amounts: boolean): Column<PurchaseOrderRow>[] {
  return [
    numberColumn(t),
    dayColumn(t, 'order_date', 2),
    dayColumn(t, 'requested_arrival_date', 3),
    dayColumn(t, 'confirmed_arrival_date', 3),
    statusColumn(t),
    supplierColumn(t),
    ...(amounts
      ? [
          column(['total_amount', 'currency'], {
            key: 'total_amount',
            label: t('order.total_amount'),
            kind: 'money',
            currency: ({ currency }) => currency,
            width: 'minmax(8rem, 1fr)',
            priority: 2,
          }),
        ]
      : []),
  ];
}

/**
 * Returns the columns of the list of orders that await receipt.
 * @param status shows the status of an order, of which a receipt may wait on this device
 */
export function awaitedColumns(t: TFunction<'purchasing'>, status: StatusCell): Column<PurchaseOrderRow>[] {
  return [
    numberColumn(t),
    dayColumn(t, 'order_date', 2),
    supplierColumn(t),
    statusColumn(t, status),
    column(['requested_arrival_date', 'confirmed_arrival_date', 'status'], {
      key: 'requested_arrival_date',
      label: t('order.requested_arrival_date'),
      kind: 'day',
      cell: (order) => <ArrivalDay {...order} />,
      width: 'minmax(7.5rem, 0.9fr)',
      priority: 2,
    }),
  ];
}

function numberColumn(t: TFunction<'purchasing'>): Column<PurchaseOrderRow> {
  return {
    key: 'order_number',
    label: t('order.order_number'),
    width: 'minmax(9rem, 1fr)',
    priority: 1,
  };
}

function dayColumn(
  t: TFunction<'purchasing'>,
  key: 'order_date' | 'requested_arrival_date' | 'confirmed_arrival_date',
  priority: 2 | 3,
): Column<PurchaseOrderRow> {
  return {
    key,
    label: t(`order.${key}`),
    kind: 'day',
    width: 'minmax(7.5rem, 0.9fr)',
    priority,
  };
}

function statusColumn(
  t: TFunction<'purchasing'>,
  cell: StatusCell = ({ status }) => <OrderStatus status={status} />,
): Column<PurchaseOrderRow> {
  return column(['id', 'status'], {
    key: 'status',
    label: t('order.status'),
    value: ({ status }) => t(`status.${status}`),
    cell,
    width: 'minmax(10.5rem, 1fr)',
    priority: 1,
  });
}

function supplierColumn(t: TFunction<'purchasing'>): Column<PurchaseOrderRow> {
  return column(['supplier_id', 'supplier_name'], {
    key: 'supplier_name',
    label: t('order.supplier'),
    cell: ({ supplier_id, supplier_name }) => (
      <EntityLink kind="supplier" id={supplier_id}>
        <CutText value={supplier_name} longest={LONGEST_SUPPLIER} kept={LONGEST_SUPPLIER} />
      </EntityLink>
    ),
    width: 'minmax(9rem, 1fr)',
    priority: 2,
  });
}

type Arrival = Pick<PurchaseOrderRow, 'requested_arrival_date' | 'confirmed_arrival_date' | 'status'>;

/** The requested day, marked if goods are missing after the day on which they were expected. */
function ArrivalDay({ requested_arrival_date, confirmed_arrival_date, status }: Arrival) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isLate = status !== 'fullyReceived' && (confirmed_arrival_date ?? requested_arrival_date) < companyToday();
  return (
    <>
      {formats.day(requested_arrival_date)}
      {isLate && <LateMark title={t('late.badge')} />}
    </>
  );
}
