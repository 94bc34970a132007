/** The ledger at three sizes: lists, reports and postings over 10,000, 100,000 and 1,000,000 movements. */
import type { Pool } from 'pg';
import { FIRST_ID } from './bare.ts';
import { count, mark, type Suite } from './case.ts';
import { COUNT_MOVEMENTS, fillUnchecked, settle } from './fill.ts';
import { fillGoods } from './fill-goods.ts';

const PRODUCTS = 10_000;
const WAREHOUSES = 5;
/** Every product has two batches in every warehouse: at most 100,000 balances. */
const KEYS = PRODUCTS * WAREHOUSES * 2;
/** Enough orders to limit the receipts of each one, since the response lists all its batches. */
const ORDERS = 8192;
const DAYS = 365;

function dayAgo(days: number) {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** The key of a movement. Products vary first, so that even few movements touch many products. */
const KEY = `
  1 + (n % ${KEYS}) % ${PRODUCTS} as product_id,
  1 + (n % ${KEYS}) / ${PRODUCTS} % ${WAREHOUSES} as warehouse_id,
  1 + n % ${KEYS} as batch_id`;

async function fillRegistry(pool: Pool): Promise<void> {
  await fillGoods(pool, { products: PRODUCTS, warehouses: WAREHOUSES, keys: KEYS });
  await pool.query(`
    insert into prices (product_id, supplier_id, price, currency, start_date)
    select n, 1, 1 + n % 100 / 100.0, 'EUR', date '2020-01-01' from generate_series(1, ${PRODUCTS}) n`);
  await pool.query(`
    with made as (
      insert into purchase_orders (order_number, supplier_id, order_date, requested_arrival_date, currency, total_amount)
      select 'PROVA-' || n, 1, current_date, current_date, 'EUR', 0 from generate_series(1, ${ORDERS}) n returning id
    )
    insert into purchase_order_items (order_id, position, product_id, ordered_quantity, unit_price, total)
    select id, 1, 1 + id % ${PRODUCTS}, 9000000000, 1, 9000000000 from made`);
}

/** Loads every key once, then unloads it in small steps, in the order of the days. */
async function fillLedger(pool: Pool, movements: number): Promise<void> {
  const day = `current_date - ${DAYS} + (n::bigint * ${DAYS} / ${movements})::integer`;
  const numbers = `generate_series(0, ${movements - 1}) n`;
  await fillUnchecked(
    pool,
    `insert into stock_movements (id, movement_type, source_type, movement_date, product_id, warehouse_id, batch_id, quantity) overriding system value
     select 1 + n, case when n < ${KEYS} then 'C' else 'S' end, 'MAN', ${day}, ${KEY}, case when n < ${KEYS} then 1000 else 1 end from ${numbers}`,
    `insert into stock_entries (movement_id, entry_date, product_id, warehouse_id, batch_id, quantity)
     select 1 + n, ${day}, ${KEY}, case when n < ${KEYS} then 1000 else -1 end from ${numbers}`,
    `insert into stock_balances (product_id, warehouse_id, batch_id, quantity)
     select product_id, warehouse_id, batch_id, sum(quantity) from stock_entries group by product_id, warehouse_id, batch_id`,
    `insert into stock_months (product_id, warehouse_id, month, quantity)
     select product_id, warehouse_id, date_trunc('month', entry_date), sum(quantity) from stock_entries group by 1, 2, 3`,
    COUNT_MOVEMENTS,
  );
  await settle(pool);
}

function load(n: number) {
  return {
    movement_type: 'C',
    movement_date: dayAgo(0),
    product_id: 1 + (n % PRODUCTS),
    warehouse_id: 1 + (n % WAREHOUSES),
    quantity: 12.5,
    batch_number: `N${mark(n)}`,
  };
}

function receipt(n: number) {
  return {
    order_id: FIRST_ID + (n % ORDERS),
    document_number: `DDT ${mark(n)}`,
    document_date: dayAgo(0),
    items: [
      {
        order_item_id: FIRST_ID + (n % ORDERS),
        quantity: 50,
        warehouse_id: 1,
        batches: Array.from({ length: 50 }, (_, at) => ({ batch_number: `R${mark(n)}${at}`, quantity: 1 })),
      },
    ],
  };
}

function suiteOf(movements: number): Suite {
  return {
    name: 'stock',
    size: count(movements, 'movements'),
    fill: async ({ pool }) => {
      await fillRegistry(pool);
      await fillLedger(pool, movements);
    },
    cases: [
      { name: 'stock, 50 rows', method: 'GET', path: () => '/stock?limit=50' },
      { name: 'stock by product, 100 rows', method: 'GET', path: () => '/stock/summary?limit=100' },
      { name: 'stock by product, 100 highest', method: 'GET', path: () => '/stock/summary?limit=100&sort=-quantity' },
      {
        name: 'stock by product half a year ago, 100 rows',
        method: 'GET',
        path: () => `/stock/summary?limit=100&as_of=${dayAgo(180)}`,
      },
      { name: 'stock of a product', method: 'GET', path: (n) => `/stock/product/${1 + ((n * 7919) % PRODUCTS)}` },
      { name: 'stock half a year ago, 50 rows', method: 'GET', path: () => `/stock?limit=50&as_of=${dayAgo(180)}` },
      {
        name: 'valuation',
        method: 'GET',
        path: () => `/stock/valuation?startDate=${dayAgo(30)}&endDate=${dayAgo(0)}&warehouseId=1`,
        clients: [1, 4], // one request is seconds of work
      },
      { name: 'newest 50 movements', method: 'GET', path: () => '/stock-movements?limit=50' },
      {
        name: '50 movements far down the list',
        method: 'GET',
        path: () => `/stock-movements?limit=50&offset=${Math.min(movements, KEYS) - 100}`,
      },
      {
        name: 'movements of a product',
        method: 'GET',
        path: (n) => `/stock-movements?limit=50&product_id=${1 + ((n * 7919) % PRODUCTS)}`,
      },
      {
        name: 'movements of a month by code',
        method: 'GET',
        path: () => `/stock-movements?limit=50&type=S-MAN&product_code=CKR-0012&from=${dayAgo(60)}&to=${dayAgo(30)}`,
      },
      {
        name: 'post a movement of one product',
        method: 'POST',
        path: () => '/stock-movements',
        body: (n) => ({ ...load(n), product_id: 1, warehouse_id: 1 }),
      },
      { name: 'post a movement', method: 'POST', path: () => '/stock-movements', body: load },
      { name: 'receive 50 batches', method: 'POST', path: () => '/goods-receipts/receive', body: receipt },
    ],
  };
}

export const stock: Suite[] = [10_000, 100_000, 1_000_000].map(suiteOf);
