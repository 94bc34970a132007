import type { TFunction } from 'i18next';
import type { CustomerOrder, CustomerOrderItem } from '@bobina/contract/orders/orders.ts';
import { EMPTY, type Formats } from '../../../lib/formats.ts';
import { el, printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { alignOf, textOf, type Column } from '../../../ui/table/columns.tsx';

interface Sheet {
  order: CustomerOrder;
  columns: readonly Column<CustomerOrderItem>[];
  t: TFunction<'orders'>;
  formats: Formats;
}

/** Prints an order with the progress of its lines. */
export function printOrder({ order, columns, t, formats }: Sheet): Promise<void> {
  const pairs = [
    [t('order.customer'), order.customer_name],
    [t('order.customer_order_number'), formats.text(order.customer_order_number)],
    [t('order.order_date'), formats.day(order.order_date)],
    [t('order.requested_delivery_date'), formats.day(order.requested_delivery_date)],
    [t('order.status'), t(`status.${order.production_status}`)],
    [t('order.notes'), formats.text(order.notes)],
  ] as const;
  const text = (column: Column<CustomerOrderItem>, line: CustomerOrderItem) => textOf(column, line, formats);
  return printDocument({
    title: t('view.printTitle', { number: order.order_number }),
    landscape: true,
    content: () => [
      el(
        'p',
        { class: 'meta' },
        pairs
          .filter(([, value]) => value !== EMPTY)
          .flatMap(([term, value], index) => [index > 0 ? ' · ' : '', `${term}: `, el('strong', {}, value)]),
      ),
      printTable(
        columns.map((column) => ({ label: column.label, ...(alignOf(column) === 'end' && { align: 'end' as const }) })),
        order.items.map((line) => columns.map((column) => text(column, line))),
        columns.map(({ key }) =>
          key === 'code' && order.total_amount !== undefined
            ? t('order.total_amount')
            : key === 'total'
              ? formats.money(order.total_amount)
              : '',
        ),
      ),
    ],
  });
}
