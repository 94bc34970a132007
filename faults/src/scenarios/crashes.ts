/**
 * Kills processes, drops connections and fills disks: acknowledged writes survive, and retries execute the others once.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { runningDatabase } from '../../../server/src/testing/running-database.ts';
import { Checker } from '../checker.ts';
import { clientOf, signIn } from '../client.ts';
import { startNode } from '../node.ts';
import { makeDatabase, makeFolder, query, startCluster } from '../places.ts';
import { hold, Skipped, type Scenario, type Stage } from '../scenario.ts';
import { startBlackHoleProxy } from '../black-hole-proxy.ts';

const CLIENTS = 16;
function seconds(ms: number) {
  return `${(ms / 1000).toFixed(2)} s`;
}
/** Asserts a time limit in the long version only: in the short one other tests may load the machine. */
function holdTime(stage: Stage, ms: number, goal: number, what: string) {
  return hold(stage.short || ms <= goal, `${what} took ${seconds(ms)}, the goal is ${seconds(goal)}`);
}

async function settleAndCheck(stage: Stage, checker: Checker, databaseUrl: string) {
  await checker.settle();
  await checker.check(stage, databaseUrl);
}

export const serverKilled: Scenario = {
  name: 'server-killed',
  promise: 'kill -9 of the server under load loses and duplicates no write; a restarted server answers within 2 s',
  control: 'SQL deletes an acknowledged movement',
  short: true,
  run: async (stage) => {
    const databaseUrl = await makeDatabase(await startCluster(stage), 'killed');
    const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl });
    // One graceful stop lets Node write its compile cache, which every production server has.
    await node.kill('SIGTERM');
    await node.start();
    const checker = await Checker.prepare(
      stage,
      clientOf(() => node.url, (await signIn(node.url)).token),
    );
    checker.start(CLIENTS);
    let slowest = 0;
    for (let round = 0; round < (stage.short ? 1 : 8); round++) {
      await checker.more(stage.runs ?? (stage.short ? 100 : 500));
      await node.kill('SIGKILL');
      const since = performance.now();
      await Promise.all([node.start(), checker.more(1)]);
      slowest = Math.max(slowest, performance.now() - since);
    }
    await checker.more(50);
    await checker.stop();
    if (stage.broken) await checker.loseOne(databaseUrl, 'load');
    stage.figure('back in', seconds(slowest));
    await settleAndCheck(stage, checker, databaseUrl);
    holdTime(stage, slowest, 2_000, 'the start after the kill');
  },
};

export const databaseKilled: Scenario = {
  name: 'database-killed',
  promise: 'kill -9 of the bundled PostgreSQL under load loses no write; the same server answers within 10 s',
  control: 'synchronous_commit = off, so that PostgreSQL acknowledges writes before they are on disk',
  short: true,
  run: async (stage) => {
    const dataDir = makeFolder(stage);
    const node = await startNode(stage, { dataDir });
    const { pid } = node;
    const { url } = runningDatabase(dataDir);
    const checker = await Checker.prepare(
      stage,
      clientOf(() => node.url, (await signIn(node.url)).token),
    );
    if (stage.broken) {
      await query(url, 'alter system set synchronous_commit = off');
      await query(url, `alter system set wal_writer_delay = '10s'`);
      await query(url, 'select pg_reload_conf()');
    }
    checker.start(CLIENTS);
    let slowest = 0;
    for (let round = 0; round < (stage.short ? 1 : 8); round++) {
      await checker.more(stage.short ? 100 : 500);
      process.kill(runningDatabase(dataDir).pid, 'SIGKILL');
      // Responses that were already in flight do not count as recovery.
      await sleep(100);
      slowest = Math.max(slowest, 100 + (await checker.more(1)));
    }
    await checker.more(50);
    await checker.stop();
    hold(node.running && node.pid === pid, 'the server did not outlive its database');
    stage.figure('back in', seconds(slowest));
    // Checks the acknowledged writes before the retries, which would restore lost ones.
    await checker.check(stage, url);
    await checker.settle();
    await checker.check({ ...stage, figure: () => {} }, url);
    holdTime(stage, slowest, 10_000, 'the return of the database');
  },
};

export const databaseRestarted: Scenario = {
  name: 'database-restarted',
  promise:
    'while an external PostgreSQL restarts, every answer is a 503 within 6 s; afterwards the server recovers without a restart',
  control: 'SQL deletes an acknowledged packing list',
  short: false,
  run: async (stage) => {
    const cluster = await startCluster(stage);
    const databaseUrl = await makeDatabase(cluster, 'restarted');
    const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl });
    const { pid } = node;
    const checker = await Checker.prepare(
      stage,
      clientOf(() => node.url, (await signIn(node.url)).token),
    );
    checker.start(CLIENTS);
    let slowest = 0;
    for (let round = 0; round < 3; round++) {
      await checker.more(300);
      await cluster.pause();
      await sleep(2_000);
      await cluster.resume();
      slowest = Math.max(slowest, await checker.more(1));
    }
    await checker.stop();
    hold(node.running && node.pid === pid, 'the server did not outlive the restart');
    if (stage.broken) await checker.loseOne(databaseUrl, 'packing');
    stage.figure('back in', seconds(slowest));
    await settleAndCheck(stage, checker, databaseUrl);
    holdTime(stage, slowest, 10_000, 'the return of the database');
  },
};

