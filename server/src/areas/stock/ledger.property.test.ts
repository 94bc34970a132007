/** For any sequence of operations the ledger agrees with a small model and with itself. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { startApi } from '../../testing/api.ts';
import { createProduct, createWarehouse } from '../../testing/factories.ts';

const api = startApi();
const DAYS = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'];

interface Moved {
  movement_type: 'C' | 'S' | 'T';
  day: number;
  batch: 'L1' | 'L2';
  /** Index of the warehouse in the list; a transfer goes to the other one. */
  at: 0 | 1;
  /** Tenths, so that the model adds integers. */
  tenths: number;
}
type Step =
  | { do: 'create'; moved: Moved }
  | { do: 'edit'; which: number; moved: Moved }
  | { do: 'delete'; which: number };

const moved: fc.Arbitrary<Moved> = fc.record({
  movement_type: fc.constantFrom('C', 'C', 'S', 'T'),
  day: fc.nat(DAYS.length - 1),
  batch: fc.constantFrom('L1', 'L2'),
  at: fc.constantFrom(0, 1),
  tenths: fc.integer({ min: 1, max: 60 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('create' as const), moved }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), which: fc.nat(), moved }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat() }) },
);

/** Computes the quantity of each batch in each warehouse at the end of each day. */
function endsOfDays(movements: Iterable<Moved>): Map<string, number[]> {
  const ends = new Map<string, number[]>();
  const add = (key: string, from: number, tenths: number) => {
    const days = ends.get(key) ?? DAYS.map(() => 0);
    ends.set(
      key,
      days.map((quantity, day) => (day >= from ? quantity + tenths : quantity)),
    );
  };
  for (const { movement_type, day, batch, at, tenths } of movements) {
    add(`${batch} ${at}`, day, movement_type === 'C' ? tenths : -tenths);
    if (movement_type === 'T') add(`${batch} ${1 - at}`, day, tenths);
  }
  return ends;
}
function isPossible(movements: Iterable<Moved>) {
  return [...endsOfDays(movements).values()].every((days) => days.every((tenths) => tenths >= 0));
}

/** Returns rows that violate the invariants; expected to be empty. */
function brokenInvariants() {
  return sql`
  select 'balance' as broken, t.product_id, t.warehouse_id, t.batch_id from stock_balances t
  full join (select product_id, warehouse_id, batch_id, sum(quantity) as quantity from stock_entries group by 1, 2, 3) e using (product_id, warehouse_id, batch_id)
  where t.quantity is distinct from e.quantity
  union all
  select 'past day', product_id, warehouse_id, batch_id from (
    select product_id, warehouse_id, batch_id, entry_date, sum(sum(quantity)) over (partition by product_id, warehouse_id, batch_id order by entry_date) as quantity
    from stock_entries group by product_id, warehouse_id, batch_id, entry_date
  ) d where quantity < 0
  union all
  select 'movement', m.product_id, m.warehouse_id, m.batch_id from stock_movements m
  left join (select movement_id, warehouse_id, sum(quantity) as quantity from stock_entries group by 1, 2) e on e.movement_id = m.id and e.warehouse_id = m.warehouse_id
  where e.quantity is distinct from case when m.deleted_at is not null then 0 when m.movement_type = 'C' then m.quantity else -m.quantity end`.execute(
    api.db,
  );
}

/** Sums the rows of a product's stock as the summary by warehouse does. */
function sumsByPlace(rows: { warehouse_id: number; quantity: number }[]): string[] {
  return [...Map.groupBy(rows, (row) => row.warehouse_id)].map(([place, own]) => {
    const tenths = own.reduce((sum, { quantity }) => sum + Math.round(quantity * 10), 0);
    return `${place} ${own.length} ${tenths / 10}`;
  });
}

describe('the ledger', () => {
  test('agrees with a model after random loads, unloads, transfers, changes, deletions and past dates', async () => {
    const places = [(await createWarehouse(api.admin)).id, (await createWarehouse(api.admin)).id] as const;
    const run = async (steps: Step[]) => {
      const product = await createProduct(api.admin, { has_batch: true });
      const bodyOf = ({ movement_type, day, batch, at, tenths }: Moved) => ({
        movement_type,
        movement_date: DAYS[day],
        product_id: product.id,
        warehouse_id: places[at],
        destination_warehouse_id: movement_type === 'T' ? places[1 - at] : null,
        batch_number: batch,
        quantity: tenths / 10,
      });
      const model = new Map<string, Moved>();
      for (const now of steps) {
        const id = now.do === 'create' ? undefined : [...model.keys()][now.which % (model.size || 1)];
        if (now.do !== 'create' && id === undefined) continue;
        const after = new Map(model);
        if (now.do === 'delete') after.delete(id!);
        else after.set(id ?? 'new', now.moved);
        const answer =
          now.do === 'delete'
            ? await api.admin.delete(`/stock-movements/${id}`)
            : now.do === 'edit'
              ? await api.admin.put(`/stock-movements/${id}`, bodyOf(now.moved))
              : await api.admin.post('/stock-movements', bodyOf(now.moved));
        if (!isPossible(after.values())) {
          assert.deepEqual([answer.status, answer.body.code], [409, 'INSUFFICIENT_STOCK'], JSON.stringify(answer.body));
          continue;
        }
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
        if (now.do === 'delete') model.delete(id!);
        else model.set(answer.body.id, now.moved);
      }
      const ends = endsOfDays(model.values());
      for (const [day, as_of] of DAYS.entries()) {
        const { body } = await api.admin.get(`/stock/product/${product.id}?as_of=${as_of}`);
        const shown = body.map(
          (row: { batch_number: string; warehouse_id: number; quantity: number }) =>
            `${row.batch_number} ${places.indexOf(row.warehouse_id)} ${row.quantity}`,
        );
        const expected = [...ends]
          .filter(([, days]) => days[day] !== 0)
          .map(([key, days]) => `${key} ${days[day]! / 10}`);
        assert.deepEqual(shown.toSorted(), expected.toSorted());
        // Sums of a past day are read from the totals of months, and agree with its batches.
        const sums = await api.admin.get(
          `/stock/summary?group=product_warehouse&product_id=${product.id}&as_of=${as_of}`,
        );
        const summed = sums.body.map(
          (row: { warehouse_id: number; quantity: number; batches: number }) =>
            `${row.warehouse_id} ${row.batches} ${row.quantity}`,
        );
        assert.deepEqual(summed.toSorted(), sumsByPlace(body).toSorted());
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), { numRuns: 25 });
    assert.deepEqual((await brokenInvariants()).rows, []);
  });

  test('is append-only, and its balances never fall below zero, enforced by the database', async () => {
    const product = await createProduct(api.admin);
    const warehouse = await createWarehouse(api.admin);
    await api.admin.post('/stock-movements', {
      movement_type: 'C',
      movement_date: '2026-01-01',
      product_id: product.id,
      warehouse_id: warehouse.id,
      quantity: 1,
    });
    for (const statement of [
      'update stock_entries set quantity = 2',
      'delete from stock_entries',
      'truncate stock_entries cascade',
    ])
      await assert.rejects(sql.raw(statement).execute(api.db), { code: '23000' }, statement);
    await assert.rejects(sql`update stock_balances set quantity = -1`.execute(api.db), { code: '23514' });
    await assert.rejects(sql`update stock_balances set quantity = 'NaN'`.execute(api.db), { code: '23514' });
  });
});
