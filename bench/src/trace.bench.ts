/** Traces, recalls and scans over 1,000,000 links: six levels of 100,000 batches, each made from two of the level before. */
import type { Pool } from 'pg';
import { fillUnchecked, settle } from './fill.ts';
import type { Suite } from './case.ts';

const WIDTH = 100_000;
/** Five steps of two links for each batch: 1,000,000 links. */
const LEVELS = 6;

/** Batch ids are `level * WIDTH + 1 …`; the batches of the first level are reels. */
async function fillGenealogy(pool: Pool): Promise<void> {
  await fillUnchecked(
    pool,
    `insert into warehouses (id, name) overriding system value values (1, 'Lucca')`,
    `insert into products (id, code, description, category, unit_of_measure, peso_carta, has_batch, is_reel) overriding system value
     select 1 + n, 'LIV-' || n, 'Livello ' || n, 'Carta', 'kg', 80, true, n = 0 from generate_series(0, ${LEVELS - 1}) n`,
    `insert into batches (id, product_id, batch_number) overriding system value
     select 1 + n, 1 + n / ${WIDTH}, 'G-' || n from generate_series(0, ${LEVELS * WIDTH - 1}) n`,
    `insert into reels (batch_id, product_id, code, width_mm, initial_quantity, mill_number)
     select id, product_id, batch_number, 1000, 500, 'CARTIERA-' || id from batches where product_id = 1`,
    `insert into stock_movements (id, movement_type, source_type, movement_date, product_id, warehouse_id, batch_id, quantity) overriding system value
     select id, 'C', 'PRD', current_date, product_id, 1, id, 500 from batches`,
    `insert into stock_balances (product_id, warehouse_id, batch_id, quantity) select product_id, 1, id, 500 from batches`,
    `insert into batch_links (input_batch, output_batch, source, source_id)
     select 1 + n, 1 + ${WIDTH} * (1 + n / ${WIDTH}) + (n + part) % ${WIDTH}, 'run', 1
     from generate_series(0, ${(LEVELS - 1) * WIDTH - 1}) n, generate_series(0, 1) part`,
  );
  await settle(pool);
}

export const trace: readonly Suite[] = [
  {
    name: 'trace',
    size: '1,000,000 links',
    fill: ({ pool }) => fillGenealogy(pool),
    cases: [
      {
        name: 'trace forward',
        method: 'GET',
        path: (n) => `/trace/${1 + (n % WIDTH)}?direction=forward`,
        clients: [1, 4],
      },
      {
        name: 'trace both ways',
        method: 'GET',
        path: (n) => `/trace/${3 * WIDTH + 1 + (n % WIDTH)}?direction=both`,
        clients: [1, 4],
      },
      {
        name: 'recall drill of ten reels',
        method: 'POST',
        path: () => '/recalls',
        body: (n) => ({
          batch_ids: Array.from({ length: 10 }, (_, index) => 1 + ((n * 10 + index * 997) % WIDTH)),
          reason: 'Prova',
          drill: true,
        }),
        clients: [1],
      },
      {
        name: 'scan of a reel',
        method: 'GET',
        path: (n) => `/reels/scan?code=G-${n % WIDTH}`,
        clients: [1, 4],
      },
      {
        name: 'scan of a number of the mill',
        method: 'GET',
        path: (n) => `/reels/scan?code=CARTIERA-${1 + (n % WIDTH)}`,
        clients: [1, 4],
      },
    ],
  },
];
