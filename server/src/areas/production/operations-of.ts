import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { ProducedBatch } from './load-batches.rules.ts';

/** The batches of a line, in the order of its operations. */
export const operationsOf = async (db: Db, item: number): Promise<ProducedBatch[]> => {
  const { rows } = await sql<ProducedBatch>`
    select batch_number, quantity_produced, production_date from production_operations where order_item_id = ${item} order by id`.execute(
    db,
  );
  return rows;
};
