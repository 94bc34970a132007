import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { ROLES, roleCan } from '@bobina/contract/core/permissions.ts';
import type { Attachment } from '@bobina/contract/system/attachments.ts';
import { RECORDS, type RecordEntity } from '@bobina/contract/system/records.ts';
import { assertProblem, startApi, type Session } from '../../testing/api.ts';
import { printInThread } from '../../areas/sales/documents/print/printer.ts';
import { sampleInvoice } from '../../areas/sales/documents/print/samples.ts';
import { attachFile } from '../../testing/attach-file.ts';
import { recordsOfAll } from '../../testing/records.ts';
import { createMachine, createProduct } from '../../testing/factories.ts';
import { matrixTest } from '../../testing/matrix.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-attachments-'));
const uploads = path.join(dataDir, 'uploads');
// A file that a killed server left in the folder.
fs.mkdirSync(uploads);
fs.writeFileSync(path.join(uploads, '1073741824-left'), 'x');
fs.writeFileSync(path.join(uploads, 'strange'), 'x');
after(() => fs.rmSync(dataDir, { recursive: true, force: true }));
const api = startApi({ dataDir });
let records: Record<RecordEntity, number>;

/** The bytes and headers of a file, as a client gets them. */
async function bytesOf(session: Session, address: string) {
  const answer = await fetch(`${api.url}/api${address}`, {
    headers: { authorization: `Bearer ${session.token}`, 'accept-encoding': 'br, gzip' },
  });
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
}
function sha256(content: Uint8Array) {
  return createHash('sha256').update(content).digest('hex');
}
function machine() {
  return `/machines/${records.machines}`;
}
function leftOver() {
  return fs.existsSync(uploads) ? fs.readdirSync(uploads) : [];
}

