/** The counts of movements, which answer the total and the distant pages of the list, agree with the movements. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import fc from 'fast-check';
import { runHousekeeping } from '../../app/housekeeping.ts';
import { startApi } from '../../testing/api.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../testing/factories.ts';
import { countEarlierMovements } from './count-earlier-movements.ts';

const api = startApi();
/** More than a page may skip before it looks for its day. */
const MANY = 10_300;
const DAYS = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'];
let product: number;
let places: [number, number, number];

async function prepare() {
  product = (await createProduct(api.admin)).id;
  places = [
    (await createWarehouse(api.admin)).id,
    (await createWarehouse(api.admin)).id,
    (await createWarehouse(api.admin)).id,
  ];
  for (const place of places) await load(place, DAYS[0]!, 1_000);
}

function load(place: number, movement_date: string, quantity = 3) {
  return createMovement(api.admin, loadBody(product, place, quantity, { movement_date }));
}

/** Loads, unloads, transfers, changes and deletions on several days, and a count of a warehouse. */
async function act(seed: number): Promise<void> {
  const [place, other] = [places[seed % 3]!, places[(seed + 1) % 3]!];
  const day = DAYS[seed % DAYS.length]!;
  const loaded = await load(place, day);
  await createMovement(api.admin, loadBody(product, place, 1, { movement_type: 'S', movement_date: day }));
  const transfer = { movement_type: 'T', destination_warehouse_id: other, movement_date: day };
  const moved = await createMovement(api.admin, loadBody(product, place, 1, transfer));
  const changed = await api.admin.put(
    `/stock-movements/${moved.id}`,
    loadBody(product, other, 2, { movement_date: DAYS[(seed + 1) % DAYS.length] }),
  );
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  if (seed % 2) assert.equal((await api.admin.delete(`/stock-movements/${loaded.id}`)).status, 204);
}

async function countWarehouse(place: number): Promise<void> {
  const opened = await api.admin.post('/stock-counts', { warehouse_id: place });
  const items = [{ product_id: product, batch_number: null, counted_quantity: 990 }];
  const counted = await api.admin.put(`/stock-counts/${opened.body.id}/items`, { items });
  assert.equal(counted.status, 200, JSON.stringify(counted.body));
  const posted = await api.admin.post(`/stock-counts/${opened.body.id}/post`);
  assert.equal(posted.status, 200, JSON.stringify(posted.body));
}

interface Filters {
  type: 'all' | 'C' | 'S-MAN' | 'S-SO' | 'T';
  place: number | undefined;
  from: string | undefined;
  to: string | undefined;
}
const filters: fc.Arbitrary<Filters> = fc.record({
  type: fc.constantFrom('all', 'all', 'C', 'S-MAN', 'S-SO', 'T'),
  place: fc.constantFrom(undefined, 0, 1, 2),
  from: fc.constantFrom(undefined, ...DAYS),
  to: fc.constantFrom(undefined, ...DAYS),
});

function queryOf({ type, place, from, to }: Filters) {
  return new URLSearchParams({
    type,
    ...(place !== undefined && { warehouse_id: String(places[place]) }),
    ...(from && { from }),
    ...(to && { to }),
  }).toString();
}

/** The ids of the movements that the filters select, newest first, without the counts. */
async function idsOf({ type, place, from = '-infinity', to = 'infinity' }: Filters): Promise<number[]> {
  const types = { all: sql`true`, C: sql`movement_type = 'C'`, T: sql`movement_type = 'T'` };
  const ofType =
    type === 'S-SO'
      ? sql`movement_type = 'S' and source_type = 'SO'`
      : type === 'S-MAN'
        ? sql`movement_type = 'S' and source_type <> 'SO'`
        : types[type];
  const ofPlace =
    place === undefined ? sql`true` : sql`${places[place]} in (warehouse_id, coalesce(destination_warehouse_id, 0))`;
  const { rows } = await sql<{ id: number }>`
    select id from stock_movements
    where deleted_at is null and ${ofType} and ${ofPlace} and movement_date between ${from} and ${to}
    order by movement_date desc, id desc`.execute(api.db);
  return rows.map(({ id }) => id);
}

async function assertAgrees(chosen: Filters, share: number): Promise<void> {
  const ids = await idsOf(chosen);
  for (const [sort, expected] of [
    ['-movement_date', ids],
    ['movement_date', ids.toReversed()],
  ] as const) {
    const offset = Math.floor(share * ids.length);
    const { body, headers } = await api.admin.get(
      `/stock-movements?${queryOf(chosen)}&limit=7&sort=${sort}&offset=${offset}`,
    );
    const about = `${queryOf(chosen)} ${sort} after ${offset}`;
    assert.equal(headers.get('x-total-count'), String(ids.length), about);
    const shown = body.map(({ id }: { id: string }) => Number.parseInt(id, 10));
    assert.deepEqual(shown, expected.slice(offset, offset + 7), about);
  }
}

