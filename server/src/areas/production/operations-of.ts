import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { ProducedBatch } from './load-batches.rules.ts';

/** The batches of a line, in the order of its operations. */
export async function operationsOf(db: Db, item: number): Promise<ProducedBatch[]> {
  const { rows } = await sql<ProducedBatch>`
    select batch_number, quantity_produced, production_date from production_operations where order_item_id = ${item} order by id`.execute(
    db,
  );
  return rows;
}

/** The batches of several lines, each in the order of its operations; lines without operations are absent. */
export async function operationsOfAll(db: Db, items: readonly number[]): Promise<Map<number, ProducedBatch[]>> {
  const { rows } = await sql<ProducedBatch & { order_item_id: number }>`
    select order_item_id, batch_number, quantity_produced, production_date from production_operations
    where order_item_id = any(${items}) order by id`.execute(db);
  return Map.groupBy(rows, ({ order_item_id }) => order_item_id);
}
