import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { OrderToReceive, ReceiptInput } from '@bobina/contract/purchasing/receipts.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { FieldChange } from '@bobina/contract/system/history.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { addNotice } from '../../platform/notices.ts';
import { invalid } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { createReels, postMovements, takeReelNumbers, type LoadedReel } from '../stock/index.ts';
import { limitReceipt, refuseCompletedReceipts } from './limit-receipt.ts';
import { lockOrder, type LockedOrder } from './lock-order.ts';
import { receiptContent } from './receipt-content.rules.ts';
import { checkReceiptLines, type ReceiptLine } from './receipt-lines.ts';
import { readOrderToReceive } from './receipt-rows.ts';
import { settleOrder } from './settle-order.ts';
import { warnRepeatedDocument } from './warn-repeated-document.ts';

/**
 * Receives goods of an order into stock on the booking day, all or nothing. Locks the order and its lines, locks the
 * products and warehouses for share, then locks the stock keys.
 * @throws DUPLICATE_DOCUMENT, ITEM_COMPLETED, OVER_RECEIPT, BATCH_DATES
 */
export async function receiveGoods(
  act: Act,
  body: ReceiptInput,
): Promise<{ receipt_id: number; order: OrderToReceive; reels: Reel[] }> {
  const order = await lockOrder(act, body.order_id);
  if (!order) throw invalid('order_id', 'unknown');
  const lines = await checkReceiptLines(act, body, order);
  const today = await companyToday(act.tx);
  const receipt = await writeReceipt(act, body, lines, today);
  refuseCompletedReceipts(lines);
  const received = await limitReceipt(act, { lines, force: body.force ?? false });
  const ids = await writeLines(act, receipt, lines, received);
  await warnRepeatedDocument(act, receipt, body);
  const reels = await loadStock(act, order, lines, ids, today);
  const version = await settleOrder(act, order.id);
  const after = await readOrderToReceive(act.tx, order.id);
  const label = `${order.order_number} · ${body.document_number}`;
  act.record('receive', 'purchase-orders', order.id, label, version, diffReceived(order, after));
  await noticeArrival(act, after);
  return { receipt_id: receipt, order: after, reels };
}

/** Compares an order before and after an act on its receipts: its status, and the quantity received of each line. */
export function diffReceived(before: LockedOrder, after: OrderToReceive): FieldChange[] {
  return diffRecords(progressOf(before), progressOf(after));
}

function progressOf({ status, items }: Pick<LockedOrder | OrderToReceive, 'status' | 'items'>) {
  return {
    status,
    items: items.map(({ id, received_quantity, status: progress }) => ({
      id,
      received_quantity: Number(received_quantity),
      status: progress,
    })),
  };
}

async function noticeArrival(act: Act, { id, order_number, supplier_name }: OrderToReceive): Promise<void> {
  await addNotice(act, {
    kind: 'goods_arrived',
    entity: 'purchase-orders',
    entity_id: id,
    code: order_number,
    label: `${order_number} · ${supplier_name}`,
  });
}

/** Writes the document; a unique index refuses a duplicate. */
async function writeReceipt(
  act: Act,
  { document_number, document_date, order_id }: ReceiptInput,
  lines: readonly ReceiptLine[],
  today: string,
): Promise<number> {
  const content = createHash('sha256').update(receiptContent(lines)).digest();
  const { id } = await act.tx
    .insertInto('goods_receipts')
    .values({ order_id, document_number, document_date, receipt_date: today, content, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Writes each line with the remaining quantity and updates the total received of its order line: two statements for any
 * number of lines.
 */
async function writeLines(
  act: Act,
  receipt: number,
  lines: readonly ReceiptLine[],
  received: readonly Decimal[],
): Promise<number[]> {
  const sent = lines.map(({ item, warehouse_id, quantity }, index) => {
    const left = decimalOf(item.ordered_quantity).minus(received[index]!);
    return {
      order_item_id: item.id,
      warehouse_id,
      quantity: quantity.toFixed(),
      remaining_quantity: left.lt(0) ? '0' : left.toFixed(),
    };
  });
  const { rows } = await sql<{ id: number }>`
    insert into goods_receipt_items (receipt_id, order_item_id, warehouse_id, quantity, remaining_quantity)
    select ${receipt}::integer, l.order_item_id, l.warehouse_id, l.quantity, l.remaining_quantity
    from rows from (jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
      as (order_item_id integer, warehouse_id integer, quantity numeric, remaining_quantity numeric)) with ordinality
      l (order_item_id, warehouse_id, quantity, remaining_quantity, at)
    order by l.at
    returning id`.execute(act.tx);
  // An order line split over warehouses keeps the total of its last part.
  const totals = new Map(lines.map(({ item }, index) => [item.id, received[index]!.toFixed()]));
  await sql`
    update purchase_order_items i set received_quantity = l.received
    from unnest(${[...totals.keys()]}::integer[], ${[...totals.values()]}::numeric[]) l (id, received)
    where i.id = l.id`.execute(act.tx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/**
 * Posts one load per batch or reel, or one per line without batches, and writes the cost of the batches.
 * @returns the new reels, in the order sent
 */
async function loadStock(
  act: Act,
  order: LockedOrder,
  lines: readonly ReceiptLine[],
  ids: readonly number[],
  today: string,
): Promise<Reel[]> {
  const parts = lines.flatMap((line, index) =>
    line.parts.map((part, at) => ({ ...line, part, at, receipt_item_id: ids[index]! })),
  );
  const isReel = parts.map(({ part }) => part.reel !== undefined);
  const numbers = await takeReelNumbers(act, isReel.filter(Boolean).length, today);
  // The number of each part that is a reel.
  const numbered = isReel.map((is, at) => (is ? numbers[isReel.slice(0, at).filter(Boolean).length]! : null));
  const movements = await postMovements(act, {
    lines: parts.map(({ item, warehouse_id, part, path, at }, index) => ({
      quantity: part.quantity,
      production_date: part.production_date,
      expiry_date: part.expiry_date,
      batch_number: numbered[index]?.code ?? part.batch_number,
      movement_type: 'C',
      source_type: 'PO',
      movement_date: today,
      product_id: item.product_id,
      warehouse_id,
      document_id: order.id,
      document_number: order.order_number,
      paths: { quantity: `${path}.quantity`, batch_number: `${path}.batches.${at}.batch_number` },
    })),
  });
  await sql`
    insert into goods_receipt_movements (receipt_item_id, movement_id)
    select * from unnest(${parts.map(({ receipt_item_id }) => receipt_item_id)}::integer[], ${movements}::integer[])`.execute(
    act.tx,
  );
  await sql`select keep_received_costs(array(select distinct batch_id from stock_movements where id = any(${movements})))`.execute(
    act.tx,
  );
  const loaded = parts.flatMap(({ part: { reel } }, index): LoadedReel[] =>
    reel ? [{ ...reel, ...numbered[index]!, movement_id: movements[index]! }] : [],
  );
  return createReels(act, loaded);
}
