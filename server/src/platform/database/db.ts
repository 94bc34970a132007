import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from './tables.ts';

/** Reads, inside a transaction or not. */
export type Db = Kysely<DB>;
/** One business act. */
export type Tx = Transaction<DB>;

/** The query builder over the pool; closing the pool is its owner's. */
export const createDb = (pool: Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
