/** The demo companies: their screens, and a year of every kind of document, in Italy and in France. Each is loaded once. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { contract } from '@bobina/contract/contract.ts';
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { createFirstAdmin } from '../areas/identity/index.ts';
import type { DemoCountry } from '../demo/country.ts';
import type { DemoUser } from '../demo/load-demo.ts';
import { REGISTER_PATHS } from '../demo/registers.ts';
import { PASSWORD } from '../testing/api.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { PROPOSALS_1_000 } from '../testing/large-sets.ts';
import { matrixSuite } from '../testing/matrix.ts';
import { createApp, type App } from './create-app.ts';
import { findDifferences } from './differences.ts';
import { enterDemo } from './enter-demo.ts';
import { readEnvironment } from './environment.ts';

/** Rows that a demo company has, each by a query for their number. */
const DOCUMENTS: Record<string, string> = {
  'months with invoices': `select count(distinct to_char(invoice_date, 'YYYY-MM')) / 11 from invoices where invoice_number is not null`,
  'invoices of several packing lists': `select count(*) from (select from invoice_packing_lists group by invoice_id having count(*) > 1) n`,
  'partial credit notes': `select count(*) from invoices n join invoices v on v.id = n.credited_invoice_id and v.status <> 'cancelled'`,
  'goods that came back': 'select count(*) from returned_goods',
  'payments of several invoices': `select count(*) from (select from payment_allocations group by payment_id having count(distinct invoice_id) > 1) n`,
  'partly paid invoices': `select count(*) from invoices where status = 'partly_paid'`,
  'invoices with three instalments': `select count(*) from (select from invoice_instalments group by invoice_id having count(*) = 3) n`,
  advances: `select count(*) from payments where notes is not null`,
  'reversed payments': 'select count(*) from payments where reverses is not null',
  'steps of reminders': `select count(distinct step) / 3 from reminders where status = 'sent'`,
  'drafts of reminders': `select count(*) from reminders where status = 'draft'`,
  'states of transmission': 'select count(distinct transmission) / 4 from invoices',
  'rejected files': `select count(*) from transmissions where event = 'rejected'`,
  'documents issued again': 'select count(*) from document_files where issue > 1',
  'invoices in dollars': `select count(*) from invoices where currency = 'USD' and exchange_rate > 1 and invoice_number is not null`,
  'payments in dollars': `select count(*) from payments where currency = 'USD'`,
  'invoices to public bodies': `select count(*) from invoices where invoice_number is not null and (customer ->> 'is_public_body')::boolean`,
  comments: 'select count(*) / 5 from notes',
};
const OF_COUNTRY: Record<DemoCountry, Record<string, string>> = {
  IT: {
    'invoices with split payment and tender codes': `select count(*) from invoices where customer ->> 'esigibilita' = 'S' and cig is not null and cup is not null`,
    'declarations that are drawn down':
      'select count(*) from declarations_of_intent d where used_of_declaration(d.id) > 0',
    'CONAI contributions': 'select count(*) from invoice_items where conai_amount > 0',
    'stamp duty': 'select count(*) from invoice_items where product_id is null and unit_price = 2',
    FatturaPA: `select count(*) from document_files where format = 'fatturapa'`,
  },
  FR: {
    'rates of VAT': 'select count(distinct vat_rate) / 4 from invoice_items',
    'invoices with several rates': `select count(*) from (select from invoice_items group by invoice_id having count(distinct vat_rate) > 1) n`,
    'French customers with SIREN and SIRET': `select count(*) from customers where country_code = 'FR' and siret like siren || '%' and length(siret) = 14`,
    'the company in France': `select count(*) from company where country_code = 'FR' and vat_number like 'FR__' || siren and siret like siren || '%'`,
    'Factur-X': `select count(*) from document_files where format = 'facturx'`,
  },
};

/** Lists that are empty in a demo company; a French one has no declarations of intent. */
const EMPTY = new Set(['/views', '/transmissions/unmatched', '/notices']);
/** Parts of the home other than figures, and abandoned messages. */
const NO_FIGURES = new Set(['today', 'first_steps', 'health', 'dead_messages']);

