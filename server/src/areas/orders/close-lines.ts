import { sql } from 'kysely';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { CustomerOrder, customerOrders } from '@bobina/contract/orders/orders.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { describeChanges, requireVersion } from '../../platform/master-data.ts';
import { FieldChecks, notFound, Problem } from '../../platform/problem.ts';
import { requireCode } from '../../platform/running-servers.ts';
import { checkReference } from '../registry/index.ts';
import { holdOrderedProducts } from './hold-named.ts';
import { lockOrder, type LockedItem, type LockedOrder } from './lock-order.ts';
import { readOrder } from './order-rows.ts';

/** The migration of closed lines: older servers would produce and deliver what is left of them. */
const CLOSED_LINES = 61;

/**
 * Closes the named lines of an order and opens the others again. Locks the order and its lines, then the customer and the
 * products of lines to open for share.
 * @throws 400 on ids without an undelivered line; INVALID_TRANSITION, STALE_VERSION, NOT_CONFIGURED
 */
export async function closeLines(
  act: Act,
  { id, body, version }: HandlerInput<typeof customerOrders.closeLines>,
): Promise<CustomerOrder> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  const before = await readOrder(act.tx, id);
  requireVersion(before, version);
  const open = new Set(order.items.filter(isUndelivered).map((line) => line.id));
  const checks = new FieldChecks();
  for (const [index, item] of body.items.entries()) if (!open.has(item)) checks.add(`items.${index}`, 'unknown');
  checks.done();
  const closed = new Set(body.items);
  const changed = order.items.filter((line) => line.is_closed !== closed.has(line.id));
  if (changed.length === 0) return before;
  if (changed.some((line) => !line.is_closed)) await requireCode(act.tx, CLOSED_LINES);
  await requirePartners(
    act,
    order,
    changed.filter(({ is_closed }) => is_closed),
  );
  await sql`
    update customer_order_items set closed_at = case when closed_at is null then now() end
    where id = any(${changed.map((line) => line.id)})`.execute(act.tx);
  await act.tx
    .updateTable('customer_orders')
    .set({ version: order.version + 1, modified_at: sql<string>`now()`, modified_by: act.user.id })
    .where('id', '=', id)
    .execute();
  const after = await readOrder(act.tx, id);
  const change = describeChanges({ closed_lines: codesOf(before) }, { closed_lines: codesOf(after) });
  const label = [after.order_number, after.customer_name, change].join(' · ');
  act.record('update', 'customer-orders', id, label, after.version, diffRecords(before, after));
  act.changed('production');
  return after;
}

/** The codes of the closed lines, for the activity log; null for none. */
function codesOf({ items }: CustomerOrder): string | null {
  const closed = items.filter((line) => line.is_closed).map(({ code }) => code);
  return closed.length > 0 ? closed.join(', ') : null;
}

function isUndelivered({ undelivered_quantity }: LockedItem): boolean {
  return decimalOf(undelivered_quantity).gt(0);
}

/** Requires what lines to open wait for: nothing open belongs to a deleted customer or product. */
async function requirePartners(act: Act, order: LockedOrder, lines: readonly LockedItem[]): Promise<void> {
  if (!lines.some(isUndelivered)) return;
  const checks = new FieldChecks();
  await checkReference(act, checks, { table: 'customers', id: order.customer_id, path: 'customer_id' });
  const held = await holdOrderedProducts(
    act,
    lines.map(({ product_id }) => product_id),
  );
  if (checks.any || !lines.every(({ product_id }) => held.has(product_id))) throw new Problem('INVALID_TRANSITION');
}
