/** Document numbers are issued in the order of the requests: a later request never overtakes a waiting one. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { Client, type QueryResult } from 'pg';
import { startApi } from '../testing/api.ts';

const api = startApi();

for (const next of [`next_number('OC', '2026-03-01')`, `next_dated_number('FT', '2026-03-01')`])
  test(`${next.split('(')[0]} is given to the transaction that waited first`, async () => {
    const [first, second] = [0, 1].map(() => new Client({ connectionString: api.databaseUrl })) as [Client, Client];
    await Promise.all([first.connect(), second.connect()]);
    try {
      await first.query('begin');
      await first.query(`select ${next}`);
      const waits = second.query<{ number: string }>(`select ${next} as number`);
      const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await first.query(isWaiting)).rowCount === 0) await sleep(5);
      // In one message: it requests the lock again at the moment of its release.
      const again = (await first.query(`commit; select ${next} as number`)) as unknown as QueryResult<{
        number: string;
      }>[];
      const [waited, came] = [(await waits).rows[0]!.number, again[1]!.rows[0]!.number];
      assert.ok(waited < came, `${came} passed ${waited}`);
    } finally {
      await Promise.all([first.end(), second.end()]);
    }
  });
