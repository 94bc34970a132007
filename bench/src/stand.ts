/** What a benchmark stands on: a durable database of its own, the real server in a process of its own, a signed-in user. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { FIRST_ID } from './bare.ts';
import { openEmbedded } from '../../server/src/platform/embedded-postgres/open-embedded.ts';

const PASSWORD = 'banco-di-prova-1';
const ROOT = path.join(import.meta.dirname, '../..');

export interface Stand {
  databaseUrl: string;
  url: string;
  token: string;
  /** The bare driver: as many connections as there are clients, no more. */
  pool: Pool;
  close(): Promise<void>;
}

export async function openStand(clients: number): Promise<Stand> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bobina-bench-'));
  const database = await openEmbedded({ dataDir: path.join(dir, 'postgres'), database: 'bobina' });
  const port = await freePort();
  const server = spawn(process.execPath, [path.join(ROOT, 'server/src/app/main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: dir,
      PORT: String(port),
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
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
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const pool = new Pool({ connectionString: database.url, max: clients });
  await startIdsHigh(pool);
  return {
    databaseUrl: database.url,
    url,
    token,
    pool,
    close: async () => {
      await pool.end();
      server.kill('SIGTERM');
      await once(server, 'exit');
      await database.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/** From here on, a number as large as this is an id. */
async function startIdsHigh(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
  );
  for (const { name } of rows) await pool.query(`alter sequence ${name} restart with ${FIRST_ID}`);
}
