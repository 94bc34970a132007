import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from './tables.ts';
import { gateOf, registerGate } from './write-gate.ts';

/** Reads, inside a transaction or not. */
export type Db = Kysely<DB>;
/** One business act. */
export type Tx = Transaction<DB>;

/** The query builder over the pool; closing the pool is its owner's. */
export function createDb(pool: Pool): Db {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const gate = gateOf(pool);
  if (gate) registerGate(db, gate);
  return db;
}
