/** What happened to the goods of a receipt since they were loaded. */
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** The loads of the receipt `$1`, one row per stock key. */
const RECEIVED = `
  select m.product_id, m.warehouse_id, m.batch_id, min(e.id) as entry_id
  from goods_receipt_items i
  join goods_receipt_movements g on g.receipt_item_id = i.id
  join stock_movements m on m.id = g.movement_id
  join stock_entries e on e.movement_id = m.id and e.reverses is null
  where i.receipt_id = $1
  group by m.product_id, m.warehouse_id, m.batch_id`;

/**
 * Selects what touched the goods of the receipt `$1`, as `batch_id`, `source_type` and `document_id` of a movement: whatever
 * was taken from their stock keys since and is not reversed, and posted counts. Later loads leave the goods untouched. Reels
 * that were mounted or measured and batches of a recall have no movement.
 */
export const USED_GOODS = `
  with received as (${RECEIVED})
  select r.batch_id, m.source_type, m.document_id
  from received r
  join stock_entries e on e.product_id = r.product_id and e.warehouse_id = r.warehouse_id and e.batch_id = r.batch_id
    and e.id > r.entry_id and e.reverses is null and not exists (select from stock_entries v where v.reverses = e.id)
  join stock_movements m on m.id = e.movement_id
  where e.quantity < 0 or m.source_type = 'INV'
  union all
  select r.batch_id, null, null from received r join reels l on l.batch_id = r.batch_id
  where l.machine_id is not null
    or exists (select from reel_readings d where d.batch_id = r.batch_id and d.kind <> 'receipt')
  union all
  select r.batch_id, null, null from received r join recalls c
    on c.pack @> jsonb_build_object('batches', jsonb_build_array(jsonb_build_object('batch_id', r.batch_id)))
  where not c.drill and c.created_at > (select created_at from goods_receipts where id = $1)`;

/** Whether goods of a receipt were touched since, or a purchase invoice names one of its lines. */
export async function isReceiptUsed(db: Db, receipt: number): Promise<boolean> {
  const statement = `select exists (${USED_GOODS}) or exists (
    select from purchase_invoice_lines l join goods_receipt_items i on i.id = l.receipt_item_id where i.receipt_id = $1) as used`;
  const { rows } = await db.executeQuery<{ used: boolean }>(CompiledQuery.raw(statement, [receipt]));
  return rows[0]!.used;
}
