import { sql } from 'kysely';
import type {
  PurchaseOrder,
  PurchaseOrderChange,
  PurchaseOrderItemInput,
  purchaseOrders,
} from '@bobina/contract/purchasing/orders.ts';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { describeChanges, requireVersion } from '../../platform/master-data.ts';
import { FieldChecks, notFound, Problem, type FieldRefusal } from '../../platform/problem.ts';
import { checkReference } from '../registry/index.ts';
import { checkLines, grows, lineColumns, quantityOf, quantityPath } from './check-order-lines.ts';
import { lockOrder, type LockedItem, type LockedOrder } from './lock-order.ts';
import { matchLines, type Matched } from '../../platform/order-lines.rules.ts';
import { readOrder } from './order-rows.ts';
import { settleOrder } from './settle-order.ts';
import { warnEarlyArrival } from './warn-early-arrival.ts';

/**
 * Changes an order. Matches lines by id, otherwise by product in order; omitted lines are deleted. Locks the order and
 * its lines, then locks newly named rows for share.
 * @throws IN_USE where goods were received, CODE_EXISTS, STALE_VERSION
 */
export async function updateOrder(
  act: Act,
  { id, body, version }: HandlerInput<typeof purchaseOrders.update>,
): Promise<PurchaseOrder> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  const before = await readOrder(act, id);
  requireVersion(before, version);
  const { items, order_number, ...header } = body;
  const match = items && matchLines(order.items, items);
  const checks = new FieldChecks();
  const supplier = header.supplier_id ?? order.supplier_id;
  // A supplier deleted after complete receipt does not block changes that order nothing more.
  if (supplier !== order.supplier_id || items?.some((line, index) => grows(line, match!.stored[index])))
    await checkReference(act, checks, { table: 'suppliers', id: supplier, path: 'supplier_id' });
  for (const index of match?.unknown ?? []) checks.add(`items.${index}.id`, 'unknown');
  const currency = items
    ? await checkLines(act, checks, { lines: items, stored: match!.stored, current: order.currency })
    : order.currency;
  checks.done();
  keepReceived({ order, received: await readReceivedLines(act, id) }, body, match);

  await act.tx
    .updateTable('purchase_orders')
    .set({ ...header, currency, ...(order_number && { order_number }) })
    .where('id', '=', id)
    .execute();
  if (items) {
    await writeLines(act, id, items, match!);
    await keepCosts(act, id);
  }
  await settleOrder(act, id);
  const after = await readOrder(act, id);
  warnEarlyArrival(act, { order: after, sent: header });
  act.record(
    'update',
    'purchase-orders',
    id,
    [`${after.order_number} · ${after.supplier_name}`, describeChanges(before, { ...header, order_number })]
      .filter(Boolean)
      .join(' · '),
    after.version,
    diffRecords(before, after),
  );
  return after;
}

/** Reads the lines that a receipt names, even a cancelled one: its goods stay those of the line. */
async function readReceivedLines(act: Act, order: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct l.order_item_id as id from goods_receipt_items l
    join purchase_order_items i on i.id = l.order_item_id where i.order_id = ${order}`.execute(act.tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Refuses changes of received lines: they keep their line, product, supplier and received quantity.
 * @throws IN_USE with every field
 */
function keepReceived(
  { order, received }: { order: LockedOrder; received: ReadonlySet<number> },
  body: PurchaseOrderChange,
  match: Matched<LockedItem> | undefined,
): void {
  const isReceived = ({ id }: LockedItem) => received.has(id);
  const fields: FieldRefusal[] = [];
  if (body.supplier_id !== undefined && body.supplier_id !== order.supplier_id && order.items.some(isReceived))
    fields.push({ path: 'supplier_id', code: 'alreadyReceived' });
  if (match?.gone.some(isReceived)) fields.push({ path: 'items', code: 'alreadyReceived' });
  for (const [index, line] of (body.items ?? []).entries()) {
    const stored = match!.stored[index];
    if (!stored || !isReceived(stored)) continue;
    if (stored.product_id !== line.product_id)
      fields.push({ path: `items.${index}.product_id`, code: 'alreadyReceived' });
    const quantity = decimalOf(quantityOf(line));
    // Receipts may exceed the order, so an unchanged quantity is accepted.
    if (quantity.lt(stored.received_quantity) && !quantity.eq(stored.ordered_quantity))
      fields.push({
        path: quantityPath(line, index),
        code: 'belowReceived',
        values: { min: toNumber(stored.received_quantity) },
      });
  }
  if (fields.length > 0) throw new Problem('IN_USE', { text: 'GOODS_RECEIVED', fields });
}

async function writeLines(
  act: Act,
  order: number,
  lines: readonly PurchaseOrderItemInput[],
  { stored, gone }: Matched<LockedItem>,
): Promise<void> {
  if (gone.length > 0)
    await act.tx
      .deleteFrom('purchase_order_items')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  for (const [index, line] of lines.entries()) {
    const columns = lineColumns(line, index);
    const before = stored[index];
    if (before) await act.tx.updateTable('purchase_order_items').set(columns).where('id', '=', before.id).execute();
    else
      await act.tx
        .insertInto('purchase_order_items')
        .values({ ...columns, order_id: order })
        .execute();
  }
}

/** Writes the cost of the batches that were received on an order, because a price may have changed. */
async function keepCosts(act: Act, order: number): Promise<void> {
  await sql`
    select keep_received_costs(array(
      select distinct m.batch_id from purchase_order_items i
      join goods_receipt_items l on l.order_item_id = i.id
      join goods_receipt_movements g on g.receipt_item_id = l.id
      join stock_movements m on m.id = g.movement_id
      where i.order_id = ${order}
    ))`.execute(act.tx);
}
