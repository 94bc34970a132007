import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { ReceiptResult, Transmission } from '@bobina/contract/sales/transmissions.ts';
import type { OutboxRow } from '@bobina/contract/system/outbox.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { putFilesToSend } from '../../areas/sales/files/exchange-folder.ts';
import { mailDeliverer } from '../../platform/outbox/mail/deliver-mail.ts';
import { createOutboxWorker } from '../../platform/outbox/worker.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { completeCompany } from '../../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../../testing/invoiced.ts';
import { receiptOf } from '../../testing/receipts.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { findDifferences } from '../differences.ts';

const smtp = await startSmtp();
const api = startApi({ mail: smtp.settings });
after(() => smtp.close());
const SDI = 'sdi01@pec.fatturapa.it';
const ITALIAN = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };

async function prepare() {
  await completeCompany(api.admin);
  assert.equal((await api.admin.put('/company', FULL_COMPANY)).status, 200);
}
async function issue(): Promise<Invoice> {
  const { invoice } = await sell(api, [{ quantity: 10, unit_price: 12.5 }], { customer: ITALIAN });
  return send(api.sales, invoice.id);
}
async function setChannel(sdi_channel: 'folder' | 'pec'): Promise<void> {
  assert.equal((await api.admin.put('/settings', { sdi_channel })).status, 200);
}
async function read(id: number): Promise<Invoice> {
  return (await api.sales.get<Invoice>(`/invoices/${id}`)).body;
}
async function fileOf(id: number): Promise<DocumentFile & { bytes: Buffer }> {
  const [file] = (await api.sales.get<DocumentFile[]>(`/invoices/${id}/files`)).body;
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from document_files where id = ${file!.id}`.execute(
    api.db,
  );
  return { ...file!, bytes: rows[0]!.bytes };
}
async function queue(id: number): Promise<Invoice> {
  const answer = await api.sales.post<Invoice>(`/invoices/${id}/pec`, {});
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
function work(): Promise<number> {
  const deliverers = { mail: mailDeliverer(smtp.settings) };
  return createOutboxWorker({ db: api.db, announce: () => {}, log: console, deliverers }).round();
}
/** The attachment of a mail with one. */
function attachmentOf(raw: Buffer): { name: string; bytes: Buffer } {
  const text = raw.toString('latin1');
  const part = /name="?([^"\r\n]+\.xml)"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--/.exec(text);
  assert.ok(part, text);
  return { name: part[1]!, bytes: Buffer.from(part[2]!, 'base64') };
}

describe('T18: invoices go out by PEC through the outbox', () => {
  before(async () => {
    await prepare();
    await setChannel('pec');
  });
  beforeEach(() => smtp.reset());

  test('the newest file is sent to the address of the SdI, and is handed over in the transaction of the mail; receipts are uploaded', async () => {
    const { id } = await issue();
    const file = await fileOf(id);
    const queued = await queue(id);
    assert.deepEqual([queued.transmission, queued.pec?.state, queued.pec?.error], ['to_send', 'waiting', null]);
    const row = (await api.sales.get<OutboxRow>(`/outbox/${queued.pec!.outbox_id}`)).body;
    assert.deepEqual(
      [row.kind, row.subject, row.document, row.recipients.map(({ address }) => address)],
      ['mail', file.name, { kind: 'invoice', id }, [SDI]],
    );
    // A waiting file is neither queued again nor handed over manually.
    assertProblem(await api.sales.post(`/invoices/${id}/pec`, {}), 409, 'INVALID_TRANSITION');
    const byHand = await api.sales.post(`/invoices/${id}/transmissions`, { event: 'handed_over' });
    assertProblem(byHand, 409, 'INVALID_TRANSITION');
    // While the server has the message, the invoice is still to be sent.
    smtp.hooks.received = async () => assert.equal((await read(id)).transmission, 'to_send');
    assert.equal(await work(), 1);
    const [mail] = smtp.mails;
    assert.deepEqual([mail!.to, mail!.from], [[SDI], 'ufficio@bobinificio.example']);
    assert.deepEqual(attachmentOf(mail!.raw), { name: file.name, bytes: file.bytes });
    const sent = await read(id);
    assert.deepEqual([sent.transmission, sent.pec?.state], ['handed_over', 'handed_over']);
    const { body: events } = await api.sales.get<Transmission[]>(`/invoices/${id}/transmissions`);
    assert.deepEqual(
      events.map(({ event, channel, file_id, user_name }) => [event, channel, file_id, user_name]),
      [
        ['handed_over', 'pec', file.id, 'Utente sales'],
        ['to_send', 'issue', file.id, 'Utente sales'],
      ],
    );
    const { rows } = await sql<{ same: boolean }>`
      select o.xmin = t.xmin as same from outbox o, transmissions t
      where o.id = ${row.id} and t.invoice_id = ${id} and t.channel = 'pec'`.execute(api.db);
    assert.deepEqual(rows, [{ same: true }]);
    assertProblem(await api.sales.post(`/invoices/${id}/pec`, {}), 409, 'INVALID_TRANSITION');
    assertProblem(await api.sales.post(`/outbox/${row.id}/again`, { all: true }), 409, 'INVALID_TRANSITION');
    const files = [{ name: 'RC.xml', content: Buffer.from(receiptOf.RC(file)).toString('base64') }];
    const taken = await api.sales.post<{ results: ReceiptResult[] }>('/transmissions/receipts', { files });
    assert.equal(taken.body.results[0]!.status, 'taken');
    assert.equal((await read(id)).transmission, 'delivered');
  });

  test('a refused mail leaves the file unsent, with the message of the server, and it can be sent again, once', async () => {
    const { id } = await issue();
    const { pec } = await queue(id);
    smtp.hooks.recipient = () => ({ code: 550, words: 'Not a PEC' });
    assert.equal(await work(), 1);
    const refused = await read(id);
    assert.deepEqual(
      [refused.transmission, refused.pec],
      ['to_send', { outbox_id: pec!.outbox_id, state: 'refused', error: '550 Not a PEC' }],
    );
    smtp.reset();
    const second = await queue(id);
    assert.notEqual(second.pec!.outbox_id, pec!.outbox_id);
    assert.deepEqual([second.pec!.state, second.pec!.error], ['waiting', null]);
    assertProblem(await api.sales.post(`/outbox/${pec!.outbox_id}/again`, {}), 409, 'INVALID_TRANSITION');
    assert.equal((await api.sales.delete(`/outbox/${second.pec!.outbox_id}`)).status, 204);
    // The first mail may be sent now: no other one contains the file.
    assert.equal((await api.sales.post(`/outbox/${pec!.outbox_id}/again`, {})).status, 200);
    assert.equal(await work(), 1);
    assert.equal((await read(id)).transmission, 'handed_over');
    assert.equal(smtp.mails.length, 1);
  });

  test('a temporary failure is shown while the mail waits, and a cancelled one can be marked by hand', async () => {
    const { id } = await issue();
    const { pec } = await queue(id);
    smtp.hooks.recipient = () => ({ code: 451, words: 'Try later' });
    await work();
    const tried = await read(id);
    assert.deepEqual([tried.transmission, tried.pec?.state, tried.pec?.error], ['to_send', 'waiting', '451 Try later']);
    assert.equal((await api.sales.delete(`/outbox/${pec!.outbox_id}`)).status, 204);
    assert.equal((await api.sales.post(`/invoices/${id}/transmissions`, { event: 'handed_over' })).status, 201);
    assertProblem(await api.sales.post(`/outbox/${pec!.outbox_id}/again`, {}), 409, 'INVALID_TRANSITION');
  });

  test('many documents in one call: each is a separate act, to the address of the settings', async () => {
    const [first, second] = [await issue(), await issue()];
    const { invoice: draft } = await sell(api, [{ quantity: 1, unit_price: 5 }], { customer: ITALIAN });
    assert.equal((await api.admin.put('/settings', { sdi_pec: 'sdi42@pec.fatturapa.it' })).status, 200);
    const ids = [first.id, draft.id, second.id];
    const { status, body } = await api.sales.post('/invoices/bulk/pec', { ids });
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map(({ id, code }: { id: number; code: string | null }) => [id, code]),
      [
        [first.id, null],
        [draft.id, 'INVALID_TRANSITION'],
        [second.id, null],
      ],
    );
    assert.equal(await work(), 2);
    assert.deepEqual(
      smtp.mails.map(({ to }) => to),
      [['sdi42@pec.fatturapa.it'], ['sdi42@pec.fatturapa.it']],
    );
    for (const { id } of [first, second]) assert.equal((await read(id)).transmission, 'handed_over');
    assert.equal((await api.admin.put('/settings', { sdi_pec: SDI })).status, 200);
  });

  test('ten concurrent calls through two servers queue one mail', async () => {
    const { id } = await issue();
    const other = await api.another();
    try {
      const sessions = [api.sales, other.as(api.admin.token)];
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => sessions[at % 2]!.post(`/invoices/${id}/pec`, {})),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      for (const answer of refused) assertProblem(answer, 409, 'INVALID_TRANSITION');
      assert.equal(refused.length, 9);
      assert.equal(await work(), 1);
    } finally {
      await other.close();
    }
  });

  test('without mail, with another channel or for a role without the right it is refused; the folder leaves PEC files alone', async () => {
    const { id } = await issue();
    assertProblem(await api.warehouse.post(`/invoices/${id}/pec`, {}), 403, 'FORBIDDEN');
    assertProblem(await api.sales.post('/invoices/999999/pec', {}), 404, 'NOT_FOUND');
    for (const wrong of ['', 'nobody', 'a@b'])
      assertProblem(await api.admin.put('/settings', { sdi_pec: wrong }), 400, 'VALIDATION');
    const status = async () => (await api.sales.get('/mails/status')).body.sdi_pec;
    assert.equal(await status(), SDI);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bobina-pec-'));
    try {
      await putFilesToSend(api.db, folder, console);
      assert.deepEqual(await readdir(folder), []);
      const waiting = await issue();
      const { pec } = await queue(waiting.id);
      await setChannel('folder');
      assert.equal(await status(), null);
      assertProblem(await api.sales.post(`/invoices/${id}/pec`, {}), 409, 'NOT_CONFIGURED');
      await putFilesToSend(api.db, folder, console);
      assert.equal((await read(id)).transmission, 'handed_over');
      assert.equal((await read(waiting.id)).transmission, 'to_send', 'a mail with it waits');
      assert.equal((await api.sales.delete(`/outbox/${pec!.outbox_id}`)).status, 204);
    } finally {
      await rm(folder, { recursive: true });
      await setChannel('pec');
    }
    const bare = await api.another({ mail: undefined });
    try {
      const other = await issue();
      const answer = await bare.as(api.sales.token).post(`/invoices/${other.id}/pec`, {});
      assertProblem(answer, 409, 'NOT_CONFIGURED');
    } finally {
      await bare.close();
    }
    const client = new Client(api.databaseUrl);
    await client.connect();
    try {
      assert.deepEqual(await findDifferences(client), []);
    } finally {
      await client.end();
    }
  });
});
