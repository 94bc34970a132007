import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, type ClientConfig } from 'pg';
import { checkDurability } from './check-durability.ts';
import { findPrimary } from './hosts.ts';
import { readMigrations, type Migration } from './migration-files.ts';

/** Key of the advisory lock: any number that all nodes share and nothing else uses. */
const LOCK = 7_262_462;

const LOCK_WAIT_MS = 300_000;
const LOCK_LOOK_MS = 250;
/**
 * A statement that waits for a table makes all later statements on this table wait too, so it gives way after this time.
 * Servers of the last release answer 503 only after a longer wait.
 */
const TABLE_LOCK_TIMEOUT = '2s';
const TABLE_WAIT_MS = 60_000;
const TABLE_PAUSE_MS = 1_000;

/** The first line of a file that builds an index concurrently: that is not possible in a transaction. */
const NO_TRANSACTION = '-- no transaction\n';
/** Such a file has one statement, because the database runs several statements of one message in a transaction. */
const ONE_INDEX = /^(?:--.*\n)+create (?:unique )?index concurrently (\w+) on [^;]+;\s*$/;

/** How a caller waits while another server migrates or uses the tables. */
export interface LockWait {
  /** Called once when a wait begins, and with a schema that is newer than this code. */
  log?: (text: string) => void;
  /** Milliseconds to wait for another server's migration; 5 minutes by default. */
  lockWaitMs?: number;
  /** Milliseconds during which a migration is tried again when it finds tables in use; one minute by default. */
  tableWaitMs?: number;
}

interface Applied {
  number: number;
  name: string;
  checksum: string;
}

/**
 * Migrates the database to the schema of this code, one transaction per file but for indexes of large tables. An advisory lock serialises nodes that
 * start at once: the first migrates, the others find nothing to do. A newer schema is used as it is when its
 * `schema_range` includes this code: nothing is applied. A migration that waits 2 s for a table, or meets a deadlock, is
 * rolled back and tried again, so that other servers can work in between.
 * @param upTo number of the last migration to apply; a restore stops at the schema of its backup
 * @returns the migrations applied by this call
 * @throws Error, without any change, when the database is not durable or older than PostgreSQL 15, when its schema is
 * too new for this code, when an applied migration differs from its file, or when another server migrates or uses a
 * table for longer than the wait
 */
export async function migrate(
  connection: string | ClientConfig,
  dir?: string,
  upTo: number = Number.POSITIVE_INFINITY,
  { log = () => {}, lockWaitMs = LOCK_WAIT_MS, tableWaitMs = TABLE_WAIT_MS }: LockWait = {},
): Promise<string[]> {
  const migrations = readMigrations(dir);
  const client = new Client(typeof connection === 'string' ? await findPrimary(connection) : connection);
  client.on('error', () => {}); // the failing query reports the error
  await client.connect();
  try {
    await checkDurability(client);
    await takeLock(client, log, lockWaitMs);
    await createList(client);
    const applied = await readApplied(client);
    const own = migrations.at(-1)?.number ?? 0;
    const newest = applied.at(-1)?.number ?? 0;
    const isOlderCode = newest > own && own >= (await readOldestCode(client));
    if (isOlderCode)
      log(`The database has migration ${newest}, this version knows ${own}: it can be used, and nothing is applied`);
    const known = isOlderCode ? applied.filter(({ number }) => number <= own) : applied;
    const pending = findPending(migrations, known).filter(({ number }) => number <= upTo);
    for (const migration of pending) await applyWithRetries(client, migration, log, tableWaitMs);
    return pending.map(({ file }) => file);
  } finally {
    await client.end().catch(() => {}); // also releases the advisory lock
  }
}

/**
 * Requires exactly the schema of this code, for commands that read or copy all tables. Changes nothing.
 * @throws Error when migrations are missing, unknown or changed
 */
export async function requireOwnSchema(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  client.on('error', () => {}); // the failing query reports the error
  await client.connect();
  try {
    const applied = (await hasTable(client, 'schema_migrations')) ? await readApplied(client) : [];
    const [missing] = findPending(readMigrations(), applied);
    if (missing)
      throw new Error(
        `the database is older than this version of Bobina: migration ${missing.file} is missing; start this version once so that it migrates the database`,
      );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Polls for the lock, so that the wait is reported and limited. */
async function takeLock(client: Client, log: (text: string) => void, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  for (let isLogged = false; ; isLogged = true) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]!.taken) return;
    if (performance.now() >= until)
      throw new Error(
        `another server has been migrating the database for ${Math.round(waitMs / 1000)} s: try again later`,
      );
    if (!isLogged) log(`Waiting up to ${Math.round(waitMs / 1000)} s: another server is migrating the database`);
    await sleep(LOCK_LOOK_MS);
  }
}

