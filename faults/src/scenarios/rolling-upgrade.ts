/** Two servers of the last release behind nginx are replaced one after the other by servers of this code. */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Database } from 'pg';
import { migrationNumbers } from '../../../server/src/testing/older-schema.ts';
import { checkOutLastRelease, findLastRelease, whyNoLastRelease } from '../../../server/src/testing/last-release.ts';
import { Checker } from '../checker.ts';
import { clientOf, signIn } from '../client.ts';
import { makeProduct } from '../company.ts';
import { followChanges, watch } from '../ha/observers.ts';
import { requireNginx, startNginx } from '../nginx.ts';
import { startNode, TODAY } from '../node.ts';
import { makeDatabase, makeFolder, query, startCluster } from '../places.ts';
import { hold, Skipped, type Scenario } from '../scenario.ts';

const CLIENTS = 8;
/** Calls that read lists, documents, sums and the session. */
const READS = ['/products?limit=20', '/stock-movements?limit=20', '/dashboard', '/invoices?limit=20', '/auth/me'];
/** Longer than requests wait for a table. */
const BACKUP_MS = 8_000;
const MIGRATION_WAITS = `select from pg_locks where not granted and mode = 'AccessExclusiveLock'`;
const LAST_MIGRATION = 'select max(number)::int as number from schema_migrations';

/**
 * Calls `work` while a transaction has read the tables, as a backup does. The transaction stays open for some seconds
 * after a migration has begun to wait for it.
 */
async function duringBackup(databaseUrl: string, work: () => Promise<void>): Promise<void> {
  const [backup, observer] = [new Database(databaseUrl), new Database(databaseUrl)];
  await Promise.all([backup.connect(), observer.connect()]);
  await backup.query('begin; select from users; select from sessions; select from settings; select from stock_entries');
  let over = false;
  const ending = (async () => {
    while (!over && (await observer.query(MIGRATION_WAITS)).rowCount === 0) await sleep(50);
    if (!over) await sleep(BACKUP_MS);
    await Promise.all([backup.end(), observer.end()]);
  })();
  await work().finally(() => {
    over = true;
  });
  await ending;
}

export const rollingUpgrade: Scenario = {
  name: 'rolling-upgrade',
  promise:
    'two servers of the last release behind nginx are replaced one after the other under load, during a backup: no request fails, no write is lost or doubled, live changes go on',
  control: 'the first server is killed instead of stopped',
  short: true,
  run: async (stage) => {
    requireNginx();
    const missing = whyNoLastRelease();
    if (missing !== undefined) throw new Skipped(missing);
    const release = checkOutLastRelease();
    stage.defer(() => fs.rmSync(release, { recursive: true, force: true }));
    const databaseUrl = await makeDatabase(await startCluster(stage), 'upgraded');
    const readLast = async () => (await query<{ number: number }>(databaseUrl, LAST_MIGRATION))[0]!.number;
    const open = () =>
      startNode(stage, { code: release, dataDir: makeFolder(stage), databaseUrl, trustProxy: '127.0.0.1' });
    const nodes = [await open(), await open()];
    const before = await readLast();
    const url = await startNginx(stage, nodes);
    const admin = await signIn(url);
    const checker = await Checker.prepare(stage, clientOf(url, admin.token));
    const changes = await followChanges(stage, admin);
    const readers = READS.map((path) => watch(stage, admin, path));
    checker.start(CLIENTS);
    const write = async () => {
      for (let round = 0; round < (stage.short ? 1 : 5); round++) await checker.more(100);
    };
    await write();
    for (const node of nodes) {
      await node.kill(stage.broken ? 'SIGKILL' : 'SIGTERM');
      await duringBackup(databaseUrl, () => node.start(TODAY));
      // After the first one, an old and a new server use the new schema together.
      await write();
      await changes.measureEvent(async () => (await makeProduct(admin)).id);
    }
    await Promise.all([checker.stop(), ...readers.map((reader) => reader.stop())]);
    const after = await readLast();
    stage.figure('from', findLastRelease().slice(0, 12));
    stage.figure('migrations', `${before} → ${after}`);
    readers.forEach((reader, n) => stage.figure(READS[n]!, reader.tell()));
    stage.figure('streams opened again', changes.reopened());
    hold(after === migrationNumbers().at(-1), `the database has migration ${after}`);
    await checker.settle();
    await checker.check(stage, databaseUrl);
    const failed = [...readers.flatMap((reader) => reader.failures()), ...checker.failures()];
    hold(failed.length === 0, `requests failed: ${failed.join(', ')}`);
  },
};
