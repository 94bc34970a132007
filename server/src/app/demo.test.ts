import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import type { PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { createFirstAdmin } from '../areas/identity/index.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { PROPOSALS_1_000 } from '../testing/large-sets.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createApp, type App } from './create-app.ts';
import { findDifferences } from './differences.ts';

describe('the demo company', () => {
  let database: TestDatabase;
  let client: Client;
  let app: App;
  let users: Awaited<ReturnType<typeof loadDemo>>;
  before(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    app = await createApp({ databaseUrl: database.url });
    await createFirstAdmin(app.db, 'Segreta-Prova-9');
    users = await loadDemo(app.server, app.db);
  });
  after(async () => {
    await app.server.close();
    await client.end();
    await database.drop();
  });

  test('has a user of each role besides the first user, and each can sign in', async () => {
    const roles: string[] = ['admin'];
    for (const { username, password } of users!) {
      const payload = { username, password };
      const answer = await app.server.inject({ method: 'POST', url: '/api/auth/login', payload });
      roles.push(answer.json().user.role);
    }
    assert.deepEqual(roles.toSorted(), ROLES.toSorted());
  });
  test('has goods, partners and records in every area', async () => {
    const { rows } = await client.query<Record<string, number>>(`select
      (select count(*)::int from products) as products,
      (select count(*)::int from suppliers) + (select count(*)::int from customers) as parties,
      (select count(*)::int from warehouses) as warehouses,
      (select count(*)::int from machines) as machines,
      (select count(distinct status)::int from purchase_orders) as states_of_orders,
      (select count(*)::int from stock_movements where movement_type = 'T') as transfers,
      (select count(*)::int from customer_orders) as customer_orders,
      (select count(*)::int from customer_prices) as customer_prices,
      (select count(*)::int from production_loads) as loads,
      (select count(*)::int from reels) as reels,
      (select count(*)::int from production_runs) as runs,
      (select count(*)::int from batch_links where source = 'run' and undone_at is null) as links,
      (select count(distinct status)::int from invoices) as states_of_invoices`);
    const { products, parties, warehouses, machines, ...work } = rows[0]!;
    assert.deepEqual([products, parties, warehouses, machines], [304, 43, 4, 8]);
    for (const [what, count] of Object.entries(work)) assert.ok(count > 2, `${what}: ${count}`);
  });
  test('has runs that ended on earlier days and one that is open, from a reel of paper to a delivery', async () => {
    const { rows } = await client.query<{ is_open: boolean; days: number; inputs: number }>(`
      select ended_at is null as is_open, (current_date - started_at::date)::int as days,
        (select count(*)::int from run_inputs where run_id = r.id) as inputs
      from production_runs r order by id`);
    assert.deepEqual(
      rows.map(({ is_open, days, inputs }) => [is_open, is_open || days > 0, inputs]),
      [
        [false, true, 1],
        [false, true, 2],
        [true, true, 1],
      ],
    );
  });
  test('is consistent: redundant data agrees', async () => {
    assert.deepEqual(await findDifferences(client), []);
  });
  test('is loaded only into an empty database', async () => {
    assert.equal(await loadDemo(app.server, app.db), undefined);
  });
  test('U45: its shortages make sense, and 1,000 products with 2,000 open lines more are proposed within 1 s', async () => {
    const { username, password } = users!.find(({ username: name }) => name === 'direzione')!;
    const signedIn = await app.server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username, password },
    });
    const headers = { authorization: `Bearer ${signedIn.json().token}` };
    const read = async () => {
      const start = performance.now();
      const answer = await app.server.inject({ method: 'GET', url: '/api/purchase-proposals', headers });
      return { ms: performance.now() - start, body: answer.json() as PurchaseProposals };
    };
    const { proposals } = (await read()).body;
    const ordered = proposals.filter(({ need_day }) => need_day !== null);
    // A morning's list: some for orders, some below the minimum stock, some of them late, none unreasonable.
    assert.ok(proposals.length >= 10 && proposals.length <= 40, `${proposals.length} proposals`);
    assert.ok(ordered.length >= 3 && ordered.length < proposals.length, `${ordered.length} for orders`);
    assert.ok(proposals.some(({ late }) => late) && proposals.some(({ late }) => !late));
    for (const proposal of proposals) {
      const { product_code, problem, supplier_name, unit_price, quantity, shortage, needs, why } = proposal;
      assert.equal(problem, null, product_code);
      assert.ok(supplier_name !== null && unit_price! > 0, product_code);
      assert.ok(
        shortage > 0 && quantity >= shortage && quantity <= 20 * Math.max(shortage, proposal.min_lot),
        product_code,
      );
      assert.ok(Math.abs(why.floor - why.balance - shortage) < 0.001, product_code);
      assert.equal(needs.length > 0, proposal.need_day !== null, product_code);
      assert.ok(needs.every(({ order_number, customer_name }) => order_number && customer_name));
    }

    await client.query(PROPOSALS_1_000.sql);
    await read();
    const runs = [await read(), await read(), await read()];
    const planned = new Set(
      runs[0]!.body.proposals
        .filter(({ product_code, need_day }) => product_code.startsWith('PAPER-') && need_day !== null)
        .map(({ product_code }) => product_code),
    );
    assert.equal(planned.size, 1000);
    const fastest = Math.min(...runs.map(({ ms }) => ms));
    assert.ok(fastest <= 1000, `${fastest.toFixed(0)} ms`);
  });
});
