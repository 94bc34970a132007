import { sql } from 'kysely';
import type { RecalledSupply } from '@bobina/contract/system/trace.ts';
import type { Db } from '../../platform/database/db.ts';

/** Reads the goods receipts of the batches, the oldest first, one row per receipt and batch. */
export async function readSupplies(db: Db, batches: readonly number[]): Promise<RecalledSupply[]> {
  const { rows } = await sql<RecalledSupply>`
    select o.supplier_id, s.business_name as supplier_name, b.id as batch_id, b.batch_number, p.code as product_code,
      g.document_number, g.receipt_date as received_on, sum(m.quantity)::float8 as quantity, p.unit_of_measure,
      r.supplier_lot, r.mill_number, min(i.order_item_id) as order_item_id
    from stock_movements m
    join goods_receipt_movements gm on gm.movement_id = m.id
    join goods_receipt_items i on i.id = gm.receipt_item_id
    join goods_receipts g on g.id = i.receipt_id
    join purchase_orders o on o.id = g.order_id
    join suppliers s on s.id = o.supplier_id
    join batches b on b.id = m.batch_id
    join products p on p.id = b.product_id
    left join reels r on r.batch_id = b.id
    where m.batch_id = any (${batches}::integer[]) and m.deleted_at is null
    group by g.id, o.supplier_id, s.id, b.id, p.id, r.batch_id
    order by g.receipt_date, g.id, b.id`.execute(db);
  return rows;
}
