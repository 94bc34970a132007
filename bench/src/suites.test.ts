/** Every suite at its smallest size: its data can be created, and the server accepts each of its calls. */
import { describe } from 'node:test';
import { Pool } from 'pg';
import { startApi } from '../../server/src/testing/api.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { captureCase } from './run-case.ts';
import { raiseSequences, type Stand } from './stand.ts';
import { SUITES } from './suites.ts';

/** The sizes of a suite are in ascending order: the first of each name stays. */
const SMALLEST = new Map(SUITES.toReversed().map((suite) => [suite.name, suite]));

for (const [name, suite] of SMALLEST)
  describe(name, () => {
    const api = startApi();
    matrixTest(`${suite.size}: every call is accepted`, async () => {
      // The end of the pool does not wait for its socket, so dropping the database may still terminate the connection.
      const pool = new Pool({ connectionString: api.databaseUrl, max: 1 }).on('error', () => {});
      const stand = { pool, databaseUrl: api.databaseUrl, token: api.admin.token } as Stand;
      try {
        await raiseSequences(pool);
        await suite.fill(stand);
        for (const call of suite.cases) await captureCase(stand, call);
      } finally {
        await pool.end();
      }
    });
  });
