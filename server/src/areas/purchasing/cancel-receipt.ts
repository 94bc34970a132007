import { sql } from 'kysely';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { GoodsReceipt } from '@bobina/contract/purchasing/receipts.ts';
import type { Act } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { requireCode } from '../../platform/running-servers.ts';
import { holdProducts, holdWarehouses, postMovements } from '../stock/index.ts';
import { lockOrder, type LockedOrder } from './lock-order.ts';
import { lockSupplierInvoices } from './lock-supplier-invoices.ts';
import { readGoodsReceipt, readOrderToReceive } from './receipt-rows.ts';
import { diffReceived } from './receive-goods.ts';
import { requirePartners } from './set-completed.ts';
import { settleOrder } from './settle-order.ts';
import { isReceiptUsed } from './used-goods.ts';

/** The migration of cancelled receipts: older servers would list, value and invoice their goods. */
const CANCELLED_RECEIPTS = 58;

interface Receipt {
  id: number;
  order_id: number;
  document_number: string;
  receipt_date: Day;
  cancelled_at: string | null;
}
/** A load of the receipt. */
interface Load {
  order_item_id: number;
  product_id: number;
  warehouse_id: number;
  batch_id: number;
  movement_id: number;
  quantity: string;
}

/**
 * Cancels a receipt whose goods are untouched: reverses its stock movements with their original date and takes its
 * quantities off the order lines. Locks the order and its lines, the supplier and the products and warehouses for share,
 * the invoices of the supplier, the receipt lines, then the batches and stock keys.
 * @throws IN_USE, INVALID_TRANSITION, INSUFFICIENT_STOCK at the end of a past day, PERIOD_CLOSED, NOT_CONFIGURED
 */
export async function cancelReceipt(act: Act, { id, reason }: { id: number; reason: string }): Promise<GoodsReceipt> {
  const { order, receipt } = await lockReceipt(act, id);
  if (receipt.cancelled_at !== null) throw new Problem('INVALID_TRANSITION', { text: 'RECEIPT_CANCELLED' });
  await requireCode(act.tx, CANCELLED_RECEIPTS);
  await sql`select refuse_closed_day(${receipt.receipt_date}::date)`.execute(act.tx);
  const loads = await readLoads(act, id);
  await holdGoodsOf(act, order, loads);
  await lockSupplierInvoices(act.tx, order.supplier_id);
  // Not for update: an invoice that names a line by its foreign key waits for the lock of the invoices.
  await sql`select id from goods_receipt_items where receipt_id = ${id} order by id for no key update`.execute(act.tx);
  const batches = [...new Set(loads.map(({ batch_id }) => batch_id))];
  // From here on nobody sells, moves, counts, weighs or mounts the goods.
  await sql`select lock_batches(${batches}::integer[])`.execute(act.tx);
  if (await isReceiptUsed(act.tx, id)) throw new Problem('IN_USE', { text: 'RECEIPT_USED' });
  await postMovements(act, { lines: [], undone: loads.map(({ movement_id }) => movement_id) });
  await sql`select keep_received_costs(${batches}::integer[])`.execute(act.tx);
  await takeOffLines(act, id);
  await markCancelled(act, id, reason);
  const version = await settleOrder(act, order.id);
  const after = await readOrderToReceive(act.tx, order.id);
  const label = `${order.order_number} · ${receipt.document_number}`;
  act.record('cancel-receipt', 'purchase-orders', order.id, label, version, [
    ...diffReceived(order, after),
    { field: 'cancel_reason', before: null, after: reason },
  ]);
  act.changed('reels');
  return readGoodsReceipt(act.tx, id);
}

/** Locks the order of a receipt with its lines, then the receipt. @throws NOT_FOUND */
async function lockReceipt(act: Act, id: number): Promise<{ order: LockedOrder; receipt: Receipt }> {
  // A receipt never changes its order.
  const found = await act.tx.selectFrom('goods_receipts').select('order_id').where('id', '=', id).executeTakeFirst();
  const order = found && (await lockOrder(act, found.order_id));
  if (!order) throw notFound();
  const { rows } = await sql<Receipt>`
    select id, order_id, document_number, receipt_date, cancelled_at from goods_receipts where id = ${id} for update`.execute(
    act.tx,
  );
  return { order, receipt: rows[0]! };
}

async function readLoads(act: Act, receipt: number): Promise<Load[]> {
  const { rows } = await sql<Load>`
    select i.order_item_id, m.product_id, m.warehouse_id, m.batch_id, m.id as movement_id, m.quantity
    from goods_receipt_items i
    join goods_receipt_movements g on g.receipt_item_id = i.id
    join stock_movements m on m.id = g.movement_id
    where i.receipt_id = ${receipt} order by m.id`.execute(act.tx);
  return rows;
}

/** Locks products and warehouses; a line that opens again needs its supplier too. */
async function holdGoodsOf(act: Act, order: LockedOrder, loads: readonly Load[]): Promise<void> {
  const products = loads.map(({ product_id }) => product_id);
  const opened = order.items.filter((item) => {
    const taken = loads.filter(({ order_item_id }) => order_item_id === item.id);
    const left = taken.reduce((rest, { quantity }) => rest.minus(quantity), decimalOf(item.received_quantity));
    return taken.length > 0 && item.status === 'completed' && !item.closed && left.lt(item.ordered_quantity);
  });
  if (opened.length > 0) await requirePartners(act, { supplier: order.supplier_id, products });
  else await holdProducts(act, products);
  await holdWarehouses(
    act,
    loads.map(({ warehouse_id }) => warehouse_id),
  );
}

async function takeOffLines(act: Act, receipt: number): Promise<void> {
  await sql`
    update purchase_order_items i set received_quantity = i.received_quantity::numeric - l.quantity
    from (
      select order_item_id, sum(quantity::numeric) as quantity from goods_receipt_items where receipt_id = ${receipt} group by 1
    ) l
    where i.id = l.order_item_id`.execute(act.tx);
}

/** Marks the receipt; its content becomes distinct, so that its delivery note can be received again. */
async function markCancelled(act: Act, id: number, reason: string): Promise<void> {
  await sql`
    update goods_receipts set cancelled_at = now(), cancelled_by = ${act.user.id}, cancel_reason = ${reason},
      content = content || int4send(id)
    where id = ${id}`.execute(act.tx);
}
