/** Reads the open quantities of an order, its receipts and those of a line. */
import { sql } from 'kysely';
import type {
  GoodsReceipt,
  ItemToReceive,
  OrderToReceive,
  ReceiptHistory,
} from '@bobina/contract/purchasing/receipts.ts';
import type { Db } from '../../platform/database/db.ts';
import { numeric } from '../../platform/master-data.ts';
import { notFound } from '../../platform/problem.ts';

/** The batches received for a line; the movements of a cancelled receipt are deleted. */
const batchesOf = sql`
  from goods_receipt_items r
  join goods_receipt_movements rm on rm.receipt_item_id = r.id
  join stock_movements m on m.id = rm.movement_id
  join batches b on b.id = m.batch_id and b.batch_number <> ''`;

/** Reads an order with the quantities still to receive. @throws NOT_FOUND */
export async function readOrderToReceive(db: Db, id: number): Promise<OrderToReceive> {
  const order = await db
    .selectFrom('purchase_orders as t')
    .innerJoin('suppliers as supplier', 'supplier.id', 't.supplier_id')
    .where('t.id', '=', id)
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.order_number',
      't.order_date',
      't.requested_arrival_date',
      't.supplier_id',
      'supplier.business_name as supplier_name',
      't.version',
    ])
    .select(sql<OrderToReceive['status']>`t.status`.as('status'))
    .executeTakeFirst();
  if (!order) throw notFound();
  return { ...order, items: await itemsToReceive(db, id) };
}

/** Reads the receipts of an order line. @throws NOT_FOUND */
export async function readItemHistory(db: Db, item: number): Promise<ReceiptHistory> {
  const summary = await db
    .selectFrom('purchase_order_items as t')
    .innerJoin('purchase_orders as order', 'order.id', 't.order_id')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .where('t.id', '=', item)
    .where('order.deleted_at', 'is', null)
    .select([
      't.product_id',
      'product.code as product_code',
      'product.description as product_description',
      'product.unit_of_measure',
    ])
    .select([
      numeric('t.ordered_quantity', 'total_ordered'),
      numeric('t.received_quantity', 'total_received'),
      sql<string | null>`(select max(receipt_date) from goods_receipts
        where cancelled_at is null and id in (select receipt_id from goods_receipt_items where order_item_id = t.id))`.as(
        'last_receipt_date',
      ),
    ])
    .executeTakeFirst();
  if (!summary) throw notFound();
  const { rows } = await sql<ReceiptHistory['receipts'][number]>`
    select g.id as receipt_id, g.document_number as ddt_number, g.document_date as ddt_date, t.quantity::float8 as received_quantity,
      t.remaining_quantity::float8 as remaining_quantity, w.id as warehouse_id, w.name as warehouse_name,
      g.cancelled_at, canceller.name as cancelled_by_name, g.cancel_reason,
      coalesce((
        select jsonb_agg(jsonb_build_object('batchId', b.id, 'batchNumber', b.batch_number, 'quantity', m.quantity, 'productionDate', b.production_date, 'expiryDate', b.expiry_date)
          order by m.id) ${batchesOf} where r.id = t.id
      ), '[]') as batches
    from goods_receipt_items t
    join goods_receipts g on g.id = t.receipt_id
    join warehouses w on w.id = t.warehouse_id
    left join users canceller on canceller.id = g.cancelled_by
    where t.order_item_id = ${item} order by t.id`.execute(db);
  const counted = new Set(rows.flatMap(({ receipt_id, cancelled_at }) => (cancelled_at === null ? [receipt_id] : [])));
  return { ...summary, receipt_count: counted.size, receipts: rows };
}

/** Reads one receipt, also a cancelled one. @throws NOT_FOUND also when its order was deleted */
export async function readGoodsReceipt(db: Db, id: number): Promise<GoodsReceipt> {
  const receipt = await db
    .selectFrom('goods_receipts as t')
    .innerJoin('purchase_orders as order', 'order.id', 't.order_id')
    .innerJoin('suppliers as supplier', 'supplier.id', 'order.supplier_id')
    .innerJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as canceller', 'canceller.id', 't.cancelled_by')
    .where('t.id', '=', id)
    .where('order.deleted_at', 'is', null)
    .select([
      't.id',
      't.order_id',
      'order.order_number',
      'order.supplier_id',
      'supplier.business_name as supplier_name',
    ])
    .select([
      't.document_number',
      't.document_date',
      't.receipt_date',
      't.created_at',
      'creator.name as created_by_name',
    ])
    .select(['t.cancelled_at', 'canceller.name as cancelled_by_name', 't.cancel_reason'])
    .executeTakeFirst();
  if (!receipt) throw notFound();
  const { rows: items } = await sql<GoodsReceipt['items'][number]>`
    select t.id, t.order_item_id, i.product_id, p.code as product_code, p.unit_of_measure, t.quantity::float8 as quantity,
      t.warehouse_id, w.name as warehouse_name,
      coalesce((
        select jsonb_agg(jsonb_build_object('batch_id', b.id, 'batch_number', b.batch_number, 'quantity', m.quantity) order by m.id)
        ${batchesOf} where r.id = t.id
      ), '[]') as batches
    from goods_receipt_items t
    join purchase_order_items i on i.id = t.order_item_id
    join products p on p.id = i.product_id
    join warehouses w on w.id = t.warehouse_id
    where t.receipt_id = ${id} order by t.id`.execute(db);
  return { ...receipt, items };
}

async function itemsToReceive(db: Db, order: number): Promise<ItemToReceive[]> {
  const { rows } = await sql<ItemToReceive>`
    select i.id, i.product_id, p.code, p.description, p.unit_of_measure, i.status,
      i.ordered_quantity::float8 as ordered_quantity, i.received_quantity::float8 as received_quantity,
      greatest(i.ordered_quantity - i.received_quantity, 0)::float8 as remaining_quantity,
      (select m.warehouse_id from stock_movements m join warehouses w on w.id = m.warehouse_id and w.is_active and w.deleted_at is null
        where m.product_id = i.product_id and m.movement_type = 'C' and m.deleted_at is null
        order by m.movement_date desc, m.id desc limit 1) as current_warehouse_id,
      p.has_batch as has_batches, p.is_reel, p.has_expiry_date as has_expiry, p.has_production_date,
      coalesce((
        select jsonb_agg(jsonb_build_object('batch_number', x.batch_number, 'quantity', x.quantity, 'production_date', x.production_date, 'expiry_date', x.expiry_date)
          order by x.id)
        from (select b.id, b.batch_number, b.production_date, b.expiry_date, sum(m.quantity) as quantity ${batchesOf}
          where r.order_item_id = i.id and m.deleted_at is null group by b.id) x
      ), '[]') as batches
    from purchase_order_items i join products p on p.id = i.product_id
    where i.order_id = ${order} order by i.position`.execute(db);
  return rows;
}
