/** What figures depend on beside the code: told with them, without a name of machine or place. */
import os from 'node:os';
import type { Pool } from 'pg';
import type { Conditions } from './table.ts';

const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];

export function loadAverage(): number {
  return os.loadavg()[0]!;
}

export async function readDatabase(pool: Pool): Promise<Pick<Conditions, 'postgres' | 'settings'>> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [['server_version', ...SETTINGS]],
  );
  const [version, ...settings] = rows.map(({ name, value }) => [name, value] as const);
  return { postgres: version![1], settings: Object.fromEntries(settings) };
}

export function readMachine(): Pick<Conditions, 'cores' | 'memoryBytes' | 'node'> {
  return {
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    node: process.versions.node,
  };
}
