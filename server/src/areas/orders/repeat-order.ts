import { addDays, daysBetween, type Day } from '@bobina/contract/core/dates.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import type { CustomerOrder, CustomerOrderItem } from '@bobina/contract/orders/orders.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks, notFound, Problem } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { holdActiveProducts, holdCustomer } from './hold-named.ts';
import { lockOrder } from './lock-order.ts';
import { lineColumns } from './order-lines.ts';
import { readOrder } from './order-rows.ts';
import { writeOrder } from './write-order.ts';

const LAST_DAY: Day = '9999-12-31';

/**
 * Enters an order of today with the lines of another order, their prices and its notes. Days keep their distance from
 * the order date, but are never before today. Leaves out lines with an inactive product or with a fraction of a counted
 * unit, and warns of them. Locks the order, then the customer and the products for share.
 * @throws NOT_FOUND, VALIDATION when the customer is inactive, INVALID_TRANSITION when no line is left
 */
export async function repeatOrder(act: Act, id: number): Promise<CustomerOrder> {
  if (!(await lockOrder(act, id))) throw notFound();
  const order = await readOrder(act.tx, id);
  const checks = new FieldChecks();
  await holdCustomer(act, checks, { id: order.customer_id, path: 'customer_id' });
  checks.done();
  const lines = await selectLines(act, order.items);

  const today = await companyToday(act.tx);
  const move = (day: Day): Day => {
    const moved = addDays(day, Math.min(daysBetween(order.order_date, today), daysBetween(day, LAST_DAY)));
    return moved < today ? today : moved;
  };
  const header = {
    customer_id: order.customer_id,
    order_date: today,
    requested_delivery_date: move(order.requested_delivery_date),
    notes: order.notes,
  };
  const columns = lines.map(({ product_id, quantity, unit_price, packs, delivery_date }, position) =>
    lineColumns({ product_id, quantity, unit_price }, position, { packs, delivery_date: move(delivery_date) }),
  );
  return writeOrder(act, { header, lines: columns, origin: `repeat ${order.order_number}` });
}

/** Returns the lines that can be ordered again and warns of the others. Locks their products for share. */
async function selectLines(act: Act, items: readonly CustomerOrderItem[]): Promise<CustomerOrderItem[]> {
  const active = await holdActiveProducts(
    act,
    items.map(({ product_id }) => product_id),
  );
  const isFraction = ({ unit_of_measure, quantity }: CustomerOrderItem) => isRefusedFraction(unit_of_measure, quantity);
  const sold = items.filter(({ product_id }) => active.has(product_id));
  const lines = sold.filter((line) => !isFraction(line));
  if (lines.length === 0) throw new Problem('INVALID_TRANSITION');
  const inactive = items.filter(({ product_id }) => !active.has(product_id));
  if (inactive.length > 0) act.warn('left_out_inactive', { products: codesOf(inactive) });
  const fractions = sold.filter(isFraction);
  if (fractions.length > 0) act.warn('left_out_fraction', { products: codesOf(fractions) });
  return lines;
}

function codesOf(lines: readonly CustomerOrderItem[]): string {
  return [...new Set(lines.map(({ code }) => code))].join(', ');
}