/** The counts that differ from the movements. */
async function findWrongCounts() {
  const key = sql`movement_date, movement_type, source_type, warehouse_id, destination_warehouse_id`;
  const { rows } = await sql`
    (select ${key}, sum(movements) from stock_movement_counts group by ${key} having sum(movements) <> 0
      except select ${key}, count(*) from stock_movements where deleted_at is null group by ${key})
    union all
    (select ${key}, count(*) from stock_movements where deleted_at is null group by ${key}
      except select ${key}, sum(movements) from stock_movement_counts group by ${key})`.execute(api.db);
  return rows;
}

/** Makes all movements older than the table of their counts, as migration 0050 finds them. */
async function forgetCounts(): Promise<void> {
  await sql`delete from stock_movement_counts`.execute(api.db);
  await sql`insert into stock_movements_uncounted (first, last) select min(id), max(id) from stock_movements`.execute(
    api.db,
  );
}

function merge() {
  return runHousekeeping(api.db, { warn: () => assert.fail('housekeeping failed') });
}

describe('the counts of stock movements', () => {
  before(prepare);

  test('follow loads, unloads, transfers, changes, deletions, past days and counts of a warehouse, also while they are merged', async () => {
    for (let seed = 0; seed < 8; seed++) await act(seed);
    await countWarehouse(places[1]);
    assert.deepEqual(await findWrongCounts(), []);
    await Promise.all([...[8, 9, 10, 11].map(act), merge(), merge()]);
    assert.deepEqual(await findWrongCounts(), []);
    await merge();
    assert.deepEqual(await findWrongCounts(), []);
    const { rows } = await sql`select from stock_movement_counts
      group by movement_date, movement_type, source_type, warehouse_id, destination_warehouse_id having count(*) > 1`.execute(
      api.db,
    );
    assert.equal(rows.length, 0);
  });

  test('give the total and the pages of any filters, near and far', async () => {
    await sql`
      insert into stock_movements (movement_type, source_type, movement_date, product_id, batch_id, warehouse_id, quantity)
      select case n % 5 when 0 then 'C' else 'S' end, case n % 3 when 0 then 'SO' else 'INV' end,
        (${DAYS}::date[])[1 + n % 4], ${product}, (select id from batches where product_id = ${product}),
        case n % 200 when 0 then ${places[1]}::integer else ${places[0]} end, 1
      from generate_series(1, ${MANY}) n`.execute(api.db);
    assert.deepEqual(await findWrongCounts(), []);
    for (const share of [0.5, 0.97, 0.9999, 1])
      await assertAgrees({ type: 'all', place: undefined, from: undefined, to: undefined }, share);
    await assertAgrees({ type: 'all', place: 0, from: undefined, to: undefined }, 0.99);
    await fc.assert(fc.asyncProperty(filters, fc.double({ min: 0, max: 1, noNaN: true }), assertAgrees), {
      numRuns: 40,
    });
  });

  test('are read by the list: a wrong one shows in its total', async () => {
    const wrong = sql`insert into stock_movement_counts values ('2024-01-01', 'T', 'MAN', ${places[0]}, ${places[1]}, 5)`;
    const total = async () =>
      (await api.admin.get('/stock-movements?limit=1&to=2025-12-31')).headers.get('x-total-count');
    const right = Number(await total());
    await wrong.execute(api.db);
    // A write drops the totals that the server keeps for two seconds.
    await createWarehouse(api.admin);
    assert.equal(Number(await total()), right + 5);
    await sql`delete from stock_movement_counts where movement_date = '2024-01-01'`.execute(api.db);
    await createWarehouse(api.admin);
  });

  test('count the movements of before an upgrade in portions, while movements are changed, and the list is right meanwhile', async () => {
    const every = { type: 'all', place: undefined, from: undefined, to: undefined } as const;
    const earlier = await Promise.all(DAYS.map((day) => load(places[2], day)));
    await forgetCounts();
    let portions = 0;
    for (let areLeft = true; areLeft; portions++) {
      const acts = [act(portions), portions < 2 && api.admin.delete(`/stock-movements/${earlier[portions]!.id}`)];
      [areLeft] = await Promise.all([countEarlierMovements(api.serverDb, 3_000), ...acts]);
      if (portions % 2 === 0) await assertAgrees(every, 0.98);
    }
    assert.equal(portions, 4);
    assert.equal((await api.admin.delete(`/stock-movements/${earlier[3]!.id}`)).status, 204);
    assert.deepEqual(await findWrongCounts(), []);
    await assertAgrees(every, 0.98);
    assert.equal(await countEarlierMovements(api.serverDb), false);
  });

  test('are completed by a server that starts', async () => {
    await forgetCounts();
    const other = await api.another();
    for (const until = Date.now() + 20_000; ;) {
      const { rows } = await sql`select from stock_movements_uncounted`.execute(api.db);
      if (rows.length === 0) break;
      assert.ok(Date.now() < until, 'not counted');
    }
    await other.close();
    assert.deepEqual(await findWrongCounts(), []);
  });
});
