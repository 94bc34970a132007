/** VAT registers, entries, the value of the stock and the numbers of a year. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { read, utils } from '@e965/xlsx';
import type { Entries, EntryRow, Sequence, VatRegister, YearEndStock } from '@bobina/contract/sales/accounting.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { extractText, getDocumentProxy } from 'unpdf';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  completeCompany,
  createMovement,
  createProduct,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';
import { FRENCH_COMPANY, FULL_COMPANY, sell, send, type SoldLine } from '../../testing/invoiced.ts';
import { acceptPurchaseInvoice, addPurchaseInvoice } from '../../testing/purchase-invoices.ts';
import { findDifferences } from '../differences.ts';

const api = startApi();
const ITALIAN = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
const year = Number(today.slice(0, 4));
const PERIOD = `from=${year}-01-01&to=${today}`;

async function issue(lines: readonly SoldLine[], customer: object = {}, invoice: object = {}): Promise<Invoice> {
  const sold = await sell(api, lines, { customer: { ...ITALIAN, ...customer }, invoice });
  return send(api.sales, sold.invoice.id);
}
async function register(kind: 'sales' | 'purchases', query = PERIOD): Promise<VatRegister> {
  const { status, body } = await api.administration.get<VatRegister>(`/accounting/vat-register?kind=${kind}&${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
async function entries(): Promise<Entries> {
  const { status, body } = await api.administration.get<Entries>(`/accounting/entries?${PERIOD}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
async function file(path: string) {
  const answer = await fetch(`${api.url}/api${path}`, {
    headers: { authorization: `Bearer ${api.administration.token}` },
  });
  assert.equal(answer.status, 200);
  const { headers } = answer;
  return {
    type: headers.get('content-type')!,
    name: /filename="([^"]+)"/.exec(headers.get('content-disposition')!)![1]!,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}
async function pdfText(path: string): Promise<string> {
  const { bytes } = await file(path);
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
/** The rows of the first sheets, without empty cells. */
async function sheets(path: string) {
  const book = read((await file(path)).bytes, { type: 'array' });
  return book.SheetNames.map((name) => utils.sheet_to_json<(string | number)[]>(book.Sheets[name]!, { header: 1 }));
}
async function differences() {
  const client = new Client(api.databaseUrl);
  await client.connect();
  try {
    return await findDifferences(client);
  } finally {
    await client.end();
  }
}

