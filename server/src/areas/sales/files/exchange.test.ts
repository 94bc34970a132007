/** The exchange folders, the life cycle of French platforms, and the PDFs that a job writes. */
import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { Transmission } from '@bobina/contract/sales/transmissions.ts';
import { zipSync } from 'fflate';
import { assertProblem, startApi } from '../../../testing/api.ts';
import { COMPANY, completeCompany } from '../../../testing/factories.ts';
import { FRENCH_COMPANY, FULL_COMPANY, sell, send } from '../../../testing/invoiced.ts';
import { lifeCycle, receiptOf } from '../../../testing/receipts.ts';
import { putFilesToSend, takeFromFolder } from './exchange-folder.ts';
import { writeMissingPdfs } from './write-pdfs.ts';

const api = startApi();
const LINES = [{ quantity: 10, unit_price: 12.5 }];
const ITALIAN = { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' };
const FRENCH = {
  country_code: 'FR',
  country: 'France',
  vat_number: 'FR40303265045',
  city: 'Montpellier',
  zip_code: '34070',
  province: 'Hérault',
  modalita_pagamento: 'MP05',
};
const ITALIAN_COMPANY = { ...COMPANY, ...FULL_COMPANY };
const warnings: string[] = [];
const log = { warn: (_details: unknown, text?: string) => void warnings.push(String(text)) } as never;
let root: string;
let folders: { out: string; in: string };

async function issue(customer: object = ITALIAN): Promise<Invoice & { file: DocumentFile }> {
  const { invoice } = await sell(api, LINES, { customer });
  const sent = await send(api.sales, invoice.id);
  const [file] = (await api.sales.get<DocumentFile[]>(`/invoices/${sent.id}/files`)).body;
  return { ...sent, file: file! };
}
async function stateOf(id: number) {
  return (await api.sales.get<Invoice>(`/invoices/${id}`)).body.transmission;
}
async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tried = 0; !(await check()); tried++) {
    assert.ok(tried < 200, 'not within 10 s');
    await sleep(50);
  }
}
function taken() {
  return takeFromFolder(api.db, { folder: folders.in, settledMs: 0, log });
}

