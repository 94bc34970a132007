import { sql } from 'kysely';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import type { CustomerOrder, CustomerOrderInput } from '@bobina/contract/orders/orders.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { holdActiveProducts, holdCustomer } from './hold-named.ts';
import { lineColumns, nameProducts, productPath } from './order-lines.ts';
import { writeOrder } from './write-order.ts';

/** Adds a notice when the customer already gave the number to another order. The order is accepted. */
export async function noticeRepeatedNumber(
  act: Act,
  { customer, number, order = 0 }: { customer: number; number?: string | null | undefined; order?: number | undefined },
): Promise<void> {
  if (!number) return;
  const { rows } = await sql`
    select 1 from customer_orders
    where customer_id = ${customer} and lower(customer_order_number) = lower(${number}) and deleted_at is null and id <> ${order} limit 1`.execute(
    act.tx,
  );
  if (rows.length > 0) act.warn('order_number_exists', { number }, 'customer_order_number');
}

/**
 * Enters an order of a customer. Locks the customer and the products for share, then takes the number. The server
 * computes the amounts and ignores those in the request.
 */
export async function createOrder(act: Act, body: CustomerOrderInput): Promise<CustomerOrder> {
  const { items, ...header } = body;
  const checks = new FieldChecks();
  await holdCustomer(act, checks, { id: header.customer_id, path: 'customer_id' });
  const sent = await nameProducts(act, checks, items);
  const active = await holdActiveProducts(
    act,
    sent.map((line) => line.product_id),
  );
  for (const [index, line] of sent.entries()) {
    const product = active.get(line.product_id);
    if (line.product_id !== 0 && !product) checks.add(productPath(items[index]!, index), 'unknown');
    if (product && isRefusedFraction(product.unit_of_measure, line.quantity))
      checks.add(`items.${index}.quantity`, 'whole');
  }
  checks.done();
  await noticeRepeatedNumber(act, { customer: header.customer_id, number: header.customer_order_number });

  const lines = sent.map((line, index) =>
    lineColumns(line, index, { packs: 0, delivery_date: header.requested_delivery_date }),
  );
  return writeOrder(act, { header, lines });
}
