/** Production, one item in four open, at three sizes: the status list, materials of 500 items, the board. */
import type { Pool } from 'pg';
import { count, type Suite } from './case.ts';
import { fillUnchecked, settle } from './fill.ts';

/** Items for each open one. */
const OF_ALL = 4;
const LINES = 4;
const PRODUCTS = 1000;
const MACHINES = 12;
const JOBS = 500;
/** Every so manieth open item. */
const EVERY = { job: 7, material: 11 };
const MATERIALS = 500;

function fillRegistry(pool: Pool) {
  return pool.query(`
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
}

/**
 * The last orders are the open ones; completed items were produced in two batches, a quarter of the open ones in part.
 * What the triggers of production count is written beside it.
 */
async function fillProduction(pool: Pool, open: number): Promise<void> {
  const items = open * OF_ALL;
  const isDone = `n <= ${items - open}`;
  const isBegun = `n > ${items - open} and n % 4 = 0`;
  await fillUnchecked(
    pool,
    `insert into customer_orders (id, order_number, customer_id, customer_order_number, order_date, requested_delivery_date) overriding system value
     select n, 'OC-2026/' || lpad(n::text, 5, '0'), 1 + n % 200, 'PO ' || n, current_date - 365 + n * 365 / ${items / LINES}, current_date + n % 30
     from generate_series(1, ${items / LINES}) n`,
    `insert into customer_order_items (id, order_id, position, product_id, quantity, unit_price, delivery_date, total, priority,
       produced_quantity, operations_count, production_status, completed_at, scheduled_quantity) overriding system value
     select n, (n + ${LINES - 1}) / ${LINES}, (n - 1) % ${LINES}, 1 + n % ${PRODUCTS}, 100, 1, current_date + n % 30, 100,
       (array['alta', 'media', 'standard', 'standard'])[1 + n % 4],
       case when ${isDone} then 100 when ${isBegun} then 50 else 0 end, case when ${isDone} then 2 when ${isBegun} then 1 else 0 end,
       case when ${isDone} then 'completato' when ${isBegun} then 'in_produzione' else 'da_produrre' end,
       case when ${isDone} then now() end, case when job.n is null then 0 else 60 end
     from generate_series(1, ${items}) n
     left join (select ${items - open} + 1 + j * ${EVERY.job} % ${open} as n from generate_series(1, ${JOBS}) j) job using (n)`,
    `insert into production_operations (order_item_id, batch_number, quantity_produced, production_date)
     select n, 'L' || n || '-' || part, 50, current_date - 1 from generate_series(1, ${items}) n, generate_series(1, 2) part
     where ${isDone} or (${isBegun} and part = 1)`,
    `insert into production_schedulings (order_item_id, machine_id, quantity_to_produce, production_time, production_minutes, position)
     select ${items - open} + 1 + n * ${EVERY.job} % ${open}, 1 + n % ${MACHINES}, 60, '3 ore', 180, n from generate_series(1, ${JOBS}) n`,
  );
  await settle(pool);
}

function chosen(open: number) {
  return Array.from({ length: MATERIALS }, (_, at) => open * (OF_ALL - 1) + 1 + ((at * EVERY.material) % open));
}

function suiteOf(open: number): Suite {
  return {
    name: 'production',
    size: count(open, 'open items'),
    fill: async ({ pool }) => {
      await fillRegistry(pool);
      await fillProduction(pool, open);
    },
    cases: [
      { name: 'status, 100 open items', method: 'GET', path: () => '/production/status?open=true&limit=100' },
      {
        name: 'status, 100 open items at the end',
        method: 'GET',
        path: () => `/production/status?open=true&limit=100&offset=${open - 100}&sort=order_number`,
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
          `/production/status?open=true&limit=100&q=${encodeURIComponent(`PO ${(open * (OF_ALL - 1)) / LINES + 1 + ((n * 7919) % (open / LINES))}`)}`,
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
        body: () => ({ itemIds: chosen(open) }),
      },
      { name: `board, ${JOBS} jobs on ${MACHINES} machines`, method: 'GET', path: () => '/production/board' },
    ],
  };
}

export const production: Suite[] = [1_000, 5_000, 20_000].map(suiteOf);
