/** Temporary folders and databases that are removed with the run. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startTestCluster, type TestCluster } from '../../server/src/testing/test-cluster.ts';
import type { Stage } from './scenario.ts';

/** Creates a temporary folder that PostgreSQL's own user can enter. */
export function makeFolder(stage: Stage): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-faults-')));
  fs.chmodSync(folder, 0o755);
  stage.defer(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a durable PostgreSQL cluster, configured like an external database. */
export async function startCluster(stage: Stage, settings: Record<string, string | number> = {}): Promise<TestCluster> {
  const cluster = await startTestCluster({ shared_buffers: '64MB', ...settings });
  stage.defer(() => cluster.stop());
  return cluster;
}

/** Creates an empty database. @returns its connection string */
export async function makeDatabase({ adminUrl }: Pick<TestCluster, 'adminUrl'>, name: string): Promise<string> {
  await query(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one query on a new connection and returns the rows. */
export async function query<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client(url);
  client.on('error', () => {}); // the failing query reports the error
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
