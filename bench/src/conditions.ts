/** The conditions that figures depend on besides the code, without the name of a machine or place. */
import os from 'node:os';
import type { Pool } from 'pg';
import type { Conditions } from './table.ts';

const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];

/** The load average of the last minute. */
export function loadAverage(): number {
  return os.loadavg()[0]!;
}

/** Reads the version of the database and the settings that figures depend on. */
export async function readDatabase(pool: Pool): Promise<Pick<Conditions, 'postgres' | 'settings'>> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [['server_version', ...SETTINGS]],
  );
  const [version, ...settings] = rows.map(({ name, value }) => [name, value] as const);
  return { postgres: version![1], settings: Object.fromEntries(settings) };
}

/** Reads the number of cores, the memory in bytes and the version of Node. */
export function readMachine(): Pick<Conditions, 'cores' | 'memoryBytes' | 'node'> {
  return {
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    node: process.versions.node,
  };
}
