/** The environment of a benchmark: a durable database, the real server in its own process, a signed-in user. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { FIRST_ID } from './bare.ts';
import { openEmbedded } from '../../server/src/platform/embedded-postgres/open-embedded.ts';

const PASSWORD = 'banco-di-prova-1';
const ROOT = path.join(import.meta.dirname, '../..');
/** The options and the compile cache of Node with which scripts/lib/start-server.mjs starts the server. */
const OPTIONS = path.join(ROOT, 'server/node-options');
const COMPILED = path.join(ROOT, 'node_modules/.cache/compiled');

export interface Stand {
  /** A temporary directory, removed by close(). */
  dataDir: string;
  databaseUrl: string;
  url: string;
  /** The process of the server. */
  pid: number;
  token: string;
  /** The bare driver, with one connection per client. */
  pool: Pool;
  close(): Promise<void>;
}

/** Starts the database and the server, and signs in. @param clients number of concurrent clients */
export async function openStand(clients: number): Promise<Stand> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bobina-bench-'));
  const database = await openEmbedded({ dataDir: path.join(dir, 'postgres'), database: 'bobina' });
  const server = await startServer(database.url, dir);
  const token = await signIn(server.url);
  const pool = new Pool({ connectionString: database.url, max: clients });
  await raiseSequences(pool);
  return {
    dataDir: dir,
    databaseUrl: database.url,
    url: server.url,
    pid: server.pid,
    token,
    pool,
    close: async () => {
      await pool.end();
      await server.stop();
      await database.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export interface Server {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the real server in a separate process and waits until it responds. @param preload a module that the process
 * imports first @throws when it does not start within a minute
 */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  preload?: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const port = await freePort();
  const main = path.join(ROOT, 'server/src/app/main.ts');
  const options = readFileSync(OPTIONS, 'utf8').trim().split(' ');
  const server = spawn(process.execPath, [...options, ...(preload ? ['--import', preload] : []), main], {
    env: {
      MALLOC_ARENA_MAX: '1',
      NODE_COMPILE_CACHE: COMPILED,
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  while (
    !(await fetch(`${url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || server.exitCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: server.pid!,
    stop: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

/** Signs in as the administrator. @returns the token */
export async function signIn(url: string): Promise<string> {
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  return ((await signedIn.json()) as { token: string }).token;
}

/** Starts all id sequences at FIRST_ID, so that ids are recognizable by their size. */
export async function raiseSequences(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
  );
  for (const { name } of rows) await pool.query(`alter sequence ${name} restart with ${FIRST_ID}`);
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
