/** Production with 20,000 open items above 60,000 completed ones: the status list, materials of 500 items, the board. */
import type { Pool } from 'pg';
import type { Suite } from './case.ts';

const OPEN = 20_000;
const ITEMS = 80_000;
const LINES = 4;
const PRODUCTS = 1000;
const MACHINES = 12;
const JOBS = 500;
const MATERIALS = 500;

const fillRegistry = (pool: Pool) =>
  pool.query(`
    insert into customers (id, business_name, vat_number, address, city, province, zip_code, country, email, phone) overriding system value
    select n, 'Cliente ' || n, lpad(n::text, 11, '0'), 'Via Roma ' || n, 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '0583'
    from generate_series(1, 200) n;
    insert into machines (id, code, description) overriding system value
    select n, 'TAG-' || lpad(n::text, 2, '0'), 'Taglierina ' || n from generate_series(1, ${MACHINES}) n;
    insert into products (id, code, description, category, unit_of_measure, has_batch, pezzi_per_scatola, numero_piste, lunghezza_cm,
      peso_carta, larghezza_bobina, spessore_film, larghezza_film, colore_film, minuti_x_confezione) overriding system value
    select n, 'SAC-' || lpad(n::text, 4, '0'), 'Sacchetti pane n. ' || n, 'Sacchetti', 'box', true, 1000, 2, 30 + n % 20,
      35 + n % 8 * 5, 52 + n % 5 * 12, 12, 50 + n % 3 * 10, case n % 3 when 0 then 'avana' end, 3
    from generate_series(1, ${PRODUCTS}) n;`);

/** The last orders are the open ones; completed items were produced in two batches, a quarter of the open ones in part. */
const fillProduction = async (pool: Pool): Promise<void> => {
  await pool.query(`
    insert into customer_orders (id, order_number, customer_id, customer_order_number, order_date, requested_delivery_date) overriding system value
    select n, 'OC-2026/' || lpad(n::text, 5, '0'), 1 + n % 200, 'PO ' || n, current_date - 365 + n * 365 / ${ITEMS / LINES}, current_date + n % 30
    from generate_series(1, ${ITEMS / LINES}) n;
    insert into customer_order_items (id, order_id, position, product_id, quantity, unit_price, delivery_date, total, priority) overriding system value
    select n, (n + ${LINES - 1}) / ${LINES}, (n - 1) % ${LINES}, 1 + n % ${PRODUCTS}, 100, 1, current_date + n % 30, 100,
      (array['alta', 'media', 'standard', 'standard'])[1 + n % 4]
    from generate_series(1, ${ITEMS}) n;`);
  await pool.query(`
    insert into production_operations (order_item_id, batch_number, quantity_produced, production_date)
    select n, 'L' || n || '-' || part, 50, current_date - 1 from generate_series(1, ${ITEMS}) n, generate_series(1, 2) part
    where n <= ${ITEMS - OPEN} or (n % 4 = 0 and part = 1);
    insert into production_schedulings (order_item_id, machine_id, quantity_to_produce, production_time, production_minutes, position)
    select ${ITEMS - OPEN} + n * 7, 1 + n % ${MACHINES}, 60, '3 ore', 180, n from generate_series(1, ${JOBS}) n;`);
  await pool.query('vacuum analyze');
};

const firstOpen = ITEMS - OPEN + 1;
const chosen = Array.from({ length: MATERIALS }, (_, at) => firstOpen + at * 11);

export const production: Suite = {
  name: '20,000 open production items',
  fill: async ({ pool }) => {
    await fillRegistry(pool);
    await fillProduction(pool);
  },
  cases: [
    { name: 'status, 100 open items', method: 'GET', path: () => '/production/status?open=true&limit=100' },
    {
      name: 'status, 100 open items at position 19,900',
      method: 'GET',
      path: () => '/production/status?open=true&limit=100&offset=19900&sort=order_number',
    },
    {
      name: 'status by state and priority, by delivery',
      method: 'GET',
      path: () =>
        '/production/status?open=true&limit=100&production_status=in_produzione&item_priority=alta&sort=delivery_date',
    },
    // Never the same search twice, so that nothing remembered answers it.
    {
      name: 'status, search by customer order',
      method: 'GET',
      path: (n) =>
        `/production/status?open=true&limit=100&q=${encodeURIComponent(`PO ${15_001 + ((n * 7919) % 5000)}`)}`,
    },
    {
      name: 'priorities, 100 most urgent',
      method: 'GET',
      path: () => '/customer-orders/production-priorities?limit=100',
    },
    {
      name: `materials of ${MATERIALS} items`,
      method: 'POST',
      path: () => '/customer-orders/calculate-materials',
      body: () => ({ itemIds: chosen }),
    },
    { name: `board, ${JOBS} jobs on ${MACHINES} machines`, method: 'GET', path: () => '/production/board' },
  ],
};
