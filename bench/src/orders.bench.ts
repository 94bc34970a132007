/** Orders of customers and to suppliers, two lines each, and the activity log, at three sizes. */
import type { Pool } from 'pg';
import { count, mark, type Suite } from './case.ts';
import { fillUnchecked, settle } from './fill.ts';

const PARTIES = 500;
const PRODUCTS = 1000;
const LINES = 2;
const DAYS = 365;
/** The user who signs in. */
const ADMIN = 1;

function fillRegistry(pool: Pool) {
  return pool.query(`
    insert into customers (id, business_name, vat_number, address, city, province, zip_code, country, email, phone) overriding system value
    select n, 'Panificio ' || n, lpad(n::text, 11, '0'), 'Via ' || n, 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '0583'
    from generate_series(1, ${PARTIES}) n;
    insert into suppliers (id, business_name, vat_number, address, city, province, zip_code, country, email, phone) overriding system value
    select n, 'Cartiera ' || n, lpad(n::text, 11, '0'), 'Via ' || n, 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '0583'
    from generate_series(1, ${PARTIES}) n;
    insert into products (id, code, description, category) overriding system value
    select n, 'CKR-' || lpad(n::text, 6, '0'), 'Carta kraft n. ' || n, 'Carta in bobina' from generate_series(1, ${PRODUCTS}) n`);
}

/** One order in ten is still open. */
async function fillOrders(pool: Pool, orders: number): Promise<void> {
  const day = `current_date - ${DAYS} + (n::bigint * ${DAYS} / ${orders})::integer`;
  const isOpen = 'n % 10 = 0';
  const lines = `generate_series(1, ${orders}) n, generate_series(0, ${LINES - 1}) line`;
  await fillUnchecked(
    pool,
    `insert into customer_orders (id, order_number, customer_id, customer_order_number, order_date, requested_delivery_date, total_amount, created_by) overriding system value
     select n, 'OC-2020/' || lpad(n::text, 6, '0'), 1 + n % ${PARTIES}, 'PO ' || n, ${day}, ${day} + 20, 200, ${ADMIN} from generate_series(1, ${orders}) n`,
    `insert into customer_order_items (order_id, position, product_id, quantity, unit_price, delivery_date, total, produced_quantity, operations_count, production_status, completed_at, delivered_quantity)
     select n, line, 1 + (n + line) % ${PRODUCTS}, 100, 1, ${day} + 20, 100, case when ${isOpen} then 0 else 100 end, case when ${isOpen} then 0 else 1 end,
       case when ${isOpen} then 'da_produrre' else 'completato' end, case when ${isOpen} then null else now() end, case when ${isOpen} then 0 else 100 end from ${lines}`,
    `insert into purchase_orders (id, order_number, supplier_id, order_date, requested_arrival_date, currency, status, total_amount, created_by) overriding system value
     select n, 'OF-2020/' || lpad(n::text, 6, '0'), 1 + n % ${PARTIES}, ${day}, ${day} + 20, 'EUR', case when ${isOpen} then 'notReceived' else 'fullyReceived' end, 200, ${ADMIN}
     from generate_series(1, ${orders}) n`,
    `insert into purchase_order_items (order_id, position, product_id, ordered_quantity, unit_price, total, received_quantity)
     select n, line, 1 + (n + line) % ${PRODUCTS}, 100, 1, 100, case when ${isOpen} then 0 else 100 end from ${lines}`,
    `insert into activities (user_id, action, entity_type, entity_id, details)
     select ${ADMIN}, 'create', 'customer-orders', n, 'OC-2020/' || lpad(n::text, 6, '0') from generate_series(1, ${orders}) n`,
  );
  await settle(pool);
}

const DAY = new Date().toISOString().slice(0, 10);

function suiteOf(orders: number): Suite {
  return {
    name: 'orders',
    size: count(orders, 'of each order'),
    fill: async ({ pool }) => {
      await fillRegistry(pool);
      await fillOrders(pool, orders);
    },
    cases: [
      { name: 'newest 50 customer orders', method: 'GET', path: () => '/customer-orders?limit=50' },
      {
        name: '50 customer orders at the end',
        method: 'GET',
        path: () => `/customer-orders?limit=50&offset=${orders - 100}`,
      },
      {
        name: '50 customer orders, by customer',
        method: 'GET',
        path: () => '/customer-orders?limit=50&sort=customer_name',
      },
      // Never the same search twice, so that nothing remembered answers it.
      {
        name: 'search a customer order',
        method: 'GET',
        path: (n) =>
          `/customer-orders?limit=50&q=${encodeURIComponent(`OC-2020/${String(1 + ((n * 7919) % orders)).padStart(6, '0')}`)}`,
      },
      { name: 'newest 50 supplier orders', method: 'GET', path: () => '/purchase-orders?limit=50' },
      {
        name: '50 supplier orders at the end',
        method: 'GET',
        path: () => `/purchase-orders?limit=50&offset=${orders - 100}`,
      },
      {
        name: '50 activities at the end',
        method: 'GET',
        path: () => `/users/${ADMIN}/activities?limit=50&offset=${orders - 100}`,
      },
      {
        name: 'create a customer order of 5 lines',
        method: 'POST',
        path: () => '/customer-orders',
        body: (n) => ({
          customer_id: 1 + (n % PARTIES),
          customer_order_number: `N${mark(n)}`,
          order_date: DAY,
          requested_delivery_date: DAY,
          items: Array.from({ length: 5 }, (_, at) => ({
            product_id: 1 + ((n * 5 + at) % PRODUCTS),
            quantity: 10,
            price_per_pack: 1.5,
            delivery_date: DAY,
          })),
        }),
      },
    ],
  };
}

export const orders: Suite[] = [1_000, 10_000, 100_000].map(suiteOf);