describe('exchange folders', () => {
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.put('/company', ITALIAN_COMPANY);
    root = await mkdtemp(path.join(os.tmpdir(), 'exchange-'));
    folders = { out: path.join(root, 'out'), in: path.join(root, 'in') };
    await mkdir(folders.out);
    await mkdir(folders.in);
  });
  after(() => rm(root, { recursive: true, force: true }));

  describe('T15: atomic rename, retries, quarantine, and the states of French platforms', () => {
    test('files to send are put into the folder by an atomic rename, once, and are handed over', async () => {
      const [one, two] = [await issue(), await issue()];
      const seen: string[] = [];
      const watcher = watch(folders.out, (event, name) => void seen.push(`${event} ${name}`));
      // Two nodes concurrently.
      await Promise.all([putFilesToSend(api.db, folders.out, log), putFilesToSend(api.db, folders.out, log)]);
      await putFilesToSend(api.db, folders.out, log);
      await until(async () => seen.includes(`rename ${two.file.name}`));
      watcher.close();
      assert.deepEqual(
        seen.filter((event) => /^change [^.]/.test(event)),
        [],
        'nothing is written under the final name',
      );
      assert.deepEqual((await readdir(folders.out)).toSorted(), [one.file.name, two.file.name].toSorted());
      for (const { id, file } of [one, two]) {
        const stored = await api.sales.get<string>(`/invoices/${id}/files/${file.id}`);
        assert.equal(await readFile(path.join(folders.out, file.name), 'utf8'), stored.body);
        const { body } = await api.sales.get<Transmission[]>(`/invoices/${id}/transmissions`);
        assert.deepEqual(
          body.map(({ event, channel, user_name }) => [event, channel, user_name]),
          [
            ['handed_over', 'folder', null],
            ['to_send', 'issue', 'Utente sales'],
          ],
        );
        await rm(path.join(folders.out, file.name));
      }
      await putFilesToSend(api.db, folders.out, log);
      assert.deepEqual(await readdir(folders.out), [], 'what was handed over is not put there again');
    });

    test('a file that cannot be written stays to be sent and is tried again', async () => {
      const { id, file } = await issue();
      await rename(folders.out, `${folders.out}-away`);
      warnings.length = 0;
      await putFilesToSend(api.db, folders.out, log);
      assert.equal(await stateOf(id), 'to_send');
      assert.deepEqual(warnings, ['file not put into the exchange folder']);
      await rename(`${folders.out}-away`, folders.out);
      await putFilesToSend(api.db, folders.out, log);
      assert.equal(await stateOf(id), 'handed_over');
      assert.deepEqual(await readdir(folders.out), [file.name]);
      await rm(path.join(folders.out, file.name));
    });

    test('receipts are taken from the folder, unreadable files go to quarantine, unfinished ones are left', async () => {
      const [one, two] = [await issue(), await issue()];
      await writeFile(path.join(folders.in, 'RC.xml'), receiptOf.RC(one.file));
      await writeFile(path.join(folders.in, 'all.zip'), zipSync({ 'NS.xml': Buffer.from(receiptOf.NS(two.file)) }));
      await writeFile(path.join(folders.in, 'broken.xml'), '<RicevutaConsegna>');
      await writeFile(path.join(folders.in, 'later.xml.part'), 'x');
      await writeFile(path.join(folders.in, '.hidden.xml'), 'x');
      await takeFromFolder(api.db, { folder: folders.in, settledMs: 60_000, log });
      assert.equal((await readdir(folders.in)).length, 5, 'a file that is still changing is left');
      await Promise.all([taken(), taken()]);
      assert.deepEqual((await readdir(folders.in)).toSorted(), ['.hidden.xml', 'done', 'later.xml.part', 'quarantine']);
      assert.deepEqual((await readdir(path.join(folders.in, 'done'))).toSorted(), ['RC.xml', 'all.zip']);
      assert.deepEqual(await readdir(path.join(folders.in, 'quarantine')), ['broken.xml']);
      assert.equal(await stateOf(one.id), 'delivered');
      assert.equal(await stateOf(two.id), 'rejected');
      // The same name again, and the same content again.
      await writeFile(path.join(folders.in, 'RC.xml'), receiptOf.MC(one.file));
      await taken();
      assert.deepEqual((await readdir(path.join(folders.in, 'done'))).toSorted(), ['RC-2.xml', 'RC.xml', 'all.zip']);
      // A receipt that could not be stored stays in the folder.
      await writeFile(path.join(folders.in, 'AT.xml'), receiptOf.AT(one.file));
      const closed = { transaction: () => assert.fail('no database') } as never;
      await takeFromFolder(closed, { folder: folders.in, settledMs: 0, log });
      assert.ok((await readdir(folders.in)).includes('AT.xml'));
      await taken();
      assert.equal(await stateOf(one.id), 'attested');
    });

    test('the states 200, 210, 212 and 213 of French platforms come from files into the same transmissions', async () => {
      await api.admin.put('/company', FRENCH_COMPANY);
      try {
        for (const [status, event] of [
          ['200', 'handed_over'],
          ['210', 'refused'],
          ['212', 'accepted'],
          ['213', 'rejected'],
        ] as const) {
          const { id, invoice_number, file } = await issue(FRENCH);
          assert.equal(file.format, 'facturx');
          assert.equal(await stateOf(id), 'to_send');
          await writeFile(path.join(folders.in, `cdv-${status}.xml`), lifeCycle(invoice_number!, status));
          await taken();
          const { body } = await api.sales.get<Transmission[]>(`/invoices/${id}/transmissions`);
          assert.deepEqual(
            [body[0]!.event, body[0]!.kind, body[0]!.file_id, body[0]!.message],
            [event, 'CDV', file.id, 'REJ_SEMAN · TVA inconnue'],
          );
          assert.equal(await stateOf(id), event);
        }
        await writeFile(path.join(folders.in, 'cdv-299.xml'), lifeCycle('FT-2026/00001', '299'));
        await taken();
        assert.ok((await readdir(path.join(folders.in, 'quarantine'))).includes('cdv-299.xml'));
        // A rejected one is issued again, as a new file beside the old one.
        const { id, invoice_number } = await issue(FRENCH);
        await writeFile(path.join(folders.in, 'cdv.xml'), lifeCycle(invoice_number!, '213'));
        await taken();
        assert.equal((await api.sales.put(`/invoices/${id}/reissue`, {})).status, 200);
        const { body } = await api.sales.get<DocumentFile[]>(`/invoices/${id}/files`);
        const name = `${invoice_number!.replace('/', '-')}_factur-x`;
        assert.deepEqual(
          body.map((file) => file.name),
          [`${name}.xml`, `${name}-2.xml`],
        );
      } finally {
        await api.admin.put('/company', ITALIAN_COMPANY);
      }
    });
  });

  test('the PDF of a Factur-X is written once after the commit, or at the next start', async () => {
    await api.admin.put('/company', FRENCH_COMPANY);
    const [first, second] = [await issue(FRENCH), await issue(FRENCH)];
    await api.admin.put('/company', ITALIAN_COMPANY);
    const formats = async (id: number) =>
      (await api.sales.get<DocumentFile[]>(`/invoices/${id}/files`)).body.map(({ format }) => format);
    assert.deepEqual(await formats(first.id), ['facturx'], 'not in the act');
    // A failure undoes nothing, and the document is left for the next time.
    assert.deepEqual(await writeMissingPdfs(api.db, () => Promise.reject(new Error('no printer')), log), []);
    const other = await api.another({ writesPdfs: true });
    try {
      await until(async () => (await formats(second.id)).length === 2);
      assert.deepEqual(await formats(first.id), ['facturx', 'facturx_pdf']);
      const files = (await api.sales.get<DocumentFile[]>(`/invoices/${first.id}/files`)).body;
      const pdf = await api.sales.call('GET', `/invoices/${first.id}/files/${files[1]!.id}`);
      assert.equal(pdf.headers.get('content-type'), 'application/pdf');
      assert.match(files[1]!.name, /_factur-x\.pdf$/);
      assert.deepEqual(await writeMissingPdfs(api.db, () => assert.fail('printed twice'), log), []);
      assert.equal(await stateOf(first.id), 'to_send', 'a copy has no state of its own');
    } finally {
      await other.close();
    }
    assertProblem(await api.sales.post(`/invoices/${first.id}/files`, {}), 409, 'INVALID_TRANSITION');
  });

  test('a server with exchange folders exchanges files automatically', async () => {
    const exchange = { ...folders, everyMs: 50, settledMs: 0 };
    const other = await api.another({ exchange });
    try {
      const { id, file } = await issue();
      await until(async () => (await stateOf(id)) === 'handed_over');
      await writeFile(path.join(folders.in, 'own.xml'), receiptOf.RC(file));
      await until(async () => (await stateOf(id)) === 'delivered');
    } finally {
      await other.close();
    }
  });
});
