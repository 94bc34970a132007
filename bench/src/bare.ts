/** The captured SQL of a call, sent prepared by the bare driver: what the database itself can do. */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Statement } from './capture.ts';

const named = ({ text, values }: Statement) => ({ name: createHash('sha1').update(text).digest('hex'), text, values });

/** Sends the statements of one call on one connection, in their order. @returns the rows of each */
export const replay = async (pool: Pool, statements: readonly Statement[], fresh: (statement: Statement, rows: unknown[][]) => unknown[]) => {
  const client = await pool.connect();
  const results: unknown[][] = [];
  try {
    for (const statement of statements) {
      const simple = /^(begin|commit|rollback)/i.test(statement.text);
      const { rows } = simple ? await client.query(statement.text) : await client.query(named({ text: statement.text, values: fresh(statement, results) }));
      results.push(rows);
    }
  } finally {
    client.release();
  }
  return results;
};
