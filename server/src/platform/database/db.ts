import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from './tables.ts';
import { gateOf, registerGate } from './write-gate.ts';

/** A query builder for reads, inside or outside of a transaction. */
export type Db = Kysely<DB>;
/** The transaction of one business act. */
export type Tx = Transaction<DB>;

/** Creates the query builder over the pool. The owner of the pool closes it. */
export function createDb(pool: Pool): Db {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const gate = gateOf(pool);
  if (gate) registerGate(db, gate);
  return db;
}
