/** Lists of packing lists and the same number of invoices, at three sizes, and a packing list of 20 lines. */
import type { Pool } from 'pg';
import { count, type Suite } from './case.ts';
import { fillUnchecked, settle } from './fill.ts';

const CUSTOMERS = 500;
/** Orders with separate products that are delivered in small parts. */
const ORDERS = 64;
const LINES = 20;
/** Filled ids have another range than those that a call creates, because the replay substitutes the latter. */
const ORDER_ID = 2_100_000_000;
const ITEM_ID = 2_000_000_000;
const DAYS = 365;

async function fillRegistry(pool: Pool): Promise<void> {
  await pool.query(`
    insert into customers (id, business_name, vat_number, address, city, province, zip_code, country, email, phone) overriding system value
    select n, 'Panificio ' || n, lpad(n::text, 11, '0'), 'Via ' || n, 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '0583'
    from generate_series(1, ${CUSTOMERS}) n;
    insert into warehouses (id, name) overriding system value values (1, 'Prodotti finiti');
    insert into products (id, code, description, category, has_batch) overriding system value
    select n, 'ROT-' || lpad(n::text, 5, '0'), 'Rotoli n. ' || n, 'Rotoli', true from generate_series(1, ${ORDERS * LINES}) n;
    update company set business_name = 'Bobinificio', vat_number = '00743110157', address = 'Via', zip_code = '52025', city = 'Montevarchi'`);
}

/** Every product has two batches with more stock than the run uses. */
async function fillStock(pool: Pool): Promise<void> {
  await pool.query(`
    insert into batches (id, product_id, batch_number, expiry_date) overriding system value
    select n, 1 + (n - 1) % ${ORDERS * LINES}, 'L' || n, current_date + n from generate_series(1, ${ORDERS * LINES * 2}) n;
    insert into stock_movements (id, movement_type, source_type, movement_date, product_id, warehouse_id, batch_id, quantity) overriding system value
    select n, 'C', 'MAN', current_date - ${DAYS}, 1 + (n - 1) % ${ORDERS * LINES}, 1, n, 4000000000 from generate_series(1, ${ORDERS * LINES * 2}) n;
    insert into stock_entries (movement_id, entry_date, product_id, warehouse_id, batch_id, quantity)
    select id, movement_date, product_id, warehouse_id, batch_id, quantity from stock_movements order by id`);
}

async function fillOrders(pool: Pool): Promise<void> {
  await pool.query(`
    insert into customer_orders (id, order_number, customer_id, order_date, requested_delivery_date) overriding system value
    select ${ORDER_ID} + n, 'PROVA-' || n, 1, current_date, current_date from generate_series(0, ${ORDERS - 1}) n;
    insert into customer_order_items (id, order_id, position, product_id, quantity, unit_price, delivery_date, total) overriding system value
    select ${ITEM_ID} + n, ${ORDER_ID} + n / ${LINES}, n % ${LINES}, 1 + n, 9000000000, 1.5, current_date, 13500000000 from generate_series(0, ${ORDERS * LINES - 1}) n`);
}

