import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { HealthCheck } from '@bobina/contract/system/health.ts';
import { sql } from 'kysely';
import { readNetworks } from '../../platform/networks.ts';
import { startApi, type Session } from '../../testing/api.ts';
import { startTlsServer } from '../../testing/tls-server.ts';

const site = await startTlsServer();
after(() => site.close());
const api = startApi({ mail: undefined });

async function checkOf<N extends HealthCheck['name']>(name: N, by: Session = api.admin, language = 'it') {
  const { status, body } = await by.get<{ checks: HealthCheck[] }>('/health/details', {
    headers: { 'accept-language': language },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.checks.find((check): check is Extract<HealthCheck, { name: N }> => check.name === name)!;
}

describe('GET /health/details', () => {
  test('names the state of a new installation, in the language of the user', async () => {
    const { state, message, last_at, proven_at } = await checkOf('backup');
    assert.deepEqual(
      [state, message, last_at, proven_at],
      [
        'error',
        'Non è ancora stato fatto alcun backup. I backup non hanno una seconda cartella: sul server manca BACKUP_COPY_TO',
        null,
        null,
      ],
    );
    assert.equal(
      (await checkOf('backup', api.admin, 'en')).message,
      'No backup has been made yet. Backups have no second folder: the server has no BACKUP_COPY_TO',
    );
    const database = await checkOf('database', api.direction, 'fr');
    assert.match(database.version, /^\d+\.\d+/);
    assert.deepEqual([database.state, database.is_old], ['ok', false]);
    assert.ok((await checkOf('disk')).free_bytes! > 0);
    assert.equal((await checkOf('replication')).state, 'off');
    const outbox = await checkOf('outbox');
    assert.deepEqual([outbox.state, outbox.waiting, outbox.dead], ['off', 0, 0]);
    assert.deepEqual(
      [(await checkOf('certificate')).state, (await checkOf('certificate')).message],
      ['off', 'PUBLIC_URL manca o non è https'],
    );
  });

  test('reads the newest backup and the newest trial restore that found no differences', async () => {
    await sql`insert into backups default values`.execute(api.db);
    assert.equal((await checkOf('backup')).state, 'warning', 'it was never proven');
    const prove = (ok: boolean) =>
      sql`insert into backup_proofs (file, sha256, seconds, ok) values ('a', ${'0'.repeat(64)}, 1, ${ok})`.execute(
        api.db,
      );
    await prove(true);
    const proven = await checkOf('backup');
    assert.equal(proven.state, 'ok');
    assert.ok(Date.now() - Date.parse(proven.last_at!) < 60_000);
    await prove(false);
    const refuted = await checkOf('backup');
    assert.deepEqual([refuted.state, refuted.proven_at], ['error', proven.proven_at]);
  });

  test('counts the messages that wait or were given up, and finds one that no server delivers', async () => {
    const add = (id: string, state: string, due: string | null) =>
      sql`insert into outbox (kind, state, message_id, message, sender, next_attempt_at)
        values ('mail', ${state}, ${id}, 'x', 'a@x.example', now() - ${due}::interval)`.execute(api.db);
    await add('1', 'dead', null);
    await add('2', 'waiting', '9 minutes');
    const given = await checkOf('outbox', api.admin, 'en');
    assert.deepEqual([given.state, given.waiting, given.dead], ['warning', 1, 1]);
    assert.equal(given.message, 'Given up after three days: 1. Waiting: 1');
    await add('3', 'waiting', '11 minutes');
    const stuck = await checkOf('outbox');
    assert.deepEqual([stuck.state, stuck.waiting, stuck.dead], ['error', 2, 1]);
    await sql`update outbox set lease = gen_random_uuid(), leased_until = now() + interval '1 minute' where message_id = '3'`.execute(
      api.db,
    );
    assert.equal((await checkOf('outbox')).state, 'warning', 'a server works on it');
  });

  test('reads the end of the certificate once, and not at a private address or where nothing answers', async () => {
    const networks = readNetworks('127.0.0.0/8 ::1');
    const servers = await Promise.all([
      api.another({ publicUrl: site.origin, networks }),
      api.another({ publicUrl: site.origin }),
      api.another({ publicUrl: 'https://localhost:9', networks }),
    ]);
    const [named, inside, dead] = servers.map((server) => server.as(api.admin.token));
    try {
      const before = site.connections();
      const read = await checkOf('certificate', named);
      assert.deepEqual([read.state, read.expires_at?.slice(0, 4)], ['ok', '2126']);
      assert.equal((await checkOf('certificate', named)).expires_at, read.expires_at);
      assert.equal(site.connections() - before, 1);
      const refused = await checkOf('certificate', inside);
      assert.deepEqual([refused.state, refused.expires_at], ['off', null]);
      assert.match(refused.message, /ALLOW_PRIVATE_NETWORKS/);
      assert.equal(site.connections() - before, 1);
      assert.equal((await checkOf('certificate', dead)).state, 'warning');
    } finally {
      for (const server of servers) await server.close();
    }
  });

  test('warns of a replica for reports that cannot be read', async () => {
    const server = await api.another({ replicaUrl: 'postgres://nobody@127.0.0.1:9/none' });
    try {
      assert.equal((await checkOf('replication', server.as(api.admin.token))).state, 'warning');
    } finally {
      await server.close();
    }
  });
});