describe('T41 the demo company has a year of all documents, also as a French company', () => {
  const testsOf = (country: DemoCountry) => () => {
    let database: TestDatabase;
    let client: Client;
    let app: App;
    let users: DemoUser[];
    let admin: string;
    const signIn = async (username: string, password: string) => {
      const payload = { username, password };
      return (await app.server.inject({ method: 'POST', url: '/api/auth/login', payload })).json();
    };
    const read = (path: string) =>
      app.server.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: `Bearer ${admin}` } });
    before(async () => {
      database = await createTestDatabase();
      client = new Client({ connectionString: database.url });
      await client.connect();
      app = await createApp({ databaseUrl: database.url });
      await createFirstAdmin(app.db, PASSWORD);
      users = (await enterDemo(database.url, country))!;
      await client.query(`update users set must_change_password = false where username = 'admin'`);
      admin = (await signIn('admin', PASSWORD)).token;
    });
    after(async () => {
      await app.server.close();
      await client.end();
      await database.drop();
    });

    for (const [what, query] of Object.entries({ ...DOCUMENTS, ...OF_COUNTRY[country] }))
      test(`has ${what}`, async () => {
        const { rows } = await client.query<{ count: number }>(`select (${query})::int as count`);
        assert.ok(rows[0]!.count > 0);
      });
    test('every list has rows and every figure of the home counts some, on any day of loading', async () => {
      const lists = Object.values(contract)
        .flatMap((area) => Object.values(area) as Endpoint[])
        .filter(({ paged, path }) => paged && !path.includes('{'));
      const empty = new Set<string>();
      for (const { path } of lists) {
        const rows = (await read(path)).json();
        assert.ok(Array.isArray(rows), `${path}: ${JSON.stringify(rows)}`);
        if (rows.length === 0) empty.add(path);
      }
      assert.deepEqual(empty, country === 'IT' ? EMPTY : EMPTY.union(new Set(['/declarations-of-intent'])));
      const figures: Record<string, { count?: number }> = (await read('/dashboard')).json();
      const none = Object.keys(figures).filter((name) => !NO_FIGURES.has(name) && !figures[name]!.count);
      assert.deepEqual(none, []);
    });
    test('every issued document has its file, and verify finds no difference', async () => {
      const { rows } = await client.query(`select invoice_number from invoices v
        where invoice_number is not null and not exists (select from document_files where invoice_id = v.id)`);
      assert.deepEqual(rows, []);
      assert.deepEqual(await findDifferences(client), []);
    });
    test('is loaded only into an empty database', async () => {
      assert.equal(await enterDemo(database.url, country), undefined);
    });
    if (country === 'FR')
      test('has no Italian texts', async () => {
        const { rows } = await client.query<{ text: string }>(`
          select description as text from products union select category from products
          union select notes from customer_orders union select notes from invoices union select notes from purchase_orders
          union select reason from packing_lists union select text from notes union select method from payments
          union select name from service_tokens union select description from webhooks union select reason from recalls
          union select dispute_notes from purchase_invoices`);
        for (const path of REGISTER_PATHS)
          for (const row of (await read(path)).json<Record<string, unknown>[]>())
            rows.push(...Object.values(row).flatMap((text) => (typeof text === 'string' ? [{ text }] : [])));
        const italian = rows.filter(({ text }) =>
          /\b(di|da|per|con|del|della|carta|sacchetti|bobina|scatole|fogli|vendita|bonifico|merce|prima|il)\b/i.test(
            text ?? '',
          ),
        );
        assert.deepEqual(italian, []);
      });
    if (country === 'FR') return;

    test('has a user of each role besides the first user, and each can sign in', async () => {
      const roles: string[] = ['admin'];
      for (const { username, password } of users) {
        roles.push((await signIn(username, password)).user.role);
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
    test('has no delivered line that is still to be produced', async () => {
      const lines = (await read('/production/status?limit=1000')).json<ProductionItem[]>();
      assert.ok(lines.length > 300);
      const open = lines.filter(({ production_status }) => production_status === 'da_produrre');
      assert.ok(open.length > 5);
      assert.deepEqual(
        open.filter(({ delivered_quantity, quantity }) => delivered_quantity >= quantity),
        [],
      );
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
    test('its shortages make sense, and 1,000 products with 2,000 open lines more are all proposed', async () => {
      const { username, password } = users.find(({ username: name }) => name === 'direzione')!;
      const { token } = await signIn(username, password);
      const headers = { authorization: `Bearer ${token}` };
      const readProposals = async () =>
        (await app.server.inject({ method: 'GET', url: '/api/purchase-proposals', headers })).json<PurchaseProposals>();
      const { proposals, without_product } = await readProposals();
      assert.ok(without_product.length > 0, 'a material that no product is');
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
      const planned = new Set(
        (await readProposals()).proposals
          .filter(({ product_code, need_day }) => product_code.startsWith('PAPER-') && need_day !== null)
          .map(({ product_code }) => product_code),
      );
      assert.equal(planned.size, 1000);
    });
  };
  matrixSuite('IT', testsOf('IT'));
  matrixSuite('FR', testsOf('FR'));

  test('the command line names the country', () => {
    const demoOf = (...argv: string[]) => readEnvironment({}, argv).demo;
    assert.deepEqual(
      [demoOf(), demoOf('--demo'), demoOf('--demo=it'), demoOf('--demo=fr')],
      [undefined, 'IT', 'IT', 'FR'],
    );
    assert.throws(() => demoOf('--demo=de'), /unknown argument: --demo=de/);
    assert.throws(() => demoOf('--demo', '--demo=fr'), /one demo company at a time/);
  });
});
