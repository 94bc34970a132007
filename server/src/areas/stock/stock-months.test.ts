/** The totals of each month, from which the stock of a past day is summed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startApi } from '../../testing/api.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../testing/factories.ts';

const api = startApi();

function verify() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, '../../app/verify.ts')],
    { env: { ...process.env, DATABASE_URL: api.databaseUrl }, encoding: 'utf8' },
  );
  return { status, output: stdout + stderr };
}

test('W22: the stock of a past day is summed from totals per product, warehouse and month, which the trigger of the ledger keeps for backdated entries and reversals too, and which npm run verify recomputes', async () => {
  const product = await createProduct(api.admin);
  const [here, there] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
  const load = (quantity: number, movement_date: string, warehouse = here) =>
    createMovement(api.admin, loadBody(product.id, warehouse.id, quantity, { movement_date }));
  const months = async () => {
    const { rows } = await sql<{ place: string; month: string; quantity: number }>`
      select case warehouse_id when ${here.id} then 'here' else 'there' end as place, month::text,
        sum(quantity)::float8 as quantity
      from stock_months where product_id = ${product.id} group by 1, 2 having sum(quantity) <> 0 order by 1, 2`.execute(
      api.db,
    );
    return rows.map(({ place, month, quantity }) => `${place} ${month.slice(0, 7)} ${quantity}`);
  };
  const on = async (day: string): Promise<Record<string, number>> => {
    const { body } = await api.admin.get(`/stock/summary?group=product_warehouse&as_of=${day}`);
    return Object.fromEntries(
      body.map((row: { warehouse_id: number; quantity: number }) => [
        row.warehouse_id === here.id ? 'here' : 'there',
        row.quantity,
      ]),
    );
  };

  await load(10, '2026-03-10');
  await load(4, '2026-03-12', there);
  const reversed = await load(2.5, '2026-02-20');
  assert.deepEqual(await months(), ['here 2026-02 2.5', 'here 2026-03 10', 'there 2026-03 4']);
  await load(7, '2026-01-31');
  assert.deepEqual(await months(), ['here 2026-01 7', 'here 2026-02 2.5', 'here 2026-03 10', 'there 2026-03 4']);
  assert.deepEqual(await on('2026-03-11'), { here: 19.5 });

  assert.equal((await api.admin.delete(`/stock-movements/${reversed.id}`)).status, 204);
  assert.deepEqual(await months(), ['here 2026-01 7', 'here 2026-03 10', 'there 2026-03 4']);
  assert.deepEqual(await on('2026-01-30'), {});
  assert.deepEqual(await on('2026-02-28'), { here: 7 });
  assert.deepEqual(await on('2026-03-11'), { here: 17 });
  assert.deepEqual(await on('2026-03-12'), { here: 17, there: 4 });
  assert.equal(verify().status, 0);

  // A wrong total changes the result of an earlier month, which proves that the totals are summed; verify finds it.
  await sql`insert into stock_months (product_id, warehouse_id, month, quantity)
    values (${product.id}, ${here.id}, '2026-02-01', 100)`.execute(api.db);
  assert.deepEqual(await on('2026-02-28'), { here: 7 });
  assert.deepEqual(await on('2026-01-31'), { here: -93 });
  const { status, output } = verify();
  assert.equal(status, 1, output);
  assert.match(output, /stock of a month: the sum of its entries/);
});