/** Old documents: two thirds are invoiced and paid; the others are sent, some of them overdue. */
async function fillDocuments(pool: Pool, documents: number): Promise<void> {
  const day = `current_date - ${DAYS} + (n::bigint * ${DAYS} / ${documents})::integer`;
  const customer = `(select to_jsonb(c) from customers c where c.id = 1 + n % ${CUSTOMERS})`;
  await fillUnchecked(
    pool,
    `insert into packing_lists (id, packing_list_number, packing_date, customer_id, order_id, order_number, customer, company, total_amount, invoice_id) overriding system value
     select n, 'DDT-2020/' || lpad(n::text, 6, '0'), ${day}, 1 + n % ${CUSTOMERS}, ${ORDER_ID} + n % ${ORDERS}, 'OC-2020/' || n, ${customer}, '{}', 100,
       case when n % 3 <> 0 then n end
     from generate_series(1, ${documents}) n`,
    `insert into invoices (id, invoice_number, status, invoice_date, due_date, packing_list_id, packing_list_number, order_number, customer_id,
       customer, company, payment, net_amount, vat_amount, total_amount, sent_at, paid_at, paid_amount, open_amount, next_due_date) overriding system value
     select n, 'FT-2020/' || lpad(n::text, 6, '0'), case when n % 3 = 0 then 'sent' else 'paid' end, ${day}, ${day} + 30, n, 'DDT-2020/' || lpad(n::text, 6, '0'),
       'OC-2020/' || n, 1 + n % ${CUSTOMERS}, ${customer}, '{}', '{}', 100 + n, 22, 122 + n, now(), case when n % 3 <> 0 then now() end,
       case when n % 3 <> 0 then 122 + n else 0 end, case when n % 3 = 0 then 122 + n else 0 end, case when n % 3 = 0 then ${day} + 30 end
     from generate_series(1, ${documents}) n`,
    `insert into invoice_instalments (invoice_id, position, due_date, amount) select n, 1, ${day} + 30, 122 + n from generate_series(1, ${documents}) n`,
    `insert into invoice_packing_lists (invoice_id, packing_list_id, position, is_live) select n, n, 0, true from generate_series(1, ${documents}) n`,
    `insert into invoice_items (invoice_id, packing_list_id, position, order_item_id, product_id, code, product_name, unit_of_measure, quantity, unit_price, net_amount, vat_amount, total_price, vat_code, vat_rate)
     select n, n, p, ${ITEM_ID} + p, 1 + p, 'ROT', 'Rotoli', 'box', 1, 10, 10, 2.2, 12.2, '22', 22 from generate_series(1, ${documents}) n, generate_series(0, 2) p`,
  );
  await settle(pool);
}

/** @returns a document selected by `n` */
function one(n: number, documents: number) {
  return 1 + ((n * 7919) % documents);
}

function suiteOf(documents: number): Suite {
  return {
    name: 'sales',
    size: count(documents, 'of each document'),
    fill: async ({ pool }) => {
      await fillRegistry(pool);
      await fillStock(pool);
      await fillOrders(pool);
      await fillDocuments(pool, documents);
    },
    cases: [
      { name: 'list 50 invoices', method: 'GET', path: () => '/invoices?limit=50' },
      { name: 'list 50 invoices, by customer', method: 'GET', path: () => '/invoices?limit=50&sort=customer_name' },
      {
        name: 'list 50 invoices at the end',
        method: 'GET',
        path: () => `/invoices?limit=50&offset=${documents - 100}`,
      },
      { name: 'list 50 overdue invoices', method: 'GET', path: () => '/invoices?limit=50&overdue=true&sort=due_date' },
      // Each search term is unique, so that no cache answers it.
      {
        name: 'search an invoice',
        method: 'GET',
        path: (n) =>
          `/invoices?limit=50&q=${encodeURIComponent(`FT-2020/${String(one(n, documents)).padStart(6, '0')}`)}`,
      },
      { name: 'one invoice', method: 'GET', path: (n) => `/invoices/${one(n, documents)}` },
      { name: 'list 50 packing lists to invoice', method: 'GET', path: () => '/packing-lists?limit=50&invoiced=false' },
      {
        name: 'create a packing list of 20 lines',
        method: 'POST',
        path: () => '/packing-lists',
        body: (n) => ({
          customer_id: 1,
          order_id: ORDER_ID + (n % ORDERS),
          items: Array.from({ length: LINES }, (_, at) => ({
            order_item_id: ITEM_ID + (n % ORDERS) * LINES + at,
            quantity: 1,
            warehouse_id: 1,
          })),
        }),
      },
    ],
  };
}

export const sales: Suite[] = [1_000, 10_000, 100_000].map(suiteOf);
