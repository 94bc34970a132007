import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { initCluster, type Cluster } from './init-cluster.ts';
import { prepareBinaries } from './native-binaries.ts';
import { placeCluster } from './place-cluster.ts';
import type { Postmaster } from './postmaster.ts';
import { readOrCreateSecret } from './secret.ts';
import { startOrAdopt } from './start-or-adopt.ts';

/** The cluster's superuser, for commands and migrations, and the name of the application's database. */
export const EMBEDDED_USER = 'bobina';

export interface EmbeddedOptions {
  /** Folder of the cluster, created when missing. Beside it: `<dataDir>.secret`, `-server.secret`, `.log` and `.owner`. */
  dataDir: string;
  /** Created when missing. */
  database?: string;
  /** PostgreSQL settings beyond the defaults, such as `{ max_connections: 200 }`. */
  settings?: Record<string, string | number>;
  /** TCP port; without it, a free one of this machine. A running cluster keeps its own. */
  port?: number;
  /** Receives messages for the operator, one sentence at a time. */
  log?: (message: string) => void;
}

/** A running PostgreSQL. It shuts down when the process that started it ends. */
export interface EmbeddedPostgres extends Postmaster {
  /** Connection string of the application's database, password included: never log it. */
  url: string;
  /** The same for the maintenance database `postgres`. */
  adminUrl: string;
}

const GOING_DOWN = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03']);
const TIMEOUT_MS = 60_000;

/**
 * Starts the bundled PostgreSQL of `dataDir`, or uses the one that already runs there. Resolves once it has answered a
 * query and the database exists. Safe to call from several processes at once, as root or as another user, and after any
 * kind of crash.
 * @throws Error with the reason when PostgreSQL cannot run here
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(options);
  const database = options.database ?? EMBEDDED_USER;
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const postmaster = await startOrAdopt(cluster, options);
    const urlOf = (name: string) =>
      `postgres://${cluster.user}:${cluster.password}@127.0.0.1:${postmaster.port}/${name}`;
    try {
      await prove(urlOf('postgres'), cluster.dir, database);
      return { ...postmaster, url: urlOf(database), adminUrl: urlOf('postgres') };
    } catch (error) {
      // The server that was found may have been shutting down: then a new one is started.
      await postmaster.stop();
      if (!GOING_DOWN.has(String((error as { code?: unknown }).code)) || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function prepareCluster(options: EmbeddedOptions): Promise<Cluster> {
  const { dir, as } = placeCluster(options.dataDir, options.log ?? (() => {}));
  const native = prepareBinaries(as, path.dirname(dir));
  const cluster = { dir, as, native, user: EMBEDDED_USER, password: readOrCreateSecret(dir) };
  await initCluster(cluster);
  return cluster;
}

/** An open port is not enough: it has to be the server of this data directory. */
async function prove(adminUrl: string, dir: string, database: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  client.on('error', () => {}); // the failing query reports the error too
  try {
    await client.connect();
    const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`);
    if (path.resolve(rows[0]!.dir) !== dir) throw new Error(`the server found serves ${rows[0]!.dir}, not ${dir}`);
    await createDatabase(client, database);
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(client: Client, name: string): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // duplicate_database, or unique_violation when two processes create it at the same instant
    if (!['42P04', '23505'].includes(String((error as { code?: unknown }).code))) throw error;
  }
}