describe('the registers', () => {
  const issued: Record<string, Invoice> = {};
  let purchase: { supplier: number; product: number };
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
    for (const code of [
      { code: '10', rate: 10 },
      { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Esportazioni' },
    ])
      assert.equal((await api.admin.post('/vat-codes', code)).status, 201);
    issued.mixed = await issue([
      { quantity: 10, unit_price: 12.5, product: { vendite_conto_codice: '58.01', vendite_conto_descrizione: 'Film' } },
      { quantity: 3, unit_price: 7.77, product: { categoria_vat_codice: '10' } },
    ]);
    issued.foreign = await issue(
      [
        { quantity: 3, unit_price: 33.33, product: { vendite_conto_codice: '58.01' } },
        { quantity: 1, unit_price: 0.05 },
      ],
      { valuta: 'USD', vat_code: 'N3.1', country_code: 'US', country: 'Stati Uniti', vat_number: 'US4711' },
      { exchange_rate: 1.0845 },
    );
    issued.split = await issue([{ quantity: 10, unit_price: 10 }], {
      is_public_body: true,
      esigibilita: 'S',
      codice_destinatario: 'UFABC1',
    });
    const credited = await api.administration.post<Invoice>(`/invoices/${issued.mixed.id}/credit-note`, {
      items: [{ invoice_item_id: issued.mixed.items[0]!.id, quantity: 4 }],
    });
    assert.equal(credited.status, 201, JSON.stringify(credited.body));
    issued.credit = credited.body;
    // Neither a draft nor an invoice of another year is in the register.
    await sell(api, [{ quantity: 1, unit_price: 1 }], { customer: ITALIAN });
    const supplier = await createSupplier(api.admin, { business_name: 'Cartiera del Nord' });
    const product = await createProduct(api.admin, { acquisti_conto_codice: '66.05' });
    purchase = { supplier: supplier.id, product: product.id };
    const bought = { supplier_id: supplier.id, product_id: product.id };
    const add = (number: string, given: object) =>
      addPurchaseInvoice(api.db, { ...bought, number, net: 0, vat: 0, ...given });
    await acceptPurchaseInvoice(api.db, await add('A/1', { net: 1000, vat: 220 }), today);
    await acceptPurchaseInvoice(api.db, await add('A/2', { net: 100, vat: 22, kind: 'credit_note' }), today);
    const foreign = { net: 200, vat: 0, vat_rate: 0, currency: 'USD', exchange_rate: 1.0845 };
    await acceptPurchaseInvoice(api.db, await add('A/3', foreign), today);
    await acceptPurchaseInvoice(api.db, await add('A/4', { net: 7, vat: 1 }), `${year - 1}-12-31`);
    await add('A/5', { net: 5, vat: 1 });
  });

  test('sales are listed by document in EUR with their sums, credit notes below zero, and split payment is shown', async () => {
    const found = await register('sales');
    const { mixed, foreign, split, credit } = issued as Record<string, Invoice>;
    assert.deepEqual(
      found.rows.map((row) => [
        row.document_number,
        row.type,
        row.day,
        row.net_amount,
        row.vat_amount,
        row.split_payment,
      ]),
      [
        [mixed!.invoice_number, 'invoice', today, 148.31, 29.83, false],
        // 100.04 USD at 1.0845.
        [foreign!.invoice_number, 'invoice', today, 92.25, 0, false],
        [split!.invoice_number, 'invoice', today, 100, 22, true],
        [credit!.invoice_number, 'credit_note', today, -50, -11, false],
      ],
    );
    assert.deepEqual(found.rows[0]!.sums, [
      { vat_rate: 22, natura: null, net_amount: 125, vat_amount: 27.5 },
      { vat_rate: 10, natura: null, net_amount: 23.31, vat_amount: 2.33 },
    ]);
    assert.deepEqual(found.sums, [
      { vat_rate: 22, natura: null, net_amount: 175, vat_amount: 38.5 },
      { vat_rate: 10, natura: null, net_amount: 23.31, vat_amount: 2.33 },
      { vat_rate: 0, natura: 'N3.1', net_amount: 92.25, vat_amount: 0 },
    ]);
    assert.deepEqual(
      [found.net_amount, found.vat_amount, found.total_amount, found.split_payment_vat],
      [290.56, 40.83, 331.39, 22],
    );
    assert.deepEqual((await register('sales', `from=${year - 1}-01-01&to=${year - 1}-12-31`)).rows, []);
  });

  test('accepted purchases are listed by the day of registration', async () => {
    const found = await register('purchases');
    assert.deepEqual(
      found.rows.map((row) => [
        row.register_number,
        row.document_number,
        row.day,
        row.document_day,
        row.net_amount,
        row.vat_amount,
      ]),
      [
        [`AC-${year}/00001`, 'A/1', today, '2026-01-15', 1000, 220],
        [`AC-${year}/00002`, 'A/2', today, '2026-01-15', -100, -22],
        [`AC-${year}/00003`, 'A/3', today, '2026-01-15', 184.42, 0],
      ],
    );
    assert.equal(found.rows[0]!.party_name, 'Cartiera del Nord');
    assert.deepEqual(found.sums, [
      { vat_rate: 22, natura: null, net_amount: 900, vat_amount: 198 },
      { vat_rate: 0, natura: null, net_amount: 184.42, vat_amount: 0 },
    ]);
    const before = await register('purchases', `to=${year - 1}-12-31`);
    assert.deepEqual([before.from, before.rows.map((row) => row.document_number)], [`${year - 1}-01-01`, ['A/4']]);
  });

  test('T36: the register is a PDF and an Excel file with sums by rate and nature, and verify compares it with the documents', async () => {
    for (const [kind, title, net] of [
      ['sales', 'Registro IVA vendite', '290,56'],
      ['purchases', 'Registro IVA acquisti', '1.084,42'],
    ] as const) {
      const found = await register(kind);
      const path = `/accounting/vat-register?kind=${kind}&${PERIOD}`;
      const text = await pdfText(`${path}&format=pdf`);
      for (const expected of [
        title,
        net,
        'Totali per aliquota e natura',
        ...found.rows.map((row) => row.document_number),
      ])
        assert.ok(text.includes(expected), `${expected} in ${text}`);
      const [rows, sums] = await sheets(`${path}&format=xlsx`);
      assert.deepEqual(
        rows!.slice(1).map((row) => [row[1], row[2], row[6], row[8], row[9]]),
        found.rows.flatMap((row) =>
          row.sums.map((sum) => [
            row.register_number,
            row.document_number,
            sum.vat_rate,
            sum.net_amount,
            sum.vat_amount,
          ]),
        ),
      );
      assert.deepEqual(
        sums!.slice(1, -1).map((row) => [row[0], row[1] ?? null, row[2], row[3]]),
        found.sums.map(({ vat_rate, natura, net_amount, vat_amount }) => [vat_rate, natura, net_amount, vat_amount]),
      );
    }
    assert.match(
      await pdfText(`/accounting/vat-register?kind=sales&${PERIOD}&format=pdf`),
      /N3\.1.*scissione dei pagamenti/,
    );
    assert.deepEqual(await differences(), []);
    const tampered = async (table: 'invoices' | 'purchase_invoices', change: string) => {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(api.db);
      await sql`update ${sql.table(table)} set net_amount = net_amount ${sql.raw(change)}, total_amount = total_amount ${sql.raw(change)}
        where id = (select min(id) from ${sql.table(table)})`.execute(api.db);
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(api.db);
      return (await differences()).map(({ check }) => check);
    };
    for (const [table, check] of [
      ['invoices', 'VAT register of sales: the amounts of its documents'],
      ['purchase_invoices', 'VAT register of purchases: the amounts of its documents'],
    ] as const) {
      const found = await tampered(table, '+ 0.01');
      assert.ok(found.includes(check), `${check} among ${found.join(', ')}`);
      assert.deepEqual(await tampered(table, '- 0.01'), []);
    }
  });

  test('entries are balanced, by the accounts of products and of the settings, with payments', async () => {
    await api.administration.post('/payments', {
      customer_id: issued.split!.customer_id,
      day: today,
      amount: 100,
      allocations: [{ invoice_id: issued.split!.id, amount: 100 }],
    });
    const { rows, debit, credit } = await entries();
    assert.equal(debit, credit);
    const byEntry = Map.groupBy(rows, ({ entry_number }) => entry_number);
    for (const [number, lines] of byEntry) {
      const sides = lines.map((line) => Math.round((line.debit - line.credit) * 100));
      assert.equal(
        sides.reduce((sum, cents) => sum + cents, 0),
        0,
        number,
      );
      assert.ok(lines.every((line) => (line.debit === 0) !== (line.credit === 0)));
    }
    const linesOf = (number: string) =>
      byEntry.get(number)!.map((line: EntryRow) => [line.account, line.debit, line.credit]);
    assert.deepEqual(linesOf(issued.mixed!.invoice_number!), [
      ['411000', 178.14, 0],
      ['58.01', 0, 125],
      ['701000', 0, 23.31],
      ['445710', 0, 29.83],
    ]);
    assert.deepEqual(linesOf(issued.credit!.invoice_number!), [
      ['411000', 0, 61],
      ['58.01', 50, 0],
      ['445710', 11, 0],
    ]);
    assert.deepEqual(linesOf(issued.split!.invoice_number!), [
      ['411000', 122, 0],
      ['701000', 0, 100],
      ['445710', 0, 22],
      ['445710', 22, 0],
      ['411000', 0, 22],
    ]);
    assert.deepEqual(linesOf(issued.foreign!.invoice_number!), [
      ['411000', 92.25, 0],
      ['58.01', 0, 92.2],
      ['701000', 0, 0.05],
    ]);
    const purchases = rows.filter(({ journal }) => journal === 'AC');
    assert.deepEqual(
      purchases.map((line) => [line.document_number, line.account, line.debit, line.credit]),
      [
        ['A/1', '66.05', 1000, 0],
        ['A/1', '445660', 220, 0],
        ['A/1', '401000', 0, 1220],
        ['A/2', '66.05', 0, 100],
        ['A/2', '445660', 0, 22],
        ['A/2', '401000', 122, 0],
        ['A/3', '66.05', 184.42, 0],
        ['A/3', '401000', 0, 184.42],
      ],
    );
    assert.deepEqual(
      rows.filter(({ journal }) => journal === 'BQ').map((line) => [line.account, line.debit, line.credit]),
      [
        ['512000', 100, 0],
        ['411000', 0, 100],
      ],
    );
    // The codes of today: a product that gets an account changes the entries of its documents.
    await api.admin.put(`/products/${issued.split!.items[0]!.product_id}`, { vendite_conto_codice: '58.99' });
    assert.equal((await api.admin.put('/settings', { account_customers: '15.01' })).status, 200);
    const changed = (await entries()).rows.filter((row) => row.document_number === issued.split!.invoice_number);
    assert.deepEqual(
      changed.map(({ account }) => account),
      ['15.01', '58.99', '445710', '445710', '15.01'],
    );
    await api.admin.put('/settings', { account_customers: '411000' });
    assertProblem(await api.admin.put('/settings', { account_bank: '' }), 400, 'VALIDATION', {
      account_bank: 'required',
    });
  });

  test('T37: entries are JSON, CSV, an Excel file and a FEC with its 18 columns', async () => {
    const { rows } = await entries();
    const csv = await file(`/accounting/entries?${PERIOD}&format=csv`);
    assert.match(csv.type, /^text\/csv/);
    const lines = new TextDecoder().decode(csv.bytes).trimEnd().split('\r\n');
    assert.equal(lines.length, rows.length + 1);
    const [day, account] = [today.split('-').toReversed().join('/'), rows[0]!.account];
    assert.ok(
      lines[1]!.startsWith(`VE;${rows[0]!.entry_number};${day};${rows[0]!.document_number};${day};${account};`),
    );
    assert.ok(lines[1]!.endsWith(`;${String(rows[0]!.debit).replace('.', ',')};0`));
    const [sheet] = await sheets(`/accounting/entries?${PERIOD}&format=xlsx`);
    assert.deepEqual(
      sheet!.slice(1).map((row) => [row[1], row[5], row[10], row[11]]),
      rows.map((row) => [row.entry_number, row.account, row.debit, row.credit]),
    );
    await api.admin.put('/company', FRENCH_COMPANY);
    const fec = await file(`/accounting/entries?${PERIOD}&format=fec`);
    await api.admin.put('/company', FULL_COMPANY);
    assert.equal(fec.name, `303265045FEC${today.replaceAll('-', '')}.txt`);
    const [heads, ...cells] = new TextDecoder()
      .decode(fec.bytes)
      .slice(0, -2)
      .split('\r\n')
      .map((line) => line.split('\t'));
    assert.deepEqual(heads, [
      'JournalCode',
      'JournalLib',
      'EcritureNum',
      'EcritureDate',
      'CompteNum',
      'CompteLib',
      'CompAuxNum',
      'CompAuxLib',
      'PieceRef',
      'PieceDate',
      'EcritureLib',
      'Debit',
      'Credit',
      'EcritureLet',
      'DateLet',
      'ValidDate',
      'Montantdevise',
      'Idevise',
    ]);
    assert.equal(cells.length, rows.length);
    const compact = today.replaceAll('-', '');
    const first = rows[0]!;
    assert.deepEqual(cells[0], [
      'VE',
      'Ventes',
      first.entry_number,
      compact,
      '411000',
      'Clients',
      first.party_code,
      first.party_name,
      first.document_number,
      compact,
      `Facture ${first.document_number} · ${first.party_name}`,
      '178,14',
      '0,00',
      '',
      '',
      compact,
      '',
      '',
    ]);
    for (const line of cells) {
      assert.equal(line.length, 18);
      for (const at of [0, 1, 2, 3, 4, 5, 8, 9, 10, 15]) assert.notEqual(line[at], '');
      for (const at of [3, 9, 15]) assert.match(line[at]!, /^\d{8}$/);
      for (const at of [11, 12]) assert.match(line[at]!, /^\d+,\d{2}$/);
    }
  });

  test('a period that ends before it starts, and a company of another country, are refused', async () => {
    for (const path of ['/accounting/vat-register?kind=sales&', '/accounting/entries?'])
      assertProblem(await api.administration.get(`${path}from=2026-02-02&to=2026-02-01`), 400, 'VALIDATION', {
        to: 'before_start',
      });
    assertProblem(await api.administration.get('/accounting/vat-register?kind=both'), 400, 'VALIDATION');
    await api.admin.put('/company', { country_code: 'MA', country: 'Marocco' });
    for (const path of ['/accounting/vat-register?kind=sales', '/accounting/entries?format=csv'])
      assertProblem(await api.administration.get(path), 409, 'INVALID_TRANSITION');
    await api.admin.put('/company', FULL_COMPANY);
  });

  test('T38: the value of the stock names its method, and the numbers of a year have no gaps and days in order', async () => {
    const warehouse = await createWarehouse(api.admin);
    const other = await createWarehouse(api.admin);
    const day = `${year - 1}-12-20`;
    const lastYear = async () =>
      (await api.administration.get<YearEndStock>(`/accounting/stock-value?year=${year - 1}`)).body;
    // Other tests date goods by fixed days, which may be in the year before.
    const { without_price } = await lastYear();
    const load = (place: number, quantity: number, movement_date = day) =>
      createMovement(api.admin, loadBody(purchase.product, place, quantity, { movement_date }));
    await load(warehouse.id, 10);
    await load(other.id, 2.5);
    await load(warehouse.id, 100, today);
    const price = async (body: object) => assert.equal((await api.admin.post('/prices', body)).status, 201);
    const valid = { product_id: purchase.product, supplier_id: purchase.supplier };
    await price({ ...valid, price: 1.111, start_date: `${year - 2}-01-01`, end_date: day });
    await price({ ...valid, price: 1.333, start_date: `${year - 1}-12-21`, end_date: `${year - 1}-12-31` });
    const body = await lastYear();
    assert.deepEqual(
      [body.day, body.method, body.method_text, body.without_price],
      [`${year - 1}-12-31`, 'purchase_price_on_day', "Quantità per prezzo d'acquisto valido nel giorno", without_price],
    );
    // 13.33 and 3.33 (3.3325 rounded): each warehouse separately, as in the valuation.
    assert.deepEqual(
      body.rows
        .filter(({ unit_price }) => unit_price !== null && unit_price > 0)
        .map((row) => [row.product_id, row.quantity, row.unit_price, row.value]),
      [[purchase.product, 12.5, 1.333, 16.66]],
    );
    assert.deepEqual(body.totals, [{ currency: 'EUR', value: 16.66 }]);
    const now = (await api.administration.get<YearEndStock>(`/accounting/stock-value?year=${year}`)).body;
    assert.equal(now.day, today);
    assert.ok(now.without_price > 0);

    const sequence = async () =>
      (await api.administration.get<Sequence>(`/accounting/sequence?year=${year}`)).body.series;
    const [lists, invoices, notes] = await sequence();
    assert.deepEqual(
      [lists, invoices, notes].map((one) => [one!.series, one!.count, one!.first_number, one!.last_number, one!.gaps]),
      [
        ['DDT', 4, `DDT-${year}/00001`, `DDT-${year}/00004`, []],
        ['FT', 3, `FT-${year}/00001`, `FT-${year}/00003`, []],
        ['NC', 1, `NC-${year}/00001`, `NC-${year}/00001`, []],
      ],
    );
    assert.deepEqual([invoices!.first_day, invoices!.last_day, invoices!.out_of_order], [today, today, []]);
    assert.deepEqual(
      (await api.administration.get<Sequence>(`/accounting/sequence?year=${year - 1}`)).body.series.map(
        ({ count, gaps, last_number }) => [count, gaps, last_number],
      ),
      [
        [0, [], null],
        [0, [], null],
        [0, [], null],
      ],
    );
    // The report on a gap and on a day out of order. The database prevents both.
    for (const part of [
      'alter table invoices disable trigger user',
      `update invoices set invoice_number = 'FT-${year}/00005' where invoice_number = 'FT-${year}/00003'`,
      `update invoices set invoice_date = invoice_date - 1 where invoice_number = 'FT-${year}/00002'`,
      'alter table invoices enable trigger user',
    ])
      await sql.raw(part).execute(api.db);
    const [, gap] = await sequence();
    assert.deepEqual(gap!.gaps, [`FT-${year}/00003`, `FT-${year}/00004`]);
    assert.deepEqual(gap!.out_of_order, [`FT-${year}/00002`]);
  });
});