/** The lowest migration that a server must contain to work with the schema; Infinity while the schema does not record it. */
async function readOldestCode(client: Client): Promise<number> {
  if (!(await hasTable(client, 'schema_range'))) return Number.POSITIVE_INFINITY;
  const { rows } = await client.query<{ oldest_code: number }>('select oldest_code from schema_range');
  return rows[0]?.oldest_code ?? Number.POSITIVE_INFINITY;
}

async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [name]);
  return rows[0]!.exists;
}

async function createList(client: Client): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select number, name, checksum from schema_migrations order by number');
  return rows;
}

/** Compares the applied migrations with the files. @returns the pending ones */
function findPending(migrations: Migration[], applied: Applied[]): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const file = files.get(number);
    if (!file)
      throw new Error(
        `the database is newer than this version of Bobina: migration ${number} (${name}) is unknown here; use the version that migrated it`,
      );
    if (file.checksum !== checksum) {
      throw new Error(
        `${file.file} was changed after it had been applied: undo the change, and add a new migration instead`,
      );
    }
  }
  const latest = applied.at(-1)?.number ?? 0;
  const done = new Set(applied.map(({ number }) => number));
  const pending = migrations.filter(({ number }) => !done.has(number));
  const late = pending.find(({ number }) => number < latest);
  if (late)
    throw new Error(
      `${late.file} comes before migration ${latest}, which has been applied already: give it a higher number`,
    );
  return pending;
}

async function applyWithRetries(
  client: Client,
  migration: Migration,
  log: (text: string) => void,
  waitMs: number,
): Promise<void> {
  const until = performance.now() + waitMs;
  for (let isLogged = false; ; isLogged = true) {
    try {
      if (migration.sql.startsWith(NO_TRANSACTION)) await buildIndex(client, migration, waitMs);
      else await apply(client, migration);
      return;
    } catch (error) {
      if (!isTableInUse(error as Error) || performance.now() >= until) throw error;
      if (!isLogged)
        log(`Migration ${migration.file} waits up to ${Math.round(waitMs / 1000)} s: its tables are in use`);
      await sleep(TABLE_PAUSE_MS);
    }
  }
}

/** Whether a migration failed by its lock timeout or a deadlock. */
function isTableInUse({ cause }: Error): boolean {
  return cause instanceof DatabaseError && (cause.code === '55P03' || cause.code === '40P01');
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = '${TABLE_LOCK_TIMEOUT}'`);
    await client.query(migration.sql);
    const oldestCode = /^-- contract: (\d{4})\n/.exec(migration.sql)?.[1];
    if (oldestCode !== undefined) await client.query('update schema_range set oldest_code = $1', [Number(oldestCode)]);
    await recordApplied(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw failureOf(migration, error);
  }
}

/**
 * Builds the index of a file without a transaction, unless it was built and not recorded. An interrupted build leaves an
 * invalid index, which is dropped first. Waits up to `waitMs` for each open transaction; nobody waits for this one.
 */
async function buildIndex(client: Client, migration: Migration, waitMs: number): Promise<void> {
  try {
    const name = ONE_INDEX.exec(migration.sql)?.[1];
    if (name === undefined) throw new Error('a file without a transaction has one `create index concurrently` alone');
    await client.query(`set lock_timeout = ${Math.max(1, waitMs)}`);
    const { rows } = await client.query<{ isValid: boolean }>(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
      [name],
    );
    const isBuilt = rows[0]?.isValid === true;
    if (rows[0] && !isBuilt) await client.query(`drop index concurrently ${name}`);
    if (!isBuilt) await client.query(migration.sql);
    await client.query('reset lock_timeout');
    await recordApplied(client, migration);
  } catch (error) {
    throw failureOf(migration, error);
  }
}

async function recordApplied(client: Client, { number, name, checksum }: Migration): Promise<void> {
  const text = 'insert into schema_migrations (number, name, checksum) values ($1, $2, $3)';
  await client.query(text, [number, name, checksum]);
}

function failureOf({ file, sql }: Migration, error: unknown): Error {
  const text = `migration ${file} failed${lineOf(error, sql)}: ${(error as Error).message}`;
  return new Error(text, { cause: error });
}

function lineOf(error: unknown, sql: string): string {
  const position = error instanceof DatabaseError ? Number(error.position) : NaN;
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : '';
}
