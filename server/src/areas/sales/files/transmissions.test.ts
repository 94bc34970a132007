/** The events of issued files: receipts in any order, and receipts that match nothing. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { zipSync } from 'fflate';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { ReceiptResult, Transmission, UnmatchedReceipt } from '@bobina/contract/sales/transmissions.ts';
import { sql } from 'kysely';
import { assertProblem, startApi, type Session } from '../../../testing/api.ts';
import { completeCompany } from '../../../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../../testing/invoiced.ts';
import { receiptOf, signedFile } from '../../../testing/receipts.ts';

const api = startApi();
const LINES = [{ quantity: 10, unit_price: 12.5 }];
const ITALIAN = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };

type Issued = Invoice & { file: DocumentFile };

async function issue(): Promise<Issued> {
  const { invoice } = await sell(api, LINES, { customer: ITALIAN });
  const sent = await send(api.sales, invoice.id);
  const [file] = (await api.sales.get<DocumentFile[]>(`/invoices/${sent.id}/files`)).body;
  return { ...sent, file: file! };
}
function encoded(name: string, content: string | Uint8Array) {
  return { name, content: Buffer.from(content as string).toString('base64') };
}
async function take(...files: ReturnType<typeof encoded>[]): Promise<ReceiptResult[]> {
  return takeBy(api.sales, files);
}
async function takeBy(session: Session, files: ReturnType<typeof encoded>[]): Promise<ReceiptResult[]> {
  const answer = await session.post<{ results: ReceiptResult[] }>('/transmissions/receipts', { files });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.results;
}
async function stateOf(id: number) {
  return (await api.sales.get<Invoice>(`/invoices/${id}`)).body.transmission;
}
async function eventsOf(id: number) {
  const { body } = await api.administration.get<Transmission[]>(`/invoices/${id}/transmissions`);
  return body;
}
async function unmatched() {
  return (await api.administration.get<UnmatchedReceipt[]>('/transmissions/unmatched')).body;
}

describe('transmissions', () => {
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', FULL_COMPANY);
  });

  describe('T12: append-only events, and the state of the newest file for any order of receipts', () => {
    test('a document passes from to_send to handed_over to the state of its receipts, in append-only events', async () => {
      const { invoice: draft } = await sell(api, LINES, { customer: ITALIAN });
      assert.equal(await stateOf(draft.id), null);
      const invoice = await issue();
      assert.equal(invoice.transmission, 'to_send');
      assertProblem(
        await api.warehouse.post(`/invoices/${invoice.id}/transmissions`, { event: 'handed_over' }),
        403,
        'FORBIDDEN',
      );
      assertProblem(
        await api.sales.post(`/invoices/${invoice.id}/transmissions`, { event: 'delivered' }),
        400,
        'VALIDATION',
      );
      assertProblem(
        await api.sales.post(`/invoices/${draft.id}/transmissions`, { event: 'handed_over' }),
        409,
        'INVALID_TRANSITION',
      );
      const handed = await api.sales.post<Transmission>(`/invoices/${invoice.id}/transmissions`, {
        event: 'handed_over',
      });
      assert.deepEqual([handed.status, handed.body.event, handed.body.channel], [201, 'handed_over', 'user']);
      assert.equal(await stateOf(invoice.id), 'handed_over');
      assertProblem(
        await api.sales.post(`/invoices/${invoice.id}/transmissions`, { event: 'handed_over' }),
        409,
        'INVALID_TRANSITION',
      );
      await take(encoded('IT_NS_001.xml', receiptOf.NS(invoice.file)));
      const events = await eventsOf(invoice.id);
      assert.deepEqual(
        events.map(({ event, channel, kind, file_id, receipt_name, message, user_name }) => ({
          event,
          channel,
          kind,
          file_id,
          receipt_name,
          message,
          user_name,
        })),
        [
          {
            event: 'rejected',
            channel: 'receipt',
            kind: 'NS',
            file_id: invoice.file.id,
            receipt_name: 'IT_NS_001.xml',
            message: '00305 1.4.1.1.2 IdCodice <non valido>',
            user_name: 'Utente sales',
          },
          ...(['handed_over', 'to_send'] as const).map((event) => ({
            event,
            channel: event === 'to_send' ? 'issue' : 'user',
            kind: null,
            file_id: invoice.file.id,
            receipt_name: null,
            message: null,
            user_name: 'Utente sales',
          })),
        ],
      );
      assertProblem(await api.warehouse.get(`/invoices/${invoice.id}/transmissions`), 403, 'FORBIDDEN');
      assertProblem(await api.sales.get('/invoices/999999/transmissions'), 404, 'NOT_FOUND');
      for (const change of [
        sql`update transmissions set event = 'delivered' where invoice_id = ${invoice.id}`,
        sql`delete from transmissions where invoice_id = ${invoice.id}`,
      ])
        await assert.rejects(change.execute(api.db), /append-only/);
      await assert.rejects(
        sql`update invoices set transmission = 'delivered' where id = ${invoice.id}`.execute(api.db),
        /follows its events/,
      );
    });

    test('the state is the highest event of the newest file, for any order of receipts', async () => {
      const order = ['MC', 'NS', 'RC', 'AT', 'DT', 'EC01'] as const;
      const states = {
        MC: 'undeliverable',
        NS: 'rejected',
        RC: 'delivered',
        AT: 'attested',
        DT: 'expired',
        EC01: 'accepted',
      };
      const receipt = (kind: (typeof order)[number], file: DocumentFile) =>
        encoded(`${kind}.xml`, kind === 'EC01' ? receiptOf.NE(file, 'EC01') : receiptOf[kind](file));
      const rising = await issue();
      for (const kind of order) {
        await take(receipt(kind, rising.file));
        assert.equal(await stateOf(rising.id), states[kind]);
      }
      const falling = await issue();
      for (const kind of order.toReversed()) {
        await take(receipt(kind, falling.file));
        assert.equal(await stateOf(falling.id), 'accepted', kind);
      }
      assert.equal((await eventsOf(falling.id)).length, order.length + 1, 'every receipt is kept');
      // Of accepted and refused the first one taken stays.
      const refused = await issue();
      await take(
        encoded('a.xml', receiptOf.NE(refused.file, 'EC02')),
        encoded('b.xml', receiptOf.NE(refused.file, 'EC01')),
      );
      assert.equal(await stateOf(refused.id), 'refused');
      // A credited invoice still takes its receipts.
      const credited = await issue();
      assert.equal((await api.admin.post(`/invoices/${credited.id}/credit-note`, {})).status, 201);
      await take(encoded('rc.xml', receiptOf.RC(credited.file)));
      assert.equal(await stateOf(credited.id), 'delivered');
      assert.equal((await api.sales.get<Invoice>(`/invoices/${credited.id}`)).body.status, 'cancelled');
    });
  });

  describe('T16: receipts are recognised by content, matched by name and hash, and answered per file', () => {
    test('receipts are recognised by content, in .xml, .p7m and .zip, and matched by name and hash', async () => {
      const expected = async (
        made: (file: DocumentFile) => string | Uint8Array,
        kind: string,
        event: string,
        name = 'x.bin',
      ) => {
        const { id, file } = await issue();
        assert.deepEqual(await take(encoded(name, made(file))), [
          { name, kind, invoice_id: id, event, status: 'taken' },
        ]);
        assert.equal(await stateOf(id), event);
      };
      await expected(receiptOf.RC, 'RC', 'delivered');
      // The uploaded file has another name.
      await expected(receiptOf.NS, 'NS', 'rejected', 'IT00743110157_00001_RC_001.xml');
      await expected(receiptOf.publicNS, 'NS', 'rejected');
      await expected(receiptOf.MC, 'MC', 'undeliverable');
      await expected(receiptOf.publicMC, 'MC', 'undeliverable');
      await expected((file) => receiptOf.NE(file, 'EC01'), 'NE', 'accepted');
      await expected((file) => receiptOf.NE(file, 'EC02'), 'NE', 'refused');
      await expected(receiptOf.DT, 'DT', 'expired');
      await expected(receiptOf.AT, 'AT', 'attested');
      await expected((file) => signedFile(receiptOf.RC(file)), 'RC', 'delivered', 'rc.xml.p7m');
      await expected((file) => signedFile(receiptOf.RC(file), { indefinite: true }), 'RC', 'delivered', 'rc.xml.p7m');
      await expected((file) => signedFile(receiptOf.RC(file)).toString('base64'), 'RC', 'delivered', 'rc.xml.p7m');
      // The answered file was signed before it was sent: its name has .p7m, and its hash is another.
      await expected((file) => receiptOf.RC({ name: `${file.name}.p7m`, sha256: '0'.repeat(64) }), 'RC', 'delivered');
      // An intermediary renamed the file: the hash is the same.
      await expected(
        (file) => receiptOf.RC({ name: 'IT99999999999_AAAAA.xml', sha256: file.sha256 }),
        'RC',
        'delivered',
      );
      const [a, b, other] = [await issue(), await issue(), await issue()];
      const zip = zipSync({
        'ricevute/RC.xml': Buffer.from(receiptOf.RC(a.file)),
        'NS.xml.p7m': signedFile(receiptOf.NS(b.file)),
        'readme.txt': Buffer.from('ciao'),
        // The name of a file, but not its hash.
        'wrong.xml': Buffer.from(receiptOf.RC({ name: other.file.name, sha256: '1'.repeat(64) })),
      });
      assert.deepEqual(await take(encoded('tutte.zip', zip)), [
        { name: 'tutte.zip/ricevute/RC.xml', kind: 'RC', invoice_id: a.id, event: 'delivered', status: 'taken' },
        { name: 'tutte.zip/NS.xml.p7m', kind: 'NS', invoice_id: b.id, event: 'rejected', status: 'taken' },
        { name: 'tutte.zip/readme.txt', kind: null, invoice_id: null, event: null, status: 'unreadable' },
        { name: 'tutte.zip/wrong.xml', kind: 'RC', invoice_id: null, event: 'delivered', status: 'unmatched' },
      ]);
      assert.equal(await stateOf(other.id), 'to_send');
    });

    test('the call takes a multipart form and plain XML, and answers each file', async () => {
      const [a, b] = [await issue(), await issue()];
      const headers = { authorization: `Bearer ${api.sales.token}` };
      const form = new FormData();
      form.append('files', new Blob([receiptOf.RC(a.file)]), 'rc.xml');
      form.append('files', new Blob(['<not xml']), 'broken.xml');
      form.append('note', 'no file');
      const many = await fetch(`${api.url}/api/transmissions/receipts`, { method: 'POST', headers, body: form });
      assert.deepEqual(
        ((await many.json()) as { results: ReceiptResult[] }).results.map(({ name, status }) => [name, status]),
        [
          ['rc.xml', 'taken'],
          ['broken.xml', 'unreadable'],
        ],
      );
      const one = await fetch(`${api.url}/api/transmissions/receipts`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/xml' },
        body: receiptOf.MC(b.file),
      });
      assert.deepEqual(
        ((await one.json()) as { results: ReceiptResult[] }).results.map(({ status }) => status),
        ['taken'],
      );
      assert.equal(await stateOf(b.id), 'undeliverable');
      const malformed = await api.sales.call('POST', '/transmissions/receipts', {
        raw: 'x',
        headers: { 'content-type': 'multipart/form-data; boundary=a' },
      });
      assertProblem(malformed, 400, 'VALIDATION');
      const elsewhere = await api.sales.call('POST', `/invoices/${a.id}/files`, {
        raw: '<a/>',
        headers: { 'content-type': 'application/xml' },
      });
      assertProblem(elsewhere, 415, 'UNSUPPORTED_MEDIA');
      assertProblem(await api.sales.post('/transmissions/receipts', { files: [] }), 400, 'VALIDATION');
      assertProblem(await api.warehouse.post('/transmissions/receipts', { files: [] }), 403, 'FORBIDDEN');
    });
  });

  test('hostile files are unreadable: entities, depth, bombs, truncated signatures', async () => {
    const { file } = await issue();
    const rc = receiptOf.RC(file);
    const declared = rc.replace(
      '?>\n',
      '?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "yyyy">]>\n',
    );
    const deep = `<?xml version="1.0"?>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`;
    const bomb = zipSync({ 'a.xml': new Uint8Array(6_000_000) });
    const results = await take(
      encoded('entity.xml', declared),
      encoded('deep.xml', deep),
      encoded('bomb.zip', bomb),
      encoded('cut.p7m', signedFile(rc).subarray(0, 200)),
      encoded('cut.zip', zipSync({ 'a.xml': Buffer.from(rc) }).subarray(0, 60)),
      encoded('empty.xml', ''),
      encoded('invoice.xml', '<?xml version="1.0"?><FatturaElettronica/>'),
    );
    assert.deepEqual(
      results.map(({ name, status }) => [name, status]),
      [
        ['entity.xml', 'unreadable'],
        ['deep.xml', 'unreadable'],
        ['bomb.zip', 'unreadable'],
        ['cut.p7m', 'unreadable'],
        ['cut.zip', 'unreadable'],
        ['empty.xml', 'unreadable'],
        ['invoice.xml', 'unreadable'],
      ],
    );
  });

  describe('T17: the same receipt twice changes nothing, and one that matches nothing is listed', () => {
    test('the same receipt twice, also concurrently through two servers, changes nothing', async () => {
      const invoice = await issue();
      const receipt = receiptOf.RC(invoice.file);
      assert.deepEqual(
        (await take(encoded('a.xml', receipt))).map(({ status }) => status),
        ['taken'],
      );
      const known = { kind: 'RC', invoice_id: invoice.id, event: 'delivered', status: 'known' };
      assert.deepEqual(await take(encoded('b.xml', receipt)), [{ name: 'b.xml', ...known }]);
      const events = await eventsOf(invoice.id);
      assert.deepEqual(
        events.map(({ event }) => event),
        ['delivered', 'to_send'],
      );
      const other = await api.another();
      try {
        for (let round = 0; round < 5; round++) {
          const { id, file } = await issue();
          const [one, two] = [encoded('1.xml', receiptOf.NS(file)), encoded('2.xml', receiptOf.RC(file))];
          const results = await Promise.all([
            takeBy(api.sales, [one, two]),
            takeBy(other.as(api.admin.token), [two, one]),
            takeBy(other.as(api.orders.token), [one, two]),
          ]);
          assert.deepEqual(
            results
              .flat()
              .map(({ status }) => status)
              .toSorted(),
            ['known', 'known', 'known', 'known', 'taken', 'taken'],
          );
          assert.equal((await eventsOf(id)).length, 3);
          assert.equal(await stateOf(id), 'delivered');
        }
      } finally {
        await other.close();
      }
    });

    test('a receipt that matches nothing is listed, and is matched when it comes again after its file', async () => {
      const stray = { name: 'IT00743110157_ZZ999.xml', sha256: 'a'.repeat(64) };
      const receipt = encoded('stray.xml', receiptOf.NS(stray));
      const before = (await unmatched()).length;
      assert.deepEqual(
        (await take(receipt)).map(({ status }) => status),
        ['unmatched'],
      );
      assert.deepEqual(
        (await take(receipt)).map(({ status }) => status),
        ['unmatched'],
      );
      const rows = await unmatched();
      assert.equal(rows.length, before + 1, 'once');
      const { id: _id, received_at: _at, ...row } = rows[0]!;
      assert.deepEqual(row, {
        name: 'stray.xml',
        kind: 'NS',
        event: 'rejected',
        file_name: stray.name,
        document_number: null,
        message: '00305 1.4.1.1.2 IdCodice <non valido>',
      });
      assert.equal((await api.sales.get<UnmatchedReceipt[]>('/transmissions/unmatched?q=ZZ999')).body.length, 1);
      assertProblem(await api.warehouse.get('/transmissions/unmatched'), 403, 'FORBIDDEN');
      const { id } = await issue();
      await sql`insert into document_files (invoice_id, issue, format, name, is_transmitted, bytes)
      values (${id}, 2, 'fatturapa', ${stray.name}, true, 'x')`.execute(api.db);
      const renamed = encoded('stray.xml', receiptOf.NS(stray).replace(/<Hash>.*<\/Hash>/, ''));
      assert.deepEqual(
        (await take(renamed)).map(({ status, invoice_id }) => [status, invoice_id]),
        [['taken', id]],
      );
      assert.equal((await unmatched()).length, before + 1, 'the one with another hash stays');
    });
  });
});
