import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type {
  NotInvoiced,
  PurchaseInvoice,
  PurchaseInvoiceRow,
} from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { sql } from 'kysely';
import { zipSync } from 'fflate';
import { Client } from 'pg';
import { extractText, getDocumentProxy } from 'unpdf';
import { takeFromFolder } from '../../areas/sales/files/exchange-folder.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  completeCompany,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
} from '../../testing/factories.ts';
import { signedFile } from '../../testing/receipts.ts';
import { ciiOf, fatturaPaOf, pdfWith, ublOf, type InvoicedFile } from '../../testing/supplier-invoices.ts';
import { findDifferences } from '../differences.ts';
import { takeFromExchange } from './take-from-exchange.ts';

const api = startApi();
const DAY = '2026-03-05';
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
let warehouse: Warehouse;
let serial = 0;

interface Delivered {
  supplier: Supplier;
  product: Product;
  code: string;
  ddt: { number: string; date: string };
  vat: string;
}

/** Receives goods of a new supplier: 100 at 2.50. */
async function deliver(
  given: { quantity?: number; price?: number; supplier?: Supplier; product?: Product } = {},
): Promise<Delivered> {
  serial += 1;
  const vat = given.supplier?.vat_number ?? `IT${String(10_000_000_000 + serial * 10)}`;
  const supplier =
    given.supplier ?? (await createSupplier(api.admin, { vat_number: vat, business_name: `Cartiera ${serial}` }));
  const product =
    given.product ??
    (await createProduct(api.admin, { unit_of_measure: 'kg', has_batch: true, supplier_id: supplier.id }));
  const quantity = given.quantity ?? 100;
  const order = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: product.id, quantity, unit_price: given.price ?? 2.5 },
  ]);
  const ddt = { number: `D${serial}`, date: DAY };
  const received = await api.admin.post('/goods-receipts/receive', {
    order_id: order.id,
    document_number: ddt.number,
    document_date: DAY,
    items: [
      {
        order_item_id: order.items[0]!.id,
        quantity,
        warehouse_id: warehouse.id,
        batches: [{ batch_number: `L${serial}`, quantity }],
      },
    ],
  });
  assert.equal(received.status, 201, JSON.stringify(received.body));
  return { supplier, product, code: `F-${serial}`, ddt, vat };
}
async function upload(content: string | Buffer, name = 'fattura.xml') {
  return api.administration.post<PurchaseInvoice & { results: { status: string }[] }>('/purchase-invoices', {
    files: [{ name, content: Buffer.from(content).toString('base64') }],
  });
}
async function taken(file: InvoicedFile, write = fatturaPaOf): Promise<PurchaseInvoice> {
  const { status, body } = await upload(write(file));
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
async function read(id: number) {
  return (await api.orders.get<PurchaseInvoice>(`/purchase-invoices/${id}`)).body;
}
function put(id: number, act: string, body: object = {}) {
  return api.administration.put<PurchaseInvoice>(`/purchase-invoices/${id}/${act}`, body);
}
/** The receipt line of a delivery that is not invoiced in full. */
async function open({ product }: Delivered) {
  return (await api.orders.get<NotInvoiced[]>(`/purchase-invoices/not-invoiced?product_id=${product.id}`)).body;
}
/** Takes an invoice of a delivery and confirms its product, so that its code is learned. */
async function recordAlias(delivered: Delivered, given: Partial<InvoicedFile> = {}): Promise<PurchaseInvoice> {
  const { vat, ddt, code, product } = delivered;
  const invoice = await taken({
    number: `${(serial += 1)}`,
    vat,
    ddt,
    lines: [{ code, quantity: 100, price: 2.5, net: 250 }],
    ...given,
  });
  const { body, status } = await put(invoice.id, 'match', {
    lines: [{ id: invoice.lines[0]!.id, product_id: product.id }],
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
async function printed(address: string): Promise<string> {
  const answer = await fetch(`${api.url}/api${address}`, { headers: { authorization: `Bearer ${api.orders.token}` } });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
    mergePages: true,
  });
  return text.replace(/\s+/g, ' ');
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
async function costOf(batch: string) {
  const { rows } = await sql<{ unit_cost: string }>`
    select c.unit_cost from batch_costs c join batches b on b.id = c.batch_id where b.batch_number = ${batch}`.execute(
    api.db,
  );
  return Number(rows[0]!.unit_cost);
}

describe('purchase invoices', () => {
  before(async () => {
    await completeCompany(api.admin);
    warehouse = await createWarehouse(api.admin);
  });

  describe('T31: files of every kind, the folder and typing; bytes and hash are kept; the same file twice is refused', () => {
    const lines = [{ code: 'X', quantity: 10, price: 2, net: 20 }];
    const kinds: [string, string, string, (number: string) => Buffer][] = [
      ['FatturaPA', 'a.xml', 'fatturapa', (number) => Buffer.from(fatturaPaOf({ number, lines }))],
      ['signed FatturaPA', 'a.xml.p7m', 'fatturapa', (number) => signedFile(fatturaPaOf({ number, lines }))],
      [
        'zip',
        'a.zip',
        'fatturapa',
        (number) => Buffer.from(zipSync({ 'a.xml': Buffer.from(fatturaPaOf({ number, lines })) })),
      ],
      ['CII', 'c.xml', 'cii', (number) => Buffer.from(ciiOf({ number, lines }))],
      ['UBL', 'u.xml', 'ubl', (number) => Buffer.from(ublOf({ number, lines }))],
      ['Factur-X', 'f.pdf', 'facturx', (number) => pdfWith(ciiOf({ number, lines }), { deflate: deflateSync })],
      ['Factur-X without compression', 'f.pdf', 'facturx', (number) => pdfWith(ciiOf({ number, lines }))],
    ];
    for (const [kind, name, format, write] of kinds)
      test(`${kind} is read`, async () => {
        const bytes = write(`K-${kind}`);
        const { status, body } = await upload(bytes, name);
        assert.equal(status, 201, JSON.stringify(body));
        assert.equal(body.format, format);
        assert.deepEqual(
          [
            body.number,
            body.document_date,
            body.net_amount,
            body.vat_amount,
            body.total_amount,
            body.supplier_vat,
            body.status,
          ],
          [`K-${kind}`, '2026-03-10', 20, 4.4, 24.4, 'IT01234567897', 'new'],
        );
        assert.deepEqual(
          body.lines.map(({ supplier_code, quantity, unit_price, net_amount, vat_rate }) => [
            supplier_code,
            quantity,
            unit_price,
            net_amount,
            vat_rate,
          ]),
          [['X', 10, 2, 20, 22]],
        );
        if (!name.endsWith('.zip')) {
          assert.equal(body.sha256, createHash('sha256').update(bytes).digest('hex'));
          const answer = await fetch(`${api.url}/api/purchase-invoices/${body.id}/file`, {
            headers: { authorization: `Bearer ${api.orders.token}` },
          });
          assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
        }
        assertProblem(await upload(bytes, name), 409, 'DUPLICATE_DOCUMENT');
      });

    test('the same number of the same supplier, year and kind is refused in another file too', async () => {
      const { vat } = await deliver();
      await taken({ number: '7/A', vat, lines });
      assertProblem(await upload(ublOf({ number: '7/a', vat, lines, date: '2026-11-01' })), 409, 'DUPLICATE_DOCUMENT');
      assert.equal((await upload(fatturaPaOf({ number: '7/A', vat, lines, type: 'TD04' }))).status, 201);
      assert.equal((await upload(fatturaPaOf({ number: '7/A', vat, lines, date: '2025-03-10' }))).status, 201);
    });

    test('a multipart form and an XML body are taken', async () => {
      const form = new FormData();
      form.append('file', new Blob([fatturaPaOf({ number: 'FORM-1', lines })]), 'one.xml');
      const headers = { authorization: `Bearer ${api.administration.token}` };
      const multipart = await fetch(`${api.url}/api/purchase-invoices`, { method: 'POST', headers, body: form });
      assert.equal(multipart.status, 201, await multipart.text());
      const xml = await fetch(`${api.url}/api/purchase-invoices`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/xml' },
        body: fatturaPaOf({ number: 'XML-1', lines }),
      });
      assert.equal(xml.status, 201, await xml.text());
    });

    test('the in folder is emptied: invoices to done, unreadable files to quarantine', async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'invoices-'));
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'one.xml'), fatturaPaOf({ number: 'FOLDER-1', lines }));
      await writeFile(path.join(folder, 'again.xml'), fatturaPaOf({ number: 'FOLDER-1', lines }));
      await writeFile(path.join(folder, 'broken.xml'), '<FatturaElettronica>');
      const log = { warn: () => {} } as never;
      const changes = await takeFromFolder(api.db, { folder, settledMs: 0, log, takeOther: takeFromExchange });
      assert.deepEqual(
        changes.map(({ entity }) => entity),
        ['purchase-invoices'],
      );
      assert.deepEqual((await readdir(path.join(folder, 'done'))).toSorted(), ['again.xml', 'one.xml']);
      assert.deepEqual(await readdir(path.join(folder, 'quarantine')), ['broken.xml']);
      const { body } = await api.orders.get<PurchaseInvoiceRow[]>('/purchase-invoices?q=FOLDER-1');
      assert.deepEqual(
        body.map(({ number, created_by }) => [number, created_by]),
        [['FOLDER-1', null]],
      );
      await rm(folder, { recursive: true });
    });

    test('a typed invoice has the sums of its lines', async () => {
      const { supplier, product, ddt } = await deliver();
      const [receipt] = await open({ product } as Delivered);
      const body = {
        supplier_id: supplier.id,
        number: 'T-1',
        document_date: today,
        lines: [
          {
            description: 'Carta',
            product_id: product.id,
            receipt_item_id: receipt!.receipt_item_id,
            quantity: 100,
            unit_price: 2.5,
            vat_rate: 22,
            ddt_number: ddt.number,
          },
          { description: 'Trasporto', unit_price: 10, vat_rate: 22 },
        ],
      };
      const { status, body: made } = await api.administration.post<PurchaseInvoice>('/purchase-invoices', body);
      assert.equal(status, 201, JSON.stringify(made));
      assert.deepEqual(
        [made.net_amount, made.vat_amount, made.total_amount, made.format, made.sha256],
        [260, 57.2, 317.2, 'typed', null],
      );
      assert.deepEqual(
        made.lines.map(({ match, unit_of_measure }) => [match, unit_of_measure]),
        [
          ['equal', 'kg'],
          ['no_product', null],
        ],
      );
      assertProblem(await api.administration.post('/purchase-invoices', body), 409, 'DUPLICATE_DOCUMENT');
      assertProblem(await api.administration.post('/purchase-invoices', {}), 400, 'VALIDATION', {
        supplier_id: 'requiredFields',
        number: 'requiredFields',
        document_date: 'requiredFields',
        lines: 'required',
      });
      assertProblem(
        await api.administration.post('/purchase-invoices', { ...body, number: 'T-2', document_date: '2999-01-01' }),
        400,
        'VALIDATION',
        { document_date: 'future' },
      );
    });
  });

  describe('T32: nothing is resolved or invented, and sizes are limited', () => {
    const lines = [{ code: 'X', quantity: 10, price: 2, net: 20 }];
    const xml = fatturaPaOf({ number: 'E-1', lines });
    const refused: [string, string | Buffer][] = [
      [
        'an entity',
        xml.replace('?>', '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>').replace('Carta<', '&e;<'),
      ],
      ['a document type', xml.replace('?>', '?><!DOCTYPE x>')],
      ['deep nesting', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`],
      ['more than 5 MB', xml.replace('Carta<', `${'x'.repeat(5_000_000)}<`)],
      ['a zip bomb', Buffer.from(zipSync({ 'a.xml': Buffer.alloc(6_000_000, 32) }))],
      ['a PDF that inflates beyond the limit', pdfWith(' '.repeat(6_000_000), { deflate: deflateSync })],
      [
        'an encrypted PDF',
        Buffer.from(
          pdfWith(ciiOf({ number: 'E-2', lines }))
            .toString('latin1')
            .replace('/Size 2', '/Encrypt 3 0 R'),
          'latin1',
        ),
      ],
      ['other XML', '<Ricevuta/>'],
      ['no XML', 'PK?'],
      ['an amount that is no number', xml.replace('<Imposta>4.40', '<Imposta>1e9')],
      ['a negative total', xml.replaceAll('4.40<', '-94.40<')],
    ];
    for (const [what, content] of refused)
      test(`${what} is refused`, async () =>
        assertProblem(await upload(content), 400, 'VALIDATION', { 'files.0': 'unreadable' }));

    test('the supplier is found by the VAT number, with and without the country, else none is made', async () => {
      const counts = async () =>
        (
          await sql<{ counts: string }>`
            select concat_ws(' ', (select count(*) from suppliers), (select count(*) from supplier_codes), (select count(*) from vat_codes)) as counts`.execute(
            api.db,
          )
        ).rows[0]!.counts;
      const known = await createSupplier(api.admin, { vat_number: '09876543210', country_code: 'IT' });
      const foreign = await createSupplier(api.admin, { vat_number: 'FR 83 404 833 048', country_code: 'FR' });
      const start = await counts();
      assert.equal((await taken({ number: 'S-1', vat: 'IT09876543210', lines })).supplier_id, known.id);
      assert.equal((await taken({ number: 'S-2', vat: 'FR83404833048', lines }, ciiOf)).supplier_id, foreign.id);
      assert.equal((await taken({ number: 'S-3', vat: 'DE09876543210', lines }, ublOf)).supplier_id, null);
      const unknown = await taken({ number: 'S-4', vat: 'IT00000000001', lines });
      assert.deepEqual(
        [unknown.supplier_id, unknown.supplier_name, unknown.supplier_vat],
        [null, 'Cartiera & Figli', 'IT00000000001'],
      );
      assert.equal(await counts(), start, 'no supplier, code or rate was made');
      const refused = await put(unknown.id, 'accept');
      assertProblem(refused, 409, 'INCOMPLETE_DOCUMENT');
      assert.deepEqual(
        (refused.body as unknown as { missing: { field: string }[] }).missing.map(({ field }) => field),
        ['supplier_id'],
      );
      const chosen = await put(unknown.id, 'match', { supplier_id: known.id, lines: [] });
      assert.equal(chosen.body.supplier_id, known.id);
    });
  });

  describe('T33: lines are matched by delivery note, code, quantity and price', () => {
    test('an unknown code has no product; once it is confirmed, the next invoice is matched automatically', async () => {
      const first = await deliver();
      const { vat, ddt, code, supplier, product } = first;
      const invoice = await taken({ number: 'M-1', vat, ddt, lines: [{ code, quantity: 100, price: 2.5, net: 250 }] });
      assert.deepEqual([invoice.match, invoice.lines[0]!.match], ['none', 'no_product']);
      const matched = await put(invoice.id, 'match', { lines: [{ id: invoice.lines[0]!.id, product_id: product.id }] });
      assert.deepEqual(
        [matched.body.match, matched.body.lines[0]!.match, matched.body.lines[0]!.receipt_document],
        ['complete', 'equal', ddt.number],
      );
      const second = await deliver({ supplier, product });
      const next = await taken({
        number: 'M-2',
        vat,
        ddt: second.ddt,
        lines: [{ code: code.toLowerCase(), quantity: 100, price: 2.5, net: 250 }],
      });
      assert.deepEqual(
        [next.match, next.lines[0]!.match, next.lines[0]!.receipt_document],
        ['complete', 'equal', second.ddt.number],
      );
      const without = await taken({
        number: 'M-3',
        vat,
        ddt: { number: 'NO', date: DAY },
        lines: [{ code, quantity: 100, price: 2.5, net: 250 }],
      });
      assert.equal(without.lines[0]!.match, 'no_receipt');
      const otherDay = await taken({
        number: 'M-4',
        vat,
        ddt: { ...ddt, date: '2026-03-06' },
        lines: [{ code, quantity: 100, price: 2.5, net: 250 }],
      });
      assert.equal(otherDay.lines[0]!.match, 'no_receipt');
    });

    test('differences of quantity and price are listed, and the tolerances of the settings hold', async () => {
      const dear = await recordAlias(await deliver(), { lines: [{ code: 'P', quantity: 100, price: 2.6, net: 260 }] });
      assert.equal(dear.lines[0]!.match, 'different');
      assert.deepEqual(dear.lines[0]!.differences, [
        { field: 'price', invoiced: 2.6, expected: 2.5, difference: 0.1, is_tolerated: false },
      ]);
      const near = await recordAlias(await deliver(), { lines: [{ code: 'P', quantity: 100, price: 2.52, net: 252 }] });
      assert.deepEqual([near.match, near.lines[0]!.match], ['complete', 'tolerance']);
      const much = await recordAlias(await deliver(), {
        lines: [{ code: 'P', quantity: 101, price: 2.5, net: 252.5 }],
      });
      assert.deepEqual(
        [much.match, much.lines[0]!.match, much.lines[0]!.matched_quantity],
        ['partial', 'different', 100],
      );
      await api.admin.put('/settings', { invoice_quantity_tolerance: 1 });
      const again = await put(much.id, 'match', { lines: [] });
      assert.deepEqual([again.body.match, again.body.lines[0]!.match], ['complete', 'tolerance']);
      await api.admin.put('/settings', { invoice_quantity_tolerance: 0 });
    });

    test('a receipt of another supplier or product is refused', async () => {
      const [mine, other] = [await deliver(), await deliver()];
      const invoice = await recordAlias(mine);
      const [receipt] = await open(other);
      const line = { id: invoice.lines[0]!.id, product_id: mine.product.id, receipt_item_id: receipt!.receipt_item_id };
      assertProblem(await put(invoice.id, 'match', { lines: [line] }), 400, 'VALIDATION', {
        'lines.0.receipt_item_id': 'otherReceipt',
      });
      assertProblem(
        await put(invoice.id, 'match', { lines: [{ id: 1, product_id: 2_000_000_000 }] }),
        400,
        'VALIDATION',
        {
          'lines.0.id': 'unknown',
          'lines.0.product_id': 'unknown',
        },
      );
    });
  });

  describe('T34: the match is complete, partial or none, and goods without an invoice are listed', () => {
    test('a receipt is billed up to its quantity over all invoices, also by two concurrent ones', async () => {
      const delivered = await deliver();
      const { vat, ddt, code } = delivered;
      assert.equal((await open(delivered))[0]!.remaining_quantity, 100);
      const first = await recordAlias(delivered, { lines: [{ code, quantity: 60, price: 2.5, net: 150 }] });
      assert.deepEqual([first.match, first.lines[0]!.match], ['partial', 'different']);
      const [rest] = await open(delivered);
      assert.deepEqual([rest!.invoiced_quantity, rest!.remaining_quantity, rest!.amount], [60, 40, 100]);
      const write = (number: string) =>
        upload(fatturaPaOf({ number, vat, ddt, lines: [{ code, quantity: 40, price: 2.5, net: 100 }] }));
      const both = await Promise.all([write('C-1'), write('C-2')]);
      assert.deepEqual(
        both.map(({ status }) => status),
        [201, 201],
      );
      assert.deepEqual(both.map(({ body }) => body.match).toSorted(), ['complete', 'partial']);
      assert.deepEqual(both.map(({ body }) => body.lines[0]!.matched_quantity).toSorted(), [0, 40]);
      assert.deepEqual(await open(delivered), []);
      const complete = await api.orders.get<PurchaseInvoiceRow[]>(
        `/purchase-invoices?supplier_id=${delivered.supplier.id}&match=complete`,
      );
      assert.equal(complete.body.length, 1);
      assert.equal((await api.administration.delete(`/purchase-invoices/${first.id}`)).status, 204);
      assert.equal((await open(delivered))[0]!.remaining_quantity, 60);
    });

    test('a line marked as no goods does not prevent a complete match', async () => {
      const delivered = await deliver();
      const invoice = await recordAlias(delivered, {
        lines: [
          { code: delivered.code, quantity: 100, price: 2.5, net: 250 },
          { quantity: null, price: 10, net: 10, description: 'Trasporto' },
        ],
      });
      assert.equal(invoice.match, 'partial');
      const { body } = await put(invoice.id, 'match', { lines: [{ id: invoice.lines[1]!.id, product_id: null }] });
      assert.deepEqual([body.match, body.lines[1]!.match], ['complete', 'no_product']);
    });
  });

  describe('T35: acceptance and dispute', () => {
    test('acceptance gives the due dates of the supplier, the cost of the batches and, if chosen, the price', async () => {
      const delivered = await deliver();
      const batch = `L${serial}`;
      const { body: term } = await api.admin.post('/condizioni-pagamento', {
        descrizione: `30/60 ${serial}`,
        giorni_differita: 30,
        instalments: [
          { days: 30, percent: 50 },
          { days: 60, percent: 50 },
        ],
      });
      const supplier = await api.admin.put(`/suppliers/${delivered.supplier.id}`, { tipo_pagamento_id: term.id });
      assert.equal(supplier.body.tipo_pagamento, term.descrizione);
      assertProblem(await api.admin.delete(`/condizioni-pagamento/${term.id}`), 409, 'IN_USE');
      const invoice = await recordAlias(delivered, {
        lines: [{ code: delivered.code, quantity: 100, price: 3, net: 300 }],
      });
      assert.equal(await costOf(batch), 2.5);
      const { body, status } = await put(invoice.id, 'accept', { update_prices: true });
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(
        [body.status, body.registered_date, body.due_date, body.match],
        ['accepted', today, '2026-05-09', 'partial'],
      );
      assert.deepEqual(
        body.instalments.map(({ due_date, amount }) => [due_date, amount]),
        [
          ['2026-04-09', 183],
          ['2026-05-09', 183],
        ],
      );
      assert.equal(await costOf(batch), 3);
      const prices = await api.admin.get(
        `/prices?product_id=${delivered.product.id}&supplier_id=${delivered.supplier.id}`,
      );
      assert.deepEqual(
        prices.body.map((row: { price: number; start_date: string; end_date: string | null }) => [
          row.price,
          row.start_date,
          row.end_date,
        ]),
        [[3, today, null]],
      );
      assert.equal((await read(invoice.id)).lines[0]!.differences.length, 1, 'differences stay listed');
      assertProblem(await put(invoice.id, 'accept'), 409, 'INVALID_TRANSITION');
      assertProblem(await put(invoice.id, 'dispute', { notes: 'x' }), 409, 'INVALID_TRANSITION');
      assertProblem(await api.administration.delete(`/purchase-invoices/${invoice.id}`), 409, 'INVALID_TRANSITION');
      await assert.rejects(
        sql`update purchase_invoices set net_amount = 1 where id = ${invoice.id}`.execute(api.db),
        /stays/,
      );
      await assert.rejects(
        sql`update purchase_invoice_lines set net_amount = 1 where purchase_invoice_id = ${invoice.id}`.execute(api.db),
        /stay/,
      );
      await assert.rejects(
        sql`delete from purchase_invoice_instalments where purchase_invoice_id = ${invoice.id}`.execute(api.db),
        /stay/,
      );
    });

    test('without that choice prices stay; an existing price ends the day before', async () => {
      const delivered = await deliver();
      const price = {
        product_id: delivered.product.id,
        supplier_id: delivered.supplier.id,
        price: 2,
        start_date: '2026-01-01',
      };
      assert.equal((await api.admin.post('/prices', price)).status, 201);
      const list = async () =>
        (await api.admin.get(`/prices?product_id=${delivered.product.id}&sort=start_date`)).body.map((row: never) => [
          row['price'],
          row['end_date'],
        ]);
      const one = await recordAlias(delivered);
      await put(one.id, 'accept');
      assert.deepEqual(await list(), [[2, null]]);
      const more = await deliver({ supplier: delivered.supplier, product: delivered.product });
      const two = await recordAlias({ ...more, code: delivered.code });
      await put(two.id, 'accept', { update_prices: true });
      const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
      assert.deepEqual(await list(), [
        [2, yesterday],
        [2.5, null],
      ]);
    });

    test('the due dates of the file hold', async () => {
      const invoice = await recordAlias(await deliver(), { due: [{ date: '2026-07-31', amount: 305 }] });
      const { body } = await put(invoice.id, 'accept');
      assert.deepEqual(
        body.instalments.map(({ due_date, amount, method }) => [due_date, amount, method]),
        [['2026-07-31', 305, 'MP05']],
      );
    });

    test('goods that arrive after the acceptance can still be matched, and get their cost', async () => {
      const delivered = await deliver();
      await recordAlias(delivered);
      const early = await taken({
        number: 'EARLY',
        vat: delivered.vat,
        ddt: { number: `D${serial + 1}`, date: DAY },
        lines: [{ code: delivered.code, quantity: 100, price: 2.4, net: 240 }],
      });
      assert.equal(early.lines[0]!.match, 'no_receipt');
      await put(early.id, 'accept');
      await deliver({ supplier: delivered.supplier, product: delivered.product });
      const { body } = await put(early.id, 'match', { lines: [] });
      assert.equal(body.lines[0]!.match, 'different');
      assert.equal(await costOf(`L${serial}`), 2.4);
      assertProblem(
        await put(early.id, 'match', { supplier_id: (await createSupplier(api.admin)).id, lines: [] }),
        409,
        'INVALID_TRANSITION',
      );
    });

    test('an invoice that is not in EUR needs the exchange rate', async () => {
      const delivered = await deliver();
      const invoice = await recordAlias(delivered, {
        currency: 'USD',
        lines: [{ code: delivered.code, quantity: 100, price: 2.5, net: 250 }],
      });
      assert.equal(invoice.lines[0]!.differences[0]!.field, 'currency');
      assertProblem(await put(invoice.id, 'accept'), 409, 'INCOMPLETE_DOCUMENT');
      assert.equal((await put(invoice.id, 'accept', { exchange_rate: 1.1 })).body.exchange_rate, 1.1);
    });

    test('a disputed invoice has a note for the supplier, as JSON and PDF, and can be accepted afterwards', async () => {
      const invoice = await recordAlias(await deliver(), {
        lines: [{ code: 'P', quantity: 110, price: 2.5, net: 275 }],
      });
      assertProblem(await api.orders.get(`/purchase-invoices/${invoice.id}/dispute-note`), 409, 'INVALID_TRANSITION');
      assertProblem(await put(invoice.id, 'dispute', { notes: '' }), 400, 'VALIDATION', { notes: 'required' });
      const { body } = await put(invoice.id, 'dispute', { notes: 'Mancano 10 kg' });
      assert.deepEqual([body.status, body.dispute_notes], ['disputed', 'Mancano 10 kg']);
      const note = await api.orders.get(`/purchase-invoices/${invoice.id}/dispute-note`);
      assert.deepEqual([note.body.number, note.body.notes], [invoice.number, 'Mancano 10 kg']);
      const text = await printed(`/purchase-invoices/${invoice.id}/dispute-note?format=pdf`);
      for (const part of ['Contestazione di fattura', 'Mancano 10 kg', invoice.number, '110'])
        assert.ok(text.includes(part), part);
      assert.equal((await put(invoice.id, 'accept')).body.status, 'accepted');
    });
  });

  test('a version that is not the newest is refused', async () => {
    const { id, version } = await recordAlias(await deliver());
    const stale = await api.administration.put(
      `/purchase-invoices/${id}/accept`,
      {},
      { headers: { 'if-match': String(version - 1) } },
    );
    assertProblem(stale, 409, 'STALE_VERSION');
  });

  test('the verification finds nothing', async () => assert.deepEqual(await differences(), []));
});
