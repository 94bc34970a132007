import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { OrderToReceive } from '@bobina/contract/purchasing/receipts.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { requireVersion } from '../../platform/master-data.ts';
import { FieldChecks, notFound, Problem } from '../../platform/problem.ts';
import { checkReference } from '../registry/index.ts';
import { holdProducts } from '../stock/index.ts';
import { lockOrder } from './lock-order.ts';
import { readOrderToReceive } from './receipt-rows.ts';
import { settleOrder } from './settle-order.ts';

/**
 * Marks an order line as completed before all goods are received, or removes the mark. Locks the order and its lines.
 * @throws INVALID_TRANSITION when all goods are received, or when the supplier or product was deleted; STALE_VERSION
 */
export async function setCompleted(
  act: Act,
  { id, completed, version }: { id: number; completed: boolean; version?: number },
): Promise<OrderToReceive> {
  const found = await act.tx
    .selectFrom('purchase_order_items')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const order = found && (await lockOrder(act, found.order_id));
  const item = order?.items.find((line) => line.id === id);
  if (!order || !item) throw notFound();
  const current = await readOrderToReceive(act.tx, order.id);
  requireVersion(current, version);
  if ((item.status === 'completed') === completed) return current;
  if (!completed && decimalOf(item.received_quantity).gte(item.ordered_quantity))
    throw new Problem('INVALID_TRANSITION');
  if (!completed) await requirePartners(act, { supplier: order.supplier_id, products: [item.product_id] });
  await act.tx.updateTable('purchase_order_items').set({ closed: completed }).where('id', '=', id).execute();
  const settled = await settleOrder(act, order.id);
  const line = current.items.find((row) => row.id === id)!;
  const after = await readOrderToReceive(act.tx, order.id);
  const label = `${order.order_number} · ${line.code}`;
  act.record(completed ? 'complete' : 'reopen', 'purchase-orders', order.id, label, settled, [
    ...diffRecords({ status: current.status }, { status: after.status }),
    { field: `items.${id}.status`, before: item.status, after: after.items.find((row) => row.id === id)!.status },
  ]);
  return after;
}

/**
 * Requires the supplier and the products of lines that an act opens again. Locks them for share.
 * @throws INVALID_TRANSITION when one of them was deleted
 */
export async function requirePartners(
  act: Act,
  { supplier, products }: { supplier: number; products: readonly number[] },
): Promise<void> {
  const checks = new FieldChecks();
  await checkReference(act, checks, { table: 'suppliers', id: supplier, path: 'supplier_id' });
  const held = await holdProducts(act, products);
  if (checks.any || !products.every((product) => held.has(product))) throw new Problem('INVALID_TRANSITION');
}
