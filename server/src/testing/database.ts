import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { digestOf, MIGRATIONS_DIR, readMigrations } from '../platform/database/migration-files.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

/** A migrated, otherwise empty database of a test file's own. */
export interface TestDatabase {
  /** Connection string, password included. */
  url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** Rows that several files start from: the template with them is made once for all, and copied. */
export interface Fill {
  /** Lower case and underscores: part of the template's name. */
  name: string;
  /** Statements that insert them into the migrated schema. */
  sql: string;
}

/** Making a template, and copying it, is one process at a time: PostgreSQL refuses to copy a database in use. */
const LOCK = 7_262_463;

/** Never stopped by a hook, which could run before the file's own clean-up: it ends with the process. */
let ownCluster: Promise<TestCluster> | undefined;

/**
 * A fresh copy of the migrated schema, in some 30 ms. The PostgreSQL is the one at TEST_DATABASE_URL (an administrator's
 * connection string; `npm test` starts one for all files), else one that this process starts and ends with it.
 * @param fill rows that are in it from the start
 */
export async function createTestDatabase(fill?: Fill): Promise<TestDatabase> {
  process.env.ALLOW_UNSAFE_DATABASE ??= '1';
  const adminUrl = process.env.TEST_DATABASE_URL ?? (await (ownCluster ??= startTestCluster())).adminUrl;
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await underLock(adminUrl, async (admin) => {
    const template = await ensureTemplate(admin, adminUrl, fill);
    await admin.query(`create database ${name} template ${template} strategy wal_log`);
  });
  return {
    url: withDatabase(adminUrl, name),
    async drop() {
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** A database without anything in it, not even the schema. @param owner a role that is to own it */
export async function createBareDatabase(owner?: string): Promise<TestDatabase> {
  process.env.ALLOW_UNSAFE_DATABASE ??= '1';
  const adminUrl = process.env.TEST_DATABASE_URL ?? (await (ownCluster ??= startTestCluster())).adminUrl;
  const name = `bare_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withAdmin(adminUrl, (admin) => admin.query(`create database ${name}${owner ? ` owner ${owner}` : ''}`));
  return {
    url: withDatabase(adminUrl, name),
    async drop() {
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** The template's name follows from the migrations and the rows, so a changed file gets a new one; half-made ones never have it. */
async function ensureTemplate(admin: Client, adminUrl: string, fill?: Fill): Promise<string> {
  const schema = `bobina_template_${digestOf(readMigrations(MIGRATIONS_DIR))}`;
  if (!fill) return ensureDatabase(admin, schema, '', async (draft) => migrate(withDatabase(adminUrl, draft)));
  const base = await ensureTemplate(admin, adminUrl);
  const digest = createHash('sha256').update(`${schema} ${fill.sql}`).digest('hex').slice(0, 12);
  return ensureDatabase(admin, `bobina_${fill.name}_${digest}`, `template ${base}`, async (draft) => {
    const client = new Client(withDatabase(adminUrl, draft));
    await client.connect();
    await client.query(fill.sql);
    await client.end();
  });
}

/** A database of this name that `make` has filled, made as a draft first unless it is there. */
async function ensureDatabase(
  admin: Client,
  name: string,
  options: string,
  make: (draft: string) => Promise<unknown>,
): Promise<string> {
  const found = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount) return name;
  const draft = `${name}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft} ${options}`);
  await make(draft);
  await waitUntilUnused(admin, draft);
  await admin.query(`alter database ${draft} rename to ${name}`);
  return name;
}

/** A closed connection lingers on the server for an instant, and one is enough to refuse the renaming. */
async function waitUntilUnused(admin: Client, database: string): Promise<void> {
  await admin.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [database]);
}

async function underLock(adminUrl: string, work: (admin: Client) => Promise<void>): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [LOCK]);
    await work(admin);
  });
}

async function withAdmin(adminUrl: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client(adminUrl);
  admin.on('error', () => {});
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
