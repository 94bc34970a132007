import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { unzipSync } from 'fflate';
import { loadBackup } from '../../platform/backup/load-backup.ts';
import { checkBackup } from '../../platform/backup/read-backup.ts';
import { writeBackup } from '../../platform/backup/write-backup.ts';
import { PASSWORD, sessionOf, startApi, type Session } from '../../testing/api.ts';
import { attachFile } from '../../testing/attach-file.ts';
import { createBareDatabase } from '../../testing/database.ts';
import { completeCompany, createMovement, createProduct, createWarehouse, loadBody } from '../../testing/factories.ts';
import { createApp } from '../create-app.ts';
import { matrixTest } from '../../testing/matrix.ts';

const api = startApi();
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-files-'));
after(() => fs.rmSync(home, { recursive: true, force: true }));

async function bytesOf(url: string, { token }: Session, address: string) {
  const answer = await fetch(`${url}/api${address}`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(answer.status, 200, address);
  return Buffer.from(await answer.arrayBuffer());
}

matrixTest(
  'X13 a backup and its restore include attachments, and a certificate on a batch is in the recall pack',
  async () => {
    await completeCompany(api.admin);
    const product = await createProduct(api.admin, { has_batch: true });
    const warehouse = await createWarehouse(api.admin);
    const { batch_id } = await createMovement(
      api.admin,
      loadBody(product.id, warehouse.id, 5, { batch_number: 'L-1' }),
    );
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(600_000)]);
    const { body: file } = await attachFile(api.admin, `/batches/${batch_id}`, { name: 'certificato.pdf', content });
    const { body: recall } = await api.warehouse.post('/recalls', { batch_ids: [batch_id], reason: 'odore' });
    assert.deepEqual(
      recall.attachments.map(({ id, name, sha256 }: { id: number; name: string; sha256: string }) => [
        id,
        name,
        sha256,
      ]),
      [[file.id, 'certificato.pdf', file.sha256]],
    );
    const inPack = async (url: string, session: Session) => {
      const zip = unzipSync(new Uint8Array(await bytesOf(url, session, `/recalls/${recall.id}?format=zip`)));
      return Buffer.from(zip[`L-1/${file.id}-certificato.pdf`]!);
    };
    assert.ok((await inPack(api.url, api.sales)).equals(content));

    const backup = path.join(home, 'files.backup');
    await writeBackup(api.databaseUrl, backup, { appVersion: '1' });
    const restored = await createBareDatabase();
    await loadBackup(restored.url, backup, await checkBackup(backup));
    const { server } = await createApp({ databaseUrl: restored.url });
    try {
      const url = await server.listen({ port: 0, host: '127.0.0.1' });
      const { body } = await sessionOf(url, null).post('/auth/login', { username: 'admin', password: PASSWORD });
      const session = sessionOf(url, body.token);
      assert.deepEqual((await session.get(`/batches/${batch_id}/attachments`)).body, [file]);
      assert.ok((await bytesOf(url, session, `/attachments/${file.id}`)).equals(content));
      assert.ok((await inPack(url, session)).equals(content));
      // The rules of the tables are back.
      assert.equal((await session.delete(`/attachments/${file.id}`)).status, 409);
      assert.equal((await attachFile(session, `/batches/${batch_id}`, { content: 'x' })).status, 201);
    } finally {
      await server.close();
      await restored.drop();
    }
  },
);
