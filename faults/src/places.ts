/** Where a run takes place: folders and databases that vanish with it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startTestCluster, type TestCluster } from '../../server/src/testing/test-cluster.ts';
import type { Stage } from './scenario.ts';

/** A folder that PostgreSQL's own user may enter. */
export function makeFolder(stage: Stage): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-faults-')));
  fs.chmodSync(folder, 0o755);
  stage.defer(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A PostgreSQL that keeps what it acknowledges, as an external one should. */
export async function startCluster(stage: Stage, settings: Record<string, string | number> = {}): Promise<TestCluster> {
  const cluster = await startTestCluster({ shared_buffers: '64MB', ...settings });
  stage.defer(() => cluster.stop());
  return cluster;
}

/** @returns the connection string of a new, empty database */
export async function makeDatabase({ adminUrl }: Pick<TestCluster, 'adminUrl'>, name: string): Promise<string> {
  await query(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function query<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client(url);
  client.on('error', () => {}); // the query that it breaks reports it
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
