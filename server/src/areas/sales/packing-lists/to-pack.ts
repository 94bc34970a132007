/** Reads the orders, lines and stock from which a packing list can be made. */
import { sql } from 'kysely';
import type { UNITS } from '@bobina/contract/core/fields.ts';
import type { packingLists } from '@bobina/contract/sales/packing-lists.ts';
import type { Reading } from '../../../platform/context.ts';
import { firstText, inTurn, text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { numeric } from '../../../platform/master-data.ts';
import { notFound } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { notWithheld, requireProduct } from '../../stock/index.ts';

const ORDERS_TO_PACK: List<SortOf<typeof packingLists.ordersToPack>> = {
  columns: {
    requested_delivery_date: value('t.requested_delivery_date'),
    order_date: value('t.order_date'),
    order_number: text('t.order_number'),
    customer_order_number: text('t.customer_order_number'),
  },
  order: 'requested_delivery_date',
};

const ITEMS_TO_PACK: List<SortOf<typeof packingLists.itemsToPack>> = {
  columns: {
    position: value('t.position'),
    code: text('product.code'),
    product_name: firstText('product.name', 'product.description'),
    delivery_date: value('t.delivery_date'),
  },
  order: 'position',
};

const STOCK_TO_PACK: List<SortOf<typeof packingLists.stockToPack>> = {
  columns: {
    expiry_date: inTurn(
      value('batch.expiry_date'),
      value('batch.production_date'),
      value('batch.batch_number'),
      text('warehouse.name'),
    ),
    production_date: value('batch.production_date'),
    warehouse_name: text('warehouse.name'),
    batch_number: text('batch.batch_number'),
    quantity: value('t.quantity'),
  },
  order: 'expiry_date',
};

/** Lists the orders of a customer with goods to deliver. @throws NOT_FOUND when there is no such customer */
export async function listOrdersToPack(
  reading: Reading,
  { customerId, query }: HandlerInput<typeof packingLists.ordersToPack>,
) {
  await requireRow(reading, 'customers', customerId);
  const rows = reading.db
    .selectFrom('customer_orders as t')
    .innerJoin('customers as customer', 'customer.id', 't.customer_id')
    .where('t.customer_id', '=', customerId)
    .where('t.deleted_at', 'is', null)
    .where(sql<boolean>`exists (select from customer_order_items i where i.order_id = t.id and i.open_quantity > 0)`)
    .select([
      't.id',
      't.order_number',
      't.customer_order_number',
      'customer.business_name as customer_name',
      't.order_date',
      't.requested_delivery_date',
    ]);
  return page(reading, rows, query, ORDERS_TO_PACK);
}

/** Lists the lines of an order to deliver. @throws NOT_FOUND when there is no such order */
export async function listItemsToPack(
  reading: Reading,
  { orderId, query }: HandlerInput<typeof packingLists.itemsToPack>,
) {
  await requireRow(reading, 'customer_orders', orderId);
  const today = await companyToday(reading.db);
  const rows = reading.db
    .selectFrom('customer_order_items as t')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .where('t.order_id', '=', orderId)
    .where(sql<boolean>`t.open_quantity > 0`)
    .select(['t.id as order_item_id', 't.product_id', 'product.code', 'product.has_batch', 't.delivery_date'])
    .select([
      sql<string>`coalesce(product.name, product.description)`.as('product_name'),
      sql<(typeof UNITS)[number]>`product.unit_of_measure`.as('unit_of_measure'),
      numeric('t.quantity', 'ordered_quantity'),
      numeric('t.delivered_quantity', 'delivered_quantity'),
      sql<number>`t.open_quantity::float8`.as('remaining_quantity'),
      sql<number>`coalesce((select sum(s.quantity) from stock_balances s join batches b on b.id = s.batch_id
        join warehouses w on w.id = s.warehouse_id and w.is_active and w.deleted_at is null
        where s.product_id = t.product_id and (b.expiry_date is null or b.expiry_date >= ${today}) and ${notWithheld('b')}), 0)::float8`.as(
        'stock_quantity',
      ),
      numeric('t.unit_price', 'price_per_pack'),
    ]);
  return page(reading, rows, query, ITEMS_TO_PACK);
}

/** Lists the stock of a product by warehouse and batch. @throws NOT_FOUND when there is no such product */
export async function listStockToPack(
  reading: Reading,
  { productId, query }: HandlerInput<typeof packingLists.stockToPack>,
) {
  await requireProduct(reading.db, productId);
  const today = await companyToday(reading.db);
  const rows = reading.db
    .selectFrom('stock_balances as t')
    .innerJoin('batches as batch', 'batch.id', 't.batch_id')
    .innerJoin('warehouses as warehouse', 'warehouse.id', 't.warehouse_id')
    .where('t.product_id', '=', productId)
    .where('t.quantity', '>', '0')
    .where('warehouse.is_active', '=', true)
    .where('warehouse.deleted_at', 'is', null)
    .where(notWithheld('batch'))
    .select(['t.warehouse_id', 'warehouse.name as warehouse_name', 'batch.production_date', 'batch.expiry_date'])
    .select([
      numeric('t.quantity', 'quantity'),
      sql<string | null>`nullif(batch.batch_number, '')`.as('batch_number'),
      sql<boolean>`coalesce(batch.expiry_date < ${today}, false)`.as('is_expired'),
    ]);
  return page(reading, rows, query, STOCK_TO_PACK);
}

async function requireRow(reading: Reading, table: 'customers' | 'customer_orders', id: number): Promise<void> {
  const row = await reading.db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
}
