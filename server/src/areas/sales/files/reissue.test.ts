/** Documents that were rejected, and are issued again with the same number and day. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import { addDays } from '@bobina/contract/core/dates.ts';
import { assertProblem, startApi } from '../../../testing/api.ts';
import { completeCompany } from '../../../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../../testing/invoiced.ts';
import { receiptOf } from '../../../testing/receipts.ts';

const api = startApi();
const LINES = [
  { quantity: 10, unit_price: 12.5 },
  { quantity: 3, unit_price: 7.77 },
];
const ITALIAN = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };
/** The company's. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());

async function filesOf(id: number) {
  return (await api.sales.get<DocumentFile[]>(`/invoices/${id}/files`)).body;
}
async function textOf(id: number, file: DocumentFile): Promise<string> {
  return (await api.sales.get<string>(`/invoices/${id}/files/${file.id}`)).body;
}
async function reject(file: DocumentFile): Promise<void> {
  const content = Buffer.from(receiptOf.NS(file)).toString('base64');
  const { body } = await api.sales.post('/transmissions/receipts', { files: [{ name: 'NS.xml', content }] });
  assert.equal(body.results[0].status, 'taken');
}
async function issue(): Promise<Invoice> {
  const { invoice } = await sell(api, LINES, { customer: ITALIAN });
  return send(api.sales, invoice.id);
}
async function rejected(): Promise<Invoice & { file: DocumentFile }> {
  const { id } = await issue();
  const [file] = await filesOf(id);
  await reject(file!);
  return { ...(await api.sales.get<Invoice>(`/invoices/${id}`)).body, file: file! };
}

describe('reissue', () => {
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
    assert.equal((await api.admin.post('/vat-codes', { code: '10', rate: 10 })).status, 201);
  });

  test('a rejected document keeps number and day and gets a new file with a new progressive beside the old one', async () => {
    const before = await rejected();
    assert.equal(before.transmission, 'rejected');
    assert.equal(before.reissue_until, addDays(today, 5), 'five days are counted');
    const old = await textOf(before.id, before.file);
    // Customer, company and payment data come from the current registers.
    await api.admin.put(`/customers/${before.customer_id}`, {
      vat_number: '00743110157',
      city: 'Prato',
      modalita_pagamento: 'MP01',
    });
    await api.admin.put('/company', { ...FULL_COMPANY, city: 'Siena' });
    const { status, body: after } = await api.sales.put<Invoice>(`/invoices/${before.id}/reissue`, {
      notes: 'Corretta',
      cig: '1234567890',
      cup: 'J31B17000000001',
      items: [{ id: before.items[1]!.id, vat_code: '10' }],
    });
    await api.admin.put('/company', FULL_COMPANY);
    assert.equal(status, 200, JSON.stringify(after));
    for (const kept of ['id', 'invoice_number', 'invoice_date', 'status', 'net_amount', 'packing_list_number'] as const)
      assert.equal(after[kept], before[kept], kept);
    assert.deepEqual(
      after.items.map(({ id, quantity, unit_price, net_amount }) => ({ id, quantity, unit_price, net_amount })),
      before.items.map(({ id, quantity, unit_price, net_amount }) => ({ id, quantity, unit_price, net_amount })),
    );
    // 125.00 at 22 % and 23.31 at 10 %.
    assert.deepEqual(
      [after.vat_amount, after.total_amount, after.notes, after.cig, after.cup, after.customer_city],
      [29.83, 178.14, 'Corretta', '1234567890', 'J31B17000000001', 'Prato'],
    );
    assert.deepEqual([after.transmission, after.reissue_until], ['to_send', null]);
    const files = await filesOf(before.id);
    assert.deepEqual(files[0], before.file, 'the old file stays');
    assert.equal(await textOf(before.id, files[0]!), old);
    assert.equal(files.length, 2);
    const xml = await textOf(before.id, files[1]!);
    const progressive = /<ProgressivoInvio>(\w{5})<\/ProgressivoInvio>/.exec(xml)![1]!;
    assert.equal(files[1]!.name, `IT00743110157_${progressive}.xml`);
    assert.ok(!old.includes(progressive));
    assert.notEqual(files[1]!.name, files[0]!.name);
    for (const part of [
      `<Numero>${before.invoice_number}</Numero>`,
      `<Data>${before.invoice_date}</Data>`,
      '<IdCodice>00743110157</IdCodice>',
      '<Comune>Prato</Comune>',
      '<Comune>Siena</Comune>',
      '<ModalitaPagamento>MP01</ModalitaPagamento>',
      '<CodiceCUP>J31B17000000001</CodiceCUP>',
      '<CodiceCIG>1234567890</CodiceCIG>',
      '<Causale>Corretta</Causale>',
      '<ImportoTotaleDocumento>178.14</ImportoTotaleDocumento>',
    ])
      assert.ok(xml.includes(part), part);
    assert.equal(
      (await api.sales.get<string>(`/invoices/${before.id}/e-invoice`)).body,
      xml,
      'downloads answer the new file',
    );
    // Receipts for the older file are kept and change nothing.
    await reject(before.file);
    assert.equal((await api.sales.get<Invoice>(`/invoices/${before.id}`)).body.transmission, 'to_send');
    // Rejected again, a third file is written.
    await reject(files[1]!);
    assert.equal((await api.sales.put(`/invoices/${before.id}/reissue`, {})).status, 200);
    const names = (await filesOf(before.id)).map(({ name }) => name);
    assert.equal(new Set(names).size, 3);
    for (const name of names) assert.match(name, /^IT00743110157_[0-9A-Z]{5}\.xml$/);
  });

  test('only a rejected document is issued again, and nothing else of it may change, by the database', async () => {
    const sent = await issue();
    assertProblem(await api.sales.put(`/invoices/${sent.id}/reissue`, {}), 409, 'INVALID_TRANSITION');
    const invoice = await rejected();
    assertProblem(await api.warehouse.put(`/invoices/${invoice.id}/reissue`, {}), 403, 'FORBIDDEN');
    assertProblem(await api.sales.put('/invoices/999999/reissue', {}), 404, 'NOT_FOUND');
    const items = [
      { id: invoice.items[0]!.id, vat_code: 'nessuno' },
      { id: sent.items[0]!.id, vat_code: '22' },
    ];
    assertProblem(await api.sales.put(`/invoices/${invoice.id}/reissue`, { items }), 400, 'VALIDATION', {
      'items.0.vat_code': 'unknown',
      'items.1.id': 'unknown',
    });
    assertProblem(await api.sales.put(`/invoices/${invoice.id}/reissue`, { cig: '12-34' }), 400, 'VALIDATION', {
      cig: 'format',
    });
    assertProblem(
      await api.sales.put(`/invoices/${invoice.id}/reissue`, {}, { headers: { 'if-match': '"999"' } }),
      409,
      'STALE_VERSION',
    );
    await api.admin.put(`/customers/${invoice.customer_id}`, { codice_destinatario: null });
    const lacking = await api.sales.put(`/invoices/${invoice.id}/reissue`, {});
    assertProblem(lacking, 409, 'INCOMPLETE_DOCUMENT');
    assert.equal((await filesOf(invoice.id)).length, 1);
    for (const change of [
      "invoice_number = 'X'",
      'invoice_date = invoice_date - 1',
      'net_amount = 1, total_amount = 1 + vat_amount',
    ])
      await assert.rejects(
        sql`update invoices set ${sql.raw(change)} where id = ${invoice.id}`.execute(api.db),
        /is issued/,
        change,
      );
    for (const change of [
      'quantity = 1',
      'unit_price = 1',
      'net_amount = 1, total_price = 1 + vat_amount',
      "code = 'X'",
    ])
      await assert.rejects(
        sql`update invoice_items set ${sql.raw(change)} where invoice_id = ${invoice.id}`.execute(api.db),
        /issued invoice stay/,
        change,
      );
    await assert.rejects(
      sql`delete from invoice_items where invoice_id = ${invoice.id}`.execute(api.db),
      /issued invoice stay/,
    );
    // The trigger also protects the fields of a reissue while nothing is rejected.
    await assert.rejects(sql`update invoices set notes = 'x' where id = ${sent.id}`.execute(api.db), /is issued/);
    await assert.rejects(
      sql`update invoice_items set vat_code = 'x' where invoice_id = ${sent.id}`.execute(api.db),
      /issued invoice stay/,
    );
  });

  test('a paid invoice is issued again unless its total changes, and a cancelled one is not', async () => {
    const paid = await rejected();
    assert.equal((await api.admin.put(`/invoices/${paid.id}/status`, { status: 'paid' })).status, 200);
    const items = [{ id: paid.items[0]!.id, vat_code: '10' }];
    assertProblem(await api.sales.put(`/invoices/${paid.id}/reissue`, { items }), 409, 'INVALID_TRANSITION');
    assert.equal((await api.sales.put(`/invoices/${paid.id}/reissue`, { notes: 'x' })).status, 200);
    const cancelled = await rejected();
    assert.equal((await api.admin.post(`/invoices/${cancelled.id}/credit-note`, {})).status, 201);
    assertProblem(await api.sales.put(`/invoices/${cancelled.id}/reissue`, {}), 409, 'INVALID_TRANSITION');
  });

  test('two concurrent requests reissue a document once', async () => {
    const invoice = await rejected();
    const answers = await Promise.all(
      [api.sales, api.admin].map((session) => session.put(`/invoices/${invoice.id}/reissue`, {})),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal((await filesOf(invoice.id)).length, 2);
  });
});
