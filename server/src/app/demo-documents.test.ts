/** The documents of the demo companies: a year of every kind, for an Italian and for a French company. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { createFirstAdmin } from '../areas/identity/index.ts';
import type { DemoCountry } from '../demo/country.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createApp, type App } from './create-app.ts';
import { findDifferences } from './differences.ts';
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

describe('T41 the demo company has a year of all documents, also as a French company', () => {
  for (const country of ['IT', 'FR'] as const)
    describe(country, () => {
      let database: TestDatabase;
      let client: Client;
      let app: App;
      before(async () => {
        database = await createTestDatabase();
        client = new Client({ connectionString: database.url });
        await client.connect();
        app = await createApp({ databaseUrl: database.url });
        await createFirstAdmin(app.db, 'Segreta-Prova-9');
        await loadDemo(app.server, app.db, country);
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
      test('every issued document has its file, and verify finds no difference', async () => {
        const { rows } = await client.query(`select invoice_number from invoices v
          where invoice_number is not null and not exists (select from document_files where invoice_id = v.id)`);
        assert.deepEqual(rows, []);
        assert.deepEqual(await findDifferences(client), []);
      });
      if (country === 'FR')
        test('has no Italian texts', async () => {
          const { rows } = await client.query<{ text: string }>(`
            select description as text from products union select category from products union select name from warehouses
            union select description from machines union select descrizione from condizioni_pagamento
            union select notes from customer_orders union select notes from invoices union select notes from purchase_orders
            union select reason from packing_lists union select text from notes union select method from payments`);
          const italian = rows.filter(({ text }) =>
            /\b(di|da|per|con|del|della|carta|sacchetti|bobina|scatole|fogli|vendita|bonifico|merce|prima|il)\b/i.test(
              text ?? '',
            ),
          );
          assert.deepEqual(italian, []);
        });
    });

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
