import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { openEmbedded } from './open-embedded.ts';
import { isAlive, isPostgresOf } from './pid-file.ts';
import { superviseEmbedded } from './supervise-embedded.ts';
import { matrixTest } from '../../testing/matrix.ts';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-embedded-'));
fs.chmodSync(home, 0o755); // PostgreSQL's user has to enter it when the tests run as root
after(() => fs.rmSync(home, { recursive: true, force: true }));

function inDir(name: string) {
  return {
    dataDir: path.join(fs.realpathSync(home), name),
    settings: { shared_buffers: '16MB' },
  };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function until(what: string, reached: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await reached())) {
    if (Date.now() > deadline) assert.fail(`waited in vain: ${what}`);
    await sleep(20);
  }
}

/** A separate process that opens the cluster, prints its address, and keeps it open until it is ended. */
async function openElsewhere(
  name: string,
): Promise<{ child: ChildProcess; pid: number; url: string; adopted: boolean }> {
  const script = `
    const { openEmbedded } = await import(${JSON.stringify(new URL('./open-embedded.ts', import.meta.url).href)});
    const { pid, url, adopted, stop } = await openEmbedded(${JSON.stringify(inDir(name))});
    console.log(JSON.stringify({ pid, url, adopted }));
    process.on('SIGTERM', () => stop().then(() => process.exit()));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { pid: number; url: string; adopted: boolean }) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

test('the first start creates the cluster, and a start after stop() finds its data', async () => {
  const first = await openEmbedded(inDir('plain'));
  await query(first.url, 'create table kept as select 42 as n');
  await first.stop();
  assert.equal(isAlive(first.pid), false);
  assert.equal(fs.statSync(path.join(home, 'plain.secret')).mode & 0o777, 0o600);

  const second = await openEmbedded(inDir('plain'));
  assert.equal(second.adopted, false);
  assert.deepEqual(await query(second.url, 'select n from kept'), [{ n: 42 }]);
  await second.stop();
});

test('the cluster is durable, has checksums, listens only on loopback and requires the password', async () => {
  const db = await openEmbedded(inDir('plain'));
  try {
    for (const [name, value] of Object.entries({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '127.0.0.1',
    })) {
      assert.deepEqual(await query(db.url, `select current_setting('${name}') as v`), [{ v: value }], name);
    }
    await assert.rejects(query(db.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1'), { code: '28P01' });
  } finally {
    await db.stop();
  }
});

matrixTest('a second process uses the running cluster and leaves it running when it stops', async () => {
  const db = await openEmbedded(inDir('plain'));
  try {
    const other = await openElsewhere('plain');
    assert.equal(other.pid, db.pid);
    assert.equal(other.adopted, true);
    await end(other.child, 'SIGTERM');
    assert.deepEqual(await query(db.url, 'select 1 as n'), [{ n: 1 }]);
  } finally {
    await db.stop();
  }
});

matrixTest('two processes that start concurrently on an empty folder share one cluster', async () => {
  const [a, b] = await Promise.all([openElsewhere('race'), openElsewhere('race')]);
  assert.equal(a.pid, b.pid);
  assert.deepEqual([a.adopted, b.adopted].sort(), [false, true]);
  await query(a.url, 'create table shared as select 7 as n');
  assert.deepEqual(await query(b.url, 'select n from shared'), [{ n: 7 }]);
  await Promise.all([end(a.child, 'SIGTERM'), end(b.child, 'SIGTERM')]);
  await until('PostgreSQL ends with its owner', () => !isAlive(a.pid));
  assert.deepEqual(
    fs.readdirSync(home).filter((name) => name.startsWith('race.init')),
    [],
  );
});

matrixTest('PostgreSQL stops when its owner is killed with -9, and no acknowledged write is lost', async () => {
  const owner = await openElsewhere('orphaned');
  await query(owner.url, 'create table kept as select 1 as n');
  await end(owner.child, 'SIGKILL');
  await until('the watchdog shuts PostgreSQL down', () => !isAlive(owner.pid));
  const db = await openEmbedded(inDir('orphaned'));
  assert.deepEqual(await query(db.url, 'select n from kept'), [{ n: 1 }]);
  await db.stop();
});

matrixTest('a PostgreSQL killed with -9 notifies its owner and starts again with its data', async () => {
  const db = await openEmbedded(inDir('killed'));
  await query(db.url, 'create table kept as select 1 as n');
  const exited = new Promise<void>((resolve) => db.onExit(resolve));
  process.kill(db.pid, 'SIGKILL');
  await exited;
  const again = await openEmbedded(inDir('killed'));
  assert.notEqual(again.pid, db.pid);
  assert.deepEqual(await query(again.url, 'select n from kept'), [{ n: 1 }]);
  await again.stop();
});

matrixTest('a stale pid file with the pid of another process does not prevent the start', async () => {
  const db = await openEmbedded(inDir('stranger'));
  const pidFile = path.join(home, 'stranger', 'postmaster.pid');
  const exited = new Promise<void>((resolve) => db.onExit(resolve));
  process.kill(db.pid, 'SIGKILL');
  await exited;
  fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.ppid)));
  const again = await openEmbedded(inDir('stranger'));
  assert.equal(isPostgresOf(inDir('stranger').dataDir, again.pid), true);
  await again.stop();
});

matrixTest(
  'a supervised PostgreSQL killed with -9 is restarted on the same port, and the same pool keeps working',
  async () => {
    const db = await superviseEmbedded(inDir('supervised'));
    const pool = new Pool({ connectionString: db.url, max: 3 });
    pool.on('error', () => {});
    await pool.query('create table kept as select 1 as n');
    for (let round = 0; round < 2; round++) {
      const before = db.pid;
      process.kill(before, 'SIGKILL');
      await until('the pool answers again', async () => {
        if (db.pid === before) return false;
        return pool.query('select n from kept').then(
          () => true,
          () => false,
        );
      });
    }
    await pool.end();
    await db.stop();
    assert.equal(isAlive(db.pid), false);
  },
);

matrixTest('a supervisor that adopted the server restarts it on the same port when the owner is killed', async () => {
  const owner = await openElsewhere('heir');
  const successor = await superviseEmbedded(inDir('heir'));
  assert.equal(successor.adopted, true);
  await end(owner.child, 'SIGKILL');
  await until('the heir has its own', () => !successor.adopted && successor.pid !== owner.pid);
  assert.deepEqual(await query(successor.url, 'select 1 as n'), [{ n: 1 }]);
  await successor.stop();
  assert.equal(isAlive(successor.pid), false);
});

test('refuses a folder with other files and does not change it', async () => {
  const { dataDir } = inDir('foreign');
  fs.mkdirSync(dataDir);
  fs.writeFileSync(path.join(dataDir, 'notes.txt'), 'mine');
  await assert.rejects(openEmbedded(inDir('foreign')), /not empty/);
  assert.deepEqual(fs.readdirSync(dataDir), ['notes.txt']);
});
