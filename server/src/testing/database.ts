import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { digestOf, MIGRATIONS_DIR, readMigrations } from '../platform/database/migration-files.ts';
import { grantsOf, prepareServerRole, SERVER_ROLE } from '../platform/database/server-role.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

/** A database of one test file. */
export interface TestDatabase {
  /** Connection string, password included. */
  url: string;
  /** Drops the database and ends its connections. */
  drop(): Promise<void>;
}

/** A migrated, otherwise empty database. */
interface MigratedDatabase extends TestDatabase {
  /** Its address for the role of the server, which cannot rewrite append-only tables. */
  serverUrl: string;
}

/** Initial rows that several files share: a template with them is created once and copied. */
export interface Fill {
  /** Lower case and underscores: part of the template's name. */
  name: string;
  /** Statements that insert the rows into the migrated schema. */
  sql: string;
}

/**
 * Advisory lock: one process at a time creates or copies a template, since PostgreSQL refuses to copy a database in
 * use.
 */
const LOCK = 7_262_463;

/** The role belongs to the whole cluster, which several processes use. */
const SERVER_PASSWORD = 'server-of-tests';

/** Ends with the process. A hook could stop it before the file's own clean-up runs. */
let ownCluster: Promise<TestCluster> | undefined;

/**
 * Creates a copy of the migrated schema in about 30 ms. Uses the PostgreSQL at TEST_DATABASE_URL (an administrator's
 * connection string; `npm test` starts one for all files), otherwise starts one that ends with this process. @param
 * fill initial rows
 */
export async function createTestDatabase(fill?: Fill): Promise<MigratedDatabase> {
  process.env.ALLOW_UNSAFE_DATABASE ??= '1';
  const adminUrl = process.env.TEST_DATABASE_URL ?? (await (ownCluster ??= startTestCluster())).adminUrl;
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await underLock(adminUrl, async (admin) => {
    const template = await ensureTemplate(admin, adminUrl, fill);
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = withDatabase(adminUrl, name);
  const server = new URL(url);
  server.username = SERVER_ROLE;
  server.password = SERVER_PASSWORD;
  return {
    url,
    serverUrl: server.href,
    async drop() {
      await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Creates an empty database without a schema. @param owner the role that owns it */
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

/**
 * Returns the template's name, creating it if needed. The name contains a digest of the migrations and the rows, so a
 * changed file gets a new template; an incomplete one keeps its draft name.
 */
async function ensureTemplate(admin: Client, adminUrl: string, fill?: Fill): Promise<string> {
  const grants = createHash('sha256').update(grantsOf(SERVER_ROLE)).digest('hex').slice(0, 6);
  const schema = `bobina_template_${digestOf(readMigrations(MIGRATIONS_DIR))}_${grants}`;
  if (!fill)
    return ensureDatabase(admin, schema, '', async (draft) => {
      await migrate(withDatabase(adminUrl, draft));
      await prepareServerRole(withDatabase(adminUrl, draft), SERVER_PASSWORD);
    });
  const base = await ensureTemplate(admin, adminUrl);
  const digest = createHash('sha256').update(`${schema} ${fill.sql}`).digest('hex').slice(0, 12);
  return ensureDatabase(admin, `bobina_${fill.name}_${digest}`, `template ${base}`, async (draft) => {
    const client = new Client(withDatabase(adminUrl, draft));
    await client.connect();
    await client.query(fill.sql);
    await client.end();
  });
}

/** Returns the database of this name. If it is missing, `make` fills a draft, which is then renamed. */
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

/** Waits for closed connections to disappear from the server: an open one prevents the renaming. */
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
