/** Lists the orders that can be shipped, with proposed batches. */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { ItemToShip, Pick, ProposedBatch, ReadyShipment, shipments } from '@bobina/contract/sales/shipments.ts';
import type { Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { inTurn, text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { companyToday } from '../../registry/index.ts';
import { notWithheld } from '../../stock/index.ts';
import { proposeBatches } from './propose-batches.rules.ts';

const READY: List<SortOf<typeof shipments.ready>> = {
  columns: {
    customer_name: inTurn(
      text('customer.business_name'),
      value('customer.id'),
      value('t.requested_delivery_date'),
      text('t.order_number'),
    ),
    requested_delivery_date: value('t.requested_delivery_date'),
    order_number: text('t.order_number'),
    customer_order_number: text('t.customer_order_number'),
  },
  order: 'customer_name',
};

/**
 * Lists one page of the orders with lines that are due and in stock, by customer. Orders of inactive customers are left
 * out, because they cannot get a packing list.
 */
export async function listReadyShipments(reading: Reading, { query }: HandlerInput<typeof shipments.ready>) {
  const days = await daysOf(reading.db, query.day);
  let orders = readyOrders(reading.db, days);
  if (query.customer_id) orders = orders.where('t.customer_id', '=', query.customer_id);
  const { rows, total } = await page(reading, orders, query, READY, { reads: ['order_id', 'customer_id'] });
  return { rows: await withItems(reading.db, rows, days), total };
}

/**
 * Reads the orders of the given lines that can be shipped, with these lines alone, by customer and order number. Other
 * lines of an order take their share of the stock as in the list.
 */
export async function readShipmentsOf(
  db: Db,
  { items, day }: { items: readonly number[]; day: Day | undefined },
): Promise<ReadyShipment[]> {
  const days = await daysOf(db, day);
  const rows = await readyOrders(db, days)
    .where(sql<boolean>`t.id in (select order_id from customer_order_items where id = any(${items}::integer[]))`)
    .orderBy(sql`lower(customer.business_name) collate "C", customer.id, t.order_number`)
    .execute();
  const wanted = new Set(items);
  const shipments = await withItems(db, rows, days);
  return shipments
    .map((shipment) => ({
      ...shipment,
      items: shipment.items.filter(({ order_item_id }) => wanted.has(order_item_id)),
    }))
    .filter((shipment) => shipment.items.length > 0);
}

/**
 * Reads the quantity that the list shows for goods of a line, with the lines of the order that are due before it.
 * @returns undefined if the goods are no part of the line
 */
export async function readPartQuantity(
  db: Db,
  { order_id, due, ...part }: PickKey & { order_id: number; due: Day },
): Promise<number | undefined> {
  const days = await daysOf(db, undefined);
  const items = await readItems(db, [order_id], { ...days, due: due > days.due ? due : days.due });
  const item = items.get(order_id)?.find(({ order_item_id }) => order_item_id === part.order_item_id);
  return item?.batches.find((batch) => partKey({ ...part, ...batch }) === partKey(part))?.quantity;
}

/** The balances that can be shipped on a day: in active warehouses, not expired, not on hold and not on a machine. */
export function stockOn(day: Day) {
  return sql`(
    select b.product_id, b.warehouse_id, b.quantity, w.name as warehouse_name, b.batch_id, batch.batch_number, batch.expiry_date, batch.production_date
    from stock_balances b
    join batches batch on batch.id = b.batch_id and (batch.expiry_date is null or batch.expiry_date >= ${day}) and ${notWithheld('batch')}
    join warehouses w on w.id = b.warehouse_id and w.is_active and w.deleted_at is null
    where b.quantity > 0
  )`;
}

interface Days {
  /** Lines are due by this day. */
  due: Day;
  /** Batches that are expired on this day stay. */
  shippedOn: Day;
}

async function daysOf(db: Db, day: Day | undefined): Promise<Days> {
  const today = await companyToday(db);
  const due = day ?? today;
  return { due, shippedOn: due > today ? due : today };
}

function readyOrders(db: Db, { due, shippedOn }: Days) {
  return db
    .selectFrom('customer_orders as t')
    .innerJoin('customers as customer', 'customer.id', 't.customer_id')
    .where('t.deleted_at', 'is', null)
    .where('customer.is_active', '=', true)
    .where('customer.deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (
        select from customer_order_items i where i.order_id = t.id and i.open_quantity > 0 and i.delivery_date <= ${due}
          and exists (select from ${stockOn(shippedOn)} k where k.product_id = i.product_id)
      )`,
    )
    .select(['t.customer_id', 'customer.business_name as customer_name', 't.id as order_id', 't.order_number'])
    .select(['t.customer_order_number', 't.requested_delivery_date']);
}

/** Adds to each order its lines that can be shipped, and its delivery address. */
async function withItems(
  db: Db,
  orders: readonly Omit<ReadyShipment, 'destination_id' | 'destination' | 'items'>[],
  days: Days,
): Promise<ReadyShipment[]> {
  const items = await readItems(
    db,
    orders.map(({ order_id }) => order_id),
    days,
  );
  const destinations = await readOnlyDestinations(
    db,
    orders.map(({ customer_id }) => customer_id),
  );
  return orders.map((order) => {
    const destination = destinations.get(order.customer_id);
    return {
      ...order,
      destination_id: destination?.id ?? null,
      destination: destination?.address ?? null,
      items: items.get(order.order_id) ?? [],
    };
  });
}

type ItemRow = Omit<ItemToShip, 'batches'> & { order_id: number };
type StockRow = Omit<ProposedBatch, keyof Pick> & { product_id: number };
/** Identifies a pick: goods of a batch in a warehouse, for an order line. */
export type PickKey = { order_item_id: number; warehouse_id: number; batch_id: number };
type PickRow = Pick & PickKey & { quantity: number | null };

/** Reads the due lines of the orders that have stock, with proposed batches. @returns the lines of each order */
async function readItems(
  db: Db,
  orders: readonly number[],
  { due, shippedOn }: Days,
): Promise<Map<number, ItemToShip[]>> {
  if (orders.length === 0) return new Map();
  const { rows: items } = await sql<ItemRow>`
    select i.order_id, i.id as order_item_id, i.product_id, p.code, coalesce(p.name, p.description) as product_name, p.unit_of_measure,
      i.delivery_date, i.open_quantity::float8 as remaining_quantity, k.quantity::float8 as available_quantity
    from customer_order_items i
    join products p on p.id = i.product_id
    join lateral (select sum(quantity) as quantity from ${stockOn(shippedOn)} b where b.product_id = i.product_id) k on k.quantity > 0
    where i.order_id = any(${orders}::integer[]) and i.open_quantity > 0 and i.delivery_date <= ${due}
    order by i.order_id, i.position`.execute(db);
  const products = [...new Set(items.map(({ product_id }) => product_id))];
  // First expired, first out: the order of `byExpiry`, then the warehouse.
  const { rows: stock } = await sql<StockRow>`
    select product_id, warehouse_id, warehouse_name, batch_id, nullif(batch_number, '') as batch_number, expiry_date, quantity::float8 as quantity
    from ${stockOn(shippedOn)} k where product_id = any(${products}::integer[])
    order by k.expiry_date nulls last, k.production_date nulls last, k.batch_number collate "C", lower(k.warehouse_name) collate "C", warehouse_id`.execute(
    db,
  );
  const picks = await readPicks(
    db,
    items.map(({ order_item_id }) => order_item_id),
  );
  const stockOf = Map.groupBy(stock, ({ product_id }) => product_id);
  return new Map(
    [...Map.groupBy(items, ({ order_id }) => order_id)].map(([order, own]) => {
      const parts = proposeBatches(
        own,
        [...new Set(own.map(({ product_id }) => product_id))].flatMap((id) => stockOf.get(id) ?? []),
        (item, batch) => picks.get(partKey({ ...item, ...batch }))?.quantity,
      );
      const shown = own.map(({ order_id: _order, ...item }, at) => ({
        ...item,
        batches: parts[at]!.map(({ product_id: _product, ...batch }) => ({
          ...batch,
          ...pickOf(picks.get(partKey({ ...item, ...batch }))),
        })),
      }));
      return [order, shown];
    }),
  );
}

function pickOf(pick: PickRow | undefined): Pick {
  const { picked_at = null, picked_by = null, picked_by_name = null } = pick ?? {};
  return { picked_at, picked_by, picked_by_name };
}

function partKey({ order_item_id, warehouse_id, batch_id }: PickKey): string {
  return `${order_item_id} ${warehouse_id} ${batch_id}`;
}

/** Reads the picks of order lines by `partKey`. */
async function readPicks(db: Db, items: readonly number[]): Promise<Map<string, PickRow>> {
  const { rows } = await sql<PickRow>`
    select k.order_item_id, k.warehouse_id, k.batch_id, k.quantity::float8 as quantity, k.picked_at, k.picked_by, u.name as picked_by_name
    from shipment_picks k join users u on u.id = k.picked_by
    where k.order_item_id = any(${items}::integer[])`.execute(db);
  return new Map(rows.map((row) => [partKey(row), row]));
}

/** Reads the delivery address of each customer that has exactly one. */
async function readOnlyDestinations(db: Db, customers: readonly number[]) {
  const { rows } = await sql<{ customer_id: number; id: number; address: string }>`
    select customer_id, min(id) as id, min(concat_ws(', ', indirizzo, nullif(concat_ws(' ', cap, citta), ''), nazione)) as address
    from destinazioni_merce where customer_id = any(${customers}::integer[]) and deleted_at is null
    group by customer_id having count(*) = 1`.execute(db);
  return new Map(rows.map((row) => [row.customer_id, row]));
}