async function chunksOf(id: number) {
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(content) as bytes from attachment_chunks where attachment_id = ${id} order by position`.execute(
    api.db,
  );
  return rows.map(({ bytes }) => bytes);
}

describe('files at records', () => {
  before(async () => {
    records = await recordsOfAll(api);
  });

  test('a record of every entity accepts files from users who may write it, and serves them to users who may read it', async () => {
    assert.deepEqual(leftOver(), [], 'what a killed server left was removed at the start');
    for (const [entity, id] of Object.entries(records) as [RecordEntity, number][]) {
      const at = `/${entity}/${id}`;
      const made = await attachFile(api.admin, at, { name: `${entity}.txt`, content: `di ${entity}` });
      assert.equal(made.status, 201, `${entity} ${JSON.stringify(made.body)}`);
      for (const role of ROLES) {
        const own = await attachFile(api[role], at, { name: 'a.txt', content: role });
        if (roleCan(role, RECORDS[entity].write)) {
          assert.equal(own.status, 201, `${entity} ${role}`);
          assert.equal(own.body.created_by, api[role].userId);
          assert.equal((await api[role].delete(`/attachments/${own.body.id}`)).status, 204);
        } else {
          assertProblem(own, 403, 'FORBIDDEN');
          assertProblem(await api[role].delete(`/attachments/${made.body.id}`), 403, 'FORBIDDEN');
        }
        const list = await api[role].get<Attachment[]>(`${at}/attachments`);
        const one = await bytesOf(api[role], `/attachments/${made.body.id}`);
        const thumbnail = await api[role].get(`/attachments/${made.body.id}/thumbnail`);
        if (roleCan(role, RECORDS[entity].read)) {
          assert.deepEqual(list.body, [made.body], `${entity} ${role}`);
          assert.equal(list.headers.get('x-total-count'), '1');
          assert.equal(one.content.toString(), `di ${entity}`);
          assertProblem(thumbnail, 404, 'NOT_FOUND');
        } else {
          assertProblem(list, 403, 'FORBIDDEN');
          assert.equal(one.status, 403);
          assertProblem(thumbnail, 403, 'FORBIDDEN');
        }
      }
    }
  });

  test('an unknown entity, an unknown record and a deleted one are a 404, for its files too', async () => {
    const { id } = await createProduct(api.admin);
    const { body } = await attachFile(api.admin, `/products/${id}`, { content: 'bleibt' });
    await api.admin.delete(`/products/${id}`);
    for (const at of ['/users/1', '/nowhere/1', '/products/999999', `/products/${id}`]) {
      assertProblem(await api.admin.get(`${at}/attachments`), 404, 'NOT_FOUND');
      assertProblem(await attachFile(api.admin, at, { content: 'x' }), 404, 'NOT_FOUND');
    }
    for (const file of [body.id, 999_999]) {
      assertProblem(await api.admin.get(`/attachments/${file}`), 404, 'NOT_FOUND');
      assertProblem(await api.admin.get(`/attachments/${file}/thumbnail`), 404, 'NOT_FOUND');
      assertProblem(await api.admin.delete(`/attachments/${file}`), 404, 'NOT_FOUND');
    }
  });

  test('X11 a file is stored in rows of the database with its SHA-256; more than 25 MB or than the quota is a 413, an empty one a 400 on file', async () => {
    await storesRows();
    await refusesTooMuch();
    await refusesNothing();
    await keepsTheQuota();
    assert.deepEqual(leftOver(), [], 'no temporary file is left');
  });

  async function storesRows() {
    const content = randomBytes(700_001);
    const { status, body } = await attachFile(api.admin, machine(), { name: 'dati.bin', content });
    assert.deepEqual([status, body.size, body.sha256], [201, content.length, sha256(content)]);
    assert.deepEqual(await chunksOf(body.id), [256_000, 256_000, 188_001]);
    assert.ok((await bytesOf(api.admin, `/attachments/${body.id}`)).content.equals(content));
    await assert.rejects(sql`update attachments set size = 1 where id = ${body.id}`.execute(api.db));
    await assert.rejects(
      sql`insert into attachments (entity, entity_id, name, media_type, size, sha256, created_by)
        values ('machines', 1, 'x', 'text/plain', 5, ${Buffer.alloc(32)}, ${api.admin.userId})`.execute(api.db),
      /incomplete/,
    );
    assert.equal((await api.admin.delete(`/attachments/${body.id}`)).status, 204);
    assert.deepEqual(await chunksOf(body.id), []);
  }

  async function refusesTooMuch() {
    const most = await attachFile(api.admin, machine(), { content: Buffer.alloc(25_000_000, 1) });
    assert.deepEqual([most.status, most.body.size], [201, 25_000_000]);
    await api.admin.delete(`/attachments/${most.body.id}`);
    for (const bytes of [25_000_001, 26_000_000])
      assertProblem(await attachFile(api.admin, machine(), { content: Buffer.alloc(bytes, 1) }), 413, 'TOO_LARGE');
  }

  async function refusesNothing() {
    assertProblem(await attachFile(api.admin, machine(), { content: '' }), 400, 'VALIDATION', { file: 'required' });
    assertProblem(await attachFile(api.admin, machine(), { content: 'x', part: 'other' }), 400, 'VALIDATION', {
      file: 'required',
    });
    const type = 'multipart/form-data; boundary=a';
    const raw = async (body: string, headers: Record<string, string> = { 'content-type': type }) =>
      api.admin.call('POST', `${machine()}/attachments`, { headers, raw: body });
    assertProblem(await raw('--a--\r\n'), 400, 'VALIDATION', { file: 'required' });
    assertProblem(
      await raw('--a\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf'),
      400,
      'VALIDATION',
    );
    assertProblem(await raw('{}', { 'content-type': 'application/json' }), 415, 'UNSUPPORTED_MEDIA');
    const part = (name: string) =>
      `--a\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\nx\r\n`;
    assertProblem(await raw(`${part('1')}${part('2')}--a--\r\n`), 400, 'VALIDATION', { file: 'max' });
  }

  async function keepsTheQuota() {
    const before = (await sql<{ used: string }>`select sum(size) as used from attachments`.execute(api.db)).rows[0]!;
    assert.ok(Number(before.used) < 100_000);
    await api.admin.put('/settings', { attachment_quota_mb: 1 });
    const content = Buffer.alloc(400_000, 2);
    const at = `/machines/${(await createMachine(api.admin)).id}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => attachFile(api.admin, at, { content })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 413, 413], 'also at the same time');
    for (const refused of answers.filter(({ status }) => status === 413)) assertProblem(refused, 413, 'TOO_LARGE');
    await api.admin.put('/settings', { attachment_quota_mb: 5000 });
    for (const { status, body } of answers) if (status === 201) await api.admin.delete(`/attachments/${body.id}`);
  }

  test('X12 media_type follows from the content; HTML and SVG are never shown; only pictures and PDF are inline and have a thumbnail', async () => {
    await knowsTypes();
    await sendsHeaders();
    await makesThumbnails();
  });

  async function knowsTypes() {
    const html = '<!DOCTYPE html><script>alert(1)</script>';
    for (const [content, type] of [
      [html, 'application/octet-stream'],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'application/octet-stream'],
      ['<?xml version="1.0"?><x:svg xmlns:x="http://www.w3.org/2000/svg"/>', 'application/octet-stream'],
      ['Testo\n<ScRipt>alert(1)</script>', 'application/octet-stream'],
      ['a;b\n"c;d";e\n', 'text/csv'],
      ['Verificato, tutto bene.\nFirma del tecnico', 'text/plain'],
      ['<?xml version="1.0"?>\n<FatturaElettronica/>', 'application/xml'],
      [Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
      [Buffer.from('Qualità\n', 'latin1'), 'text/plain'],
      ['%PDF-1.7\n%broken', 'application/pdf'],
      [`GIF89a${html}`, 'image/gif'],
    ] as const)
      for (const name of ['file.pdf', 'a.html', 'b.png']) {
        const { body } = await attachFile(api.admin, machine(), { name, content });
        assert.equal(body.media_type, type, String(content));
        assert.equal(body.has_thumbnail, false);
        const { headers } = await bytesOf(api.admin, `/attachments/${body.id}?inline=true`);
        assert.equal(headers.get('content-type'), type);
        const inline = type === 'application/pdf' || type.startsWith('image/');
        assert.match(headers.get('content-disposition')!, inline ? /^inline;/ : /^attachment;/);
      }
  }

  async function sendsHeaders() {
    const name = "Qualità 'prova' 100%; è.txt";
    const { body } = await attachFile(api.admin, machine(), {
      name: `C:\\fake\\../${name}\u202Etxt.exe`,
      content: 'ciao',
    });
    assert.equal(body.name, `${name}txt.exe`);
    const { headers } = await bytesOf(api.sales, `/attachments/${body.id}`);
    const expected = { 'x-content-type-options': 'nosniff', 'content-length': '4', 'cache-control': 'no-store' };
    for (const [header, value] of Object.entries(expected)) assert.equal(headers.get(header), value);
    assert.match(headers.get('content-security-policy')!, /^sandbox; default-src 'none'/);
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="Qualita 'prova' 100_; e.txttxt.exe"; filename*=UTF-8''${encodeURIComponent(body.name).replaceAll("'", '%27')}`,
    );
  }

  async function makesThumbnails() {
    const photo = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#b04' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const small = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#fff0' } })
      .png()
      .toBuffer();
    const webp = await sharp(photo).webp().toBuffer();
    const gif = await sharp(small).gif().toBuffer();
    for (const [content, type, size] of [
      [photo, 'image/jpeg', [200, 400]],
      [small, 'image/png', [20, 10]],
      [webp, 'image/webp', [400, 200]],
      [gif, 'image/gif', [20, 10]],
      [await printInThread({ kind: 'invoice', report: sampleInvoice(1) }, 1), 'application/pdf', [283, 400]],
    ] as const) {
      const { body } = await attachFile(api.admin, machine(), { name: 'x', content });
      assert.deepEqual([body.media_type, body.has_thumbnail], [type, true], type);
      const thumbnail = await bytesOf(api.sales, `/attachments/${body.id}/thumbnail`);
      assert.equal(thumbnail.headers.get('content-type'), 'image/webp');
      const { width, height } = await sharp(thumbnail.content).metadata();
      assert.deepEqual([width, height], size, type);
      const { content: shown, headers } = await bytesOf(api.sales, `/attachments/${body.id}?inline=true`);
      assert.ok(shown.equals(content));
      assert.match(headers.get('content-disposition')!, /^inline; filename="x"/);
    }
  }

  matrixTest('a picture that is too large or broken is stored without a thumbnail', async () => {
    const bomb = await sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const torn = (
      await sharp({ create: { width: 600, height: 600, channels: 3, background: '#123' } })
        .png()
        .toBuffer()
    ).subarray(0, 60);
    for (const content of [bomb, torn, Buffer.from('%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 1 0 R>> endobj')]) {
      const { status, body } = await attachFile(api.admin, machine(), { content });
      assert.deepEqual([status, body.has_thumbnail], [201, false]);
      assertProblem(await api.admin.get(`/attachments/${body.id}/thumbnail`), 404, 'NOT_FOUND');
    }
  });

  test('a retry with the same key and bytes adds no second file; other bytes under the key are refused', async () => {
    const at = `/machines/${(await createMachine(api.admin)).id}`;
    const headers = { 'idempotency-key': 'file-1' };
    const first = await attachFile(api.admin, at, { name: 'uno.txt', content: 'uno', headers });
    const again = await attachFile(api.admin, at, { name: 'uno.txt', content: 'uno', headers });
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assertProblem(await attachFile(api.admin, at, { content: 'due', headers }), 422, 'IDEMPOTENCY_KEY_REUSED');
    assert.equal((await api.admin.get(`${at}/attachments`)).body.length, 1);
  });

  test('an aborted upload leaves neither a file nor a row, and a user has at most four uploads at a time', async () => {
    const at = `/machines/${(await createMachine(api.admin)).id}`;
    const start = () => {
      const request = http.request(`${api.url}/api${at}/attachments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.admin.token}`, 'content-type': 'multipart/form-data; boundary=a' },
      });
      request.on('error', () => {});
      request.write('--a\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf of it');
      return request;
    };
    const requests = [1, 2, 3, 4].map(start);
    await until(() => leftOver().length === 4);
    for (const name of leftOver()) assert.equal(fs.statSync(path.join(uploads, name)).mode & 0o777, 0o600);
    assertProblem(await attachFile(api.admin, at, { content: 'x' }), 429, 'TOO_MANY_REQUESTS');
    assert.equal((await attachFile(api.sales, at, { content: 'x' })).status, 201);
    for (const request of requests) request.destroy();
    await until(() => leftOver().length === 0);
    assert.equal((await attachFile(api.admin, at, { content: 'x' })).status, 201);
    assert.equal((await api.admin.get(`${at}/attachments`)).body.length, 2);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!isTrue()) {
    assert.ok(Date.now() < end, 'in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
