/** The stored files of issued documents, and the export of a year. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import { assertProblem, startApi } from '../../../testing/api.ts';
import { completeCompany } from '../../../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../../testing/invoiced.ts';

const api = startApi();
const LINES = [{ quantity: 10, unit_price: 12.5 }];
const ITALIAN = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };

async function issue(customer: object = ITALIAN): Promise<Invoice> {
  const { invoice } = await sell(api, LINES, { customer });
  return send(api.sales, invoice.id);
}
async function filesOf(id: number): Promise<DocumentFile[]> {
  const { status, body } = await api.administration.get<DocumentFile[]>(`/invoices/${id}/files`);
  assert.equal(status, 200);
  return body;
}
async function bytesOf(path: string): Promise<Buffer> {
  const answer = await fetch(`${api.url}/api${path}`, {
    headers: { authorization: `Bearer ${api.administration.token}` },
  });
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}
function hashOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('files of issued documents', () => {
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
  });
  describe('T10: issuing writes the file once, every download answers its bytes, and a missing file is written later', () => {
    test('issuing writes the file once, append-only, and every download answers its bytes', async () => {
      const sold = await sell(api, LINES, { customer: ITALIAN });
      assert.deepEqual(await filesOf(sold.invoice.id), [], 'a draft has no file');
      const invoice = await send(api.sales, sold.invoice.id);
      const [file, ...more] = await filesOf(invoice.id);
      assert.deepEqual(more, []);
      const bytes = await bytesOf(`/invoices/${invoice.id}/files/${file!.id}`);
      assert.deepEqual(
        { ...file, made_at: typeof file!.made_at },
        {
          id: file!.id,
          format: 'fatturapa',
          name: `IT00743110157_${invoice.id.toString(36).toUpperCase().padStart(5, '0')}.xml`,
          sha256: hashOf(bytes),
          size: bytes.length,
          made_at: 'string',
        },
      );
      assert.ok(bytes.includes(`<Numero>${invoice.invoice_number}</Numero>`));
      // The registers change; the stored bytes do not.
      await api.admin.put(`/customers/${invoice.customer_id}`, { city: 'Prato', zip_code: '59100' });
      await api.admin.put('/company', { ...FULL_COMPANY, city: 'Siena' });
      assert.deepEqual(await bytesOf(`/invoices/${invoice.id}/files/${file!.id}`), bytes);
      assert.deepEqual(await bytesOf(`/invoices/${invoice.id}/e-invoice`), bytes);
      assert.deepEqual(await bytesOf(`/invoices/${invoice.id}/e-invoice?format=fatturapa`), bytes);
      await api.admin.put('/company', FULL_COMPANY);
      for (const change of [
        sql`update document_files set name = 'x.xml' where id = ${file!.id}`,
        sql`delete from document_files where id = ${file!.id}`,
        sql`truncate document_files cascade`,
      ])
        await assert.rejects(change.execute(api.db), /append-only/);
      const twice = sql`insert into document_files (invoice_id, format, name, is_transmitted, bytes)
      values (${invoice.id}, 'fatturapa', 'y.xml', true, 'y')`;
      await assert.rejects(twice.execute(api.db), /document_files_once/);
      const ofDraft = await sell(api, LINES, { customer: ITALIAN });
      const early = sql`insert into document_files (invoice_id, format, name, is_transmitted, bytes)
      values (${ofDraft.invoice.id}, 'fatturapa', 'z.xml', true, 'z')`;
      await assert.rejects(early.execute(api.db), /not issued/);
      // A credit note is issued with its file as well.
      const credit = await api.admin.post<Invoice>(`/invoices/${invoice.id}/credit-note`, {});
      assert.equal(credit.status, 201);
      assert.deepEqual(
        (await filesOf(credit.body.id)).map(({ format }) => format),
        ['fatturapa'],
      );
      // Only files of the document itself, for users who may read invoices.
      assertProblem(await api.sales.get(`/invoices/${credit.body.id}/files/${file!.id}`), 404, 'NOT_FOUND');
      assertProblem(await api.sales.get('/invoices/999999/files'), 404, 'NOT_FOUND');
      assertProblem(await api.warehouse.get(`/invoices/${invoice.id}/files`), 403, 'FORBIDDEN');
      assertProblem(await api.warehouse.get(`/invoices/${invoice.id}/files/${file!.id}`), 403, 'FORBIDDEN');
    });

    test('sending is not refused because only the file lacks something, and the file is written later', async () => {
      const { invoice } = await sell(api, LINES, { customer: { ...ITALIAN, codice_destinatario: null } });
      const sent = await api.sales.put(`/invoices/${invoice.id}/status`, { status: 'sent' });
      assert.equal(sent.status, 200);
      assert.match(sent.body.invoice_number, /^FT-/);
      assert.equal(sent.body.transmission, null);
      assert.deepEqual(
        sent.body.warnings.map(({ code }: { code: string }) => code),
        ['file_not_written'],
      );
      assert.match(sent.body.warnings[0].message, /codice destinatario/i);
      assert.deepEqual(await filesOf(invoice.id), []);
      const lacking = await api.sales.post(`/invoices/${invoice.id}/files`, {});
      assertProblem(lacking, 409, 'INCOMPLETE_DOCUMENT');
      assert.deepEqual(
        lacking.body.missing!.map(({ field }: { field: string }) => field),
        ['customer.codice_destinatario'],
      );
      // The empty field is filled from the register, the filled one stays as it was.
      await api.admin.put(`/customers/${invoice.customer_id}`, { codice_destinatario: 'M5UXCR1', city: 'Prato' });
      assertProblem(await api.warehouse.post(`/invoices/${invoice.id}/files`, {}), 403, 'FORBIDDEN');
      const made = await api.sales.post<DocumentFile>(`/invoices/${invoice.id}/files`, {});
      assert.equal(made.status, 201);
      assert.deepEqual([made.body], await filesOf(invoice.id));
      const xml = (await bytesOf(`/invoices/${invoice.id}/files/${made.body.id}`)).toString();
      assert.match(xml, /<CodiceDestinatario>M5UXCR1</);
      assert.match(xml, /<Comune>Lucca</);
      assert.equal((await api.sales.get(`/invoices/${invoice.id}`)).body.transmission, 'to_send');
      assertProblem(await api.sales.post(`/invoices/${invoice.id}/files`, {}), 409, 'INVALID_TRANSITION');
      assertProblem(await api.sales.post('/invoices/999999/files', {}), 404, 'NOT_FOUND');
      const draft = await sell(api, LINES, { customer: ITALIAN });
      assertProblem(await api.sales.post(`/invoices/${draft.invoice.id}/files`, {}), 409, 'INCOMPLETE_DOCUMENT');
    });
  });

  test('two concurrent requests write a missing file once', async () => {
    const { invoice } = await sell(api, LINES, { customer: { ...ITALIAN, codice_destinatario: null } });
    await send(api.sales, invoice.id);
    await api.admin.put(`/customers/${invoice.customer_id}`, { codice_destinatario: 'M5UXCR1' });
    const answers = await Promise.all(
      [api.sales, api.admin, api.orders].map((session) => session.post(`/invoices/${invoice.id}/files`, {})),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409]);
    assert.equal((await filesOf(invoice.id)).length, 1);
  });

  test('drafts sent together have a file each', async () => {
    const drafts = [await sell(api, LINES, { customer: ITALIAN }), await sell(api, LINES, { customer: ITALIAN })];
    const ids = drafts.map(({ invoice }) => invoice.id);
    assert.equal((await api.sales.post('/invoices/bulk/send', { ids })).status, 200);
    for (const id of ids) assert.equal((await filesOf(id)).length, 1);
  });

  test('the newest files of several documents come as one zip, and none when one of them has no file', async () => {
    const [one, other] = [await issue(), await issue()];
    const zip = unzipSync(await bytesOf(`/document-files/newest?ids=${one.id},${other.id}`));
    const files = [...(await filesOf(one.id)), ...(await filesOf(other.id))];
    assert.deepEqual(Object.keys(zip).toSorted(), files.map(({ name }) => name).toSorted());
    for (const { name, sha256 } of files) assert.equal(hashOf(Buffer.from(zip[name]!)), sha256);
    const { invoice: draft } = await sell(api, LINES, { customer: ITALIAN });
    assertProblem(await api.sales.get(`/document-files/newest?ids=${one.id},${draft.id}`), 404, 'NOT_FOUND');
    assertProblem(await api.sales.get('/document-files/newest?ids='), 400, 'VALIDATION');
    assertProblem(await api.warehouse.get(`/document-files/newest?ids=${one.id}`), 403, 'FORBIDDEN');
  });

  test('T11: the export of a year is a zip of all its files with an index', async () => {
    const invoice = await issue({ ...ITALIAN, business_name: '=Carta; "Rossi"' });
    const [file] = await filesOf(invoice.id);
    const year = invoice.invoice_date.slice(0, 4);
    const zip = unzipSync(await bytesOf(`/document-files/export?year=${year}`));
    const { rows } = await sql<{ name: string; sha256: string }>`
      select name, sha256 from document_files order by name`.execute(api.db);
    const { 'index.csv': index, ...files } = zip;
    assert.deepEqual(
      Object.entries(files)
        .map(([name, bytes]) => ({ name, sha256: hashOf(Buffer.from(bytes)) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      rows,
    );
    const [heads, ...lines] = strFromU8(index!).trimEnd().split('\r\n');
    assert.equal(heads, 'name;format;sha256;size;document;type;day;issue;customer;vat_number;made_at');
    assert.equal(lines.length, rows.length);
    const line = lines.find((one) => one.startsWith(file!.name))!;
    assert.ok(
      line.startsWith(
        [
          file!.name,
          'fatturapa',
          file!.sha256,
          file!.size,
          invoice.invoice_number,
          'invoice',
          invoice.invoice_date,
          1,
        ].join(';') + `;"'=Carta; ""Rossi""";01234567897;`,
      ),
      line,
    );
    const before = unzipSync(await bytesOf(`/document-files/export?year=${Number(year) - 1}`));
    assert.deepEqual(Object.keys(before), ['index.csv']);
    assertProblem(await api.admin.get('/document-files/export'), 400, 'VALIDATION', { year: 'required' });
    assertProblem(await api.sales.get(`/document-files/export?year=${year}`), 403, 'FORBIDDEN');
    assert.equal((await api.administration.get(`/document-files/export?year=${year}`)).status, 200);
  });

  test('a document issued before files were stored is answered as before and gets its file on request', async () => {
    const invoice = await issue();
    const bytes = await bytesOf(`/invoices/${invoice.id}/e-invoice`);
    await sql`alter table document_files disable trigger user`.execute(api.db);
    await sql`alter table transmissions disable trigger user`.execute(api.db);
    await sql`delete from transmissions where invoice_id = ${invoice.id}`.execute(api.db);
    await sql`delete from document_files where invoice_id = ${invoice.id}`.execute(api.db);
    await sql`alter table document_files enable trigger user`.execute(api.db);
    await sql`alter table transmissions enable trigger user`.execute(api.db);
    assert.deepEqual(await bytesOf(`/invoices/${invoice.id}/e-invoice`), bytes);
    const made = await api.sales.post<DocumentFile>(`/invoices/${invoice.id}/files`, {});
    assert.deepEqual([made.status, made.body.sha256], [201, hashOf(bytes)]);
  });
});
