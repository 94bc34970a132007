import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import type { CustomerOrder, CustomerOrderInput } from '@bobina/contract/orders/orders.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { nextOrderNumbers } from './number-orders.ts';
import { insertLines, type StoredLine } from './order-lines.ts';
import { readOrder } from './order-rows.ts';
import { warnZeroPrice } from './warn-zero-price.ts';

interface NewOrder {
  header: Omit<CustomerOrderInput, 'items'>;
  lines: readonly StoredLine[];
  /** Names the source of the lines in the activity log. */
  origin?: string;
}

/** Writes a new order whose customer and products the act has checked and locked. Takes the number from its counter. */
export async function writeOrder(act: Act, { header, lines, origin }: NewOrder): Promise<CustomerOrder> {
  const [order_number] = await nextOrderNumbers(act, [header.order_date]);
  const { id } = await act.tx
    .insertInto('customer_orders')
    .values({
      ...header,
      order_number: order_number!,
      total_amount: sum(lines.map(({ total }) => decimalOf(total))).toFixed(),
      created_by: act.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertLines(
    act,
    lines.map((line) => ({ ...line, order_id: id })),
  );
  const order = await readOrder(act.tx, id);
  warnZeroPrice(act, order);
  const label = [order.order_number, order.customer_name, origin].filter(Boolean).join(' · ');
  act.record('create', 'customer-orders', id, label, order.version, diffRecords(null, order));
  act.changed('production');
  return order;
}
