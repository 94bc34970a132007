/** Reads operations in their API form. */
import { sql } from 'kysely';
import type { Operation, productionOperations } from '@bobina/contract/production/operations.ts';
import type { Act, Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { AUDIT, numeric } from '../../../platform/master-data.ts';
import { notFound } from '../../../platform/problem.ts';
import type { OrderLine } from '../../orders/index.ts';
import { readItem } from './item-rows.ts';
import { lockItemOfPath } from './named-item.ts';

const OPERATIONS: List<SortOf<typeof productionOperations.list>> = {
  columns: {
    created_at: value('t.id'),
    production_date: value('t.production_date'),
    batch_number: text('t.batch_number'),
    quantity_produced: value('t.quantity_produced'),
    is_completed: value('t.is_completed'),
    notes: text('t.notes'),
    modified_at: value('t.modified_at'),
  },
  order: 'created_at',
};

/** Lists the operations of an item. @throws NOT_FOUND when there is no such item */
export async function listOperations(
  reading: Reading,
  { itemId, query }: HandlerInput<typeof productionOperations.list>,
) {
  await readItem(reading.db, itemId);
  return page(reading, operationRows(reading.db).where('t.order_item_id', '=', itemId), query, OPERATIONS);
}

/** Reads an operation. @throws NOT_FOUND */
export async function readOperation(db: Db, id: number): Promise<Operation> {
  const row = await operationRows(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Locks the line of an operation, then the operation. @throws NOT_FOUND */
export async function lockOperation(act: Act, id: number): Promise<{ item: OrderLine; operation: Operation }> {
  const { rows } = await sql<{
    order_item_id: number;
  }>`select order_item_id from production_operations where id = ${id}`.execute(act.tx);
  if (!rows[0]) throw notFound();
  const item = await lockItemOfPath(act, rows[0].order_item_id);
  return { item, operation: await readOperation(act.tx, id) };
}

function operationRows(db: Db) {
  return db
    .selectFrom('production_operations as t')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .select(['t.id', 't.order_item_id', 't.batch_number', 't.is_completed', 't.notes', 't.production_date', ...AUDIT])
    .select(numeric('t.quantity_produced', 'quantity_produced'));
}