export const databaseBlackholed: Scenario = {
  name: 'database-blackholed',
  promise:
    'a network that drops every packet causes 503s within 6 s, also during a write; afterwards the server recovers',
  control: 'SQL deletes an acknowledged invoice number',
  short: false,
  run: async (stage) => {
    const direct = await makeDatabase(await startCluster(stage), 'blackholed');
    const wire = await startBlackHoleProxy(stage, Number(new URL(direct).port));
    const through = new URL(direct);
    through.port = String(wire.port);
    const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl: through.href });
    const checker = await Checker.prepare(
      stage,
      clientOf(() => node.url, (await signIn(node.url)).token),
    );
    checker.start(CLIENTS);
    let slowest = 0;
    for (const forgets of [true, false, true]) {
      await checker.more(300);
      wire.swallow(true);
      await sleep(8_000);
      // One pass drops the old connections without closing them, as a firewall restart does.
      if (forgets) wire.forget();
      wire.swallow(false);
      slowest = Math.max(slowest, await checker.more(1));
    }
    await checker.stop();
    if (stage.broken) await checker.loseOne(direct, 'sent');
    stage.figure('back in', seconds(slowest));
    await settleAndCheck(stage, checker, direct);
    holdTime(stage, slowest, 10_000, 'the return of the network');
  },
};

/** Mounts a small file system. @throws Skipped without root privileges */
function mountSmall(stage: Stage, size: string): string {
  const folder = makeFolder(stage);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    throw new Skipped('a small file system can be mounted by root on Linux alone');
  }
  stage.defer(() => execFileSync('umount', ['-l', folder]));
  return folder;
}

export const diskFull: Scenario = {
  name: 'disk-full',
  promise: 'a full disk causes 503s and loses no write; with free space the same server recovers without a restart',
  control: 'SQL deletes an acknowledged production load',
  short: false,
  run: async (stage) => {
    const folder = mountSmall(stage, '220m');
    const dataDir = path.join(folder, 'data');
    const node = await startNode(stage, { dataDir });
    const { pid } = node;
    const checker = await Checker.prepare(
      stage,
      clientOf(() => node.url, (await signIn(node.url)).token),
    );
    checker.start(CLIENTS);
    await checker.more(300);
    const ballast = path.join(folder, 'ballast');
    execFileSync('sh', ['-c', `dd if=/dev/zero of=${ballast} bs=1M 2>/dev/null; true`]);
    // Waits until no write is acknowledged for 3 seconds: the WAL has filled the disk.
    for (let before = -1; before !== checker.acknowledged; await sleep(3_000)) before = checker.acknowledged;
    const blocked = checker.acknowledged;
    await sleep(3_000);
    stage.figure('acknowledged on a full disk', checker.acknowledged - blocked);
    fs.rmSync(ballast);
    const back = await checker.more(1);
    await checker.more(200);
    await checker.stop();
    hold(node.running && node.pid === pid, 'the server did not outlive the full disk');
    const { url } = runningDatabase(dataDir);
    if (stage.broken) await checker.loseOne(url, 'production');
    stage.figure('back in', seconds(back));
    await settleAndCheck(stage, checker, url);
    holdTime(stage, back, 10_000, 'the return after the full disk');
  },
};

/** Opens every remaining connection of the database. @returns a function that closes them */
async function takeAllConnections(url: string): Promise<() => Promise<void>> {
  const taken: Client[] = [];
  for (;;) {
    const client = new Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      taken.push(client);
    } catch {
      await client.end().catch(() => {});
      return async () => {
        await Promise.all(taken.map((one) => one.end()));
      };
    }
  }
}

export const connectionsExhausted: Scenario = {
  name: 'connections-exhausted',
  promise:
    'with all connections of the pool waiting for a lock, or all connections of the database in use: 503s within 6 s, no write lost, and the server recovers',
  control: 'SQL deletes an acknowledged import of orders',
  short: false,
  run: async (stage) => {
    const databaseUrl = await makeDatabase(await startCluster(stage, { max_connections: 60 }), 'exhausted');
    const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl });
    const { pid } = node;
    const checker = await Checker.prepare(
      stage,
      clientOf(() => node.url, (await signIn(node.url)).token),
    );
    checker.start(CLIENTS * 3); // more clients than the pool has connections
    await checker.more(300);
    await query(
      databaseUrl,
      // Locks the table that every write accesses first.
      'begin; lock table idempotency_keys; select pg_sleep(8); rollback',
    );
    const unlocked = await checker.more(1);
    const refusedByPool = checker.refusals;
    hold(refusedByPool > 0, 'no request had to wait: connections were free');
    await checker.more(300);
    // Terminates the server's backend; another connection takes the slot first.
    await query(
      databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bobina'`,
    );
    const releaseConnections = await takeAllConnections(databaseUrl);
    for (let n = 0; n < 10; n++) {
      await query(databaseUrl, 'select 1').catch(() => {});
      await sleep(300);
    }
    await releaseConnections();
    const back = await checker.more(1);
    await checker.more(300);
    await checker.stop();
    hold(node.running && node.pid === pid, 'the server did not outlive it');
    if (stage.broken) await checker.loseOne(databaseUrl, 'import');
    stage.figure('refused by the pool', refusedByPool);
    stage.figure('refused by the database', checker.refusals - refusedByPool);
    stage.figure('back in', `${seconds(unlocked)}, ${seconds(back)}`);
    await settleAndCheck(stage, checker, databaseUrl);
    holdTime(stage, Math.max(unlocked, back), 10_000, 'the return');
  },
};
