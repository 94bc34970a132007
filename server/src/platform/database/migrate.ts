import { Client, DatabaseError, type ClientConfig } from 'pg';
import { checkDurability } from './check-durability.ts';
import { readMigrations, type Migration } from './migration-files.ts';

/** Key of the advisory lock: any number that all nodes share and nothing else uses. */
const LOCK = 7_262_462;

interface Applied {
  number: number;
  name: string;
  checksum: string;
}

/**
 * Migrates the database to the schema of this code, one transaction per file. An advisory lock serialises nodes that
 * start at once: the first migrates, the others find nothing to do.
 * @param upTo number of the last migration to apply; a restore stops at the schema of its backup
 * @returns the migrations applied by this call
 * @throws Error, without any change, when the database is not durable or older than PostgreSQL 15, when its schema is
 * newer than this code, or when an applied migration differs from its file
 */
export async function migrate(
  connection: string | ClientConfig,
  dir?: string,
  upTo: number = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = readMigrations(dir);
  const client = new Client(connection);
  client.on('error', () => {}); // the failing query reports the error
  await client.connect();
  try {
    await checkDurability(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const pending = findPending(migrations, await readApplied(client)).filter(({ number }) => number <= upTo);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ file }) => file);
  } finally {
    await client.end().catch(() => {}); // also releases the advisory lock
  }
}

async function readApplied(client: Client): Promise<Applied[]> {
  await client.query(`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
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
        `the database is newer than this version of Bobina: migration ${number} (${name}) is unknown here`,
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

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`migration ${migration.file} failed${lineOf(error, migration.sql)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function lineOf(error: unknown, sql: string): string {
  const position = error instanceof DatabaseError ? Number(error.position) : NaN;
  return position > 0 ? ` at line ${sql.slice(0, position).split('\n').length}` : '';
}
