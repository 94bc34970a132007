/** Operations as they are answered. */
import { sql } from 'kysely';
import type { Operation, productionOperations } from '@bobina/contract/production/operations.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { contains, page, plainOrder, textOrder } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { AUDIT, numeric } from '../../platform/master-data.ts';
import { notFound } from '../../platform/problem.ts';
import type { OrderLine } from '../orders/index.ts';
import { readItem } from './item-rows.ts';
import { lockItemOfPath } from './named-item.ts';

/** @throws NOT_FOUND when there is no such item */
export async function listOperations(
  { itemId, query }: HandlerInput<typeof productionOperations.list>,
  reading: Reading,
) {
  await readItem(reading.db, itemId);
  return page(reading, operationRows(reading.db).where('t.order_item_id', '=', itemId), query, {
    search: contains('t.batch_number', 't.notes'),
    sort: {
      created_at: plainOrder('t.id'),
      production_date: plainOrder('t.production_date'),
      batch_number: textOrder('t.batch_number'),
      quantity_produced: plainOrder('t.quantity_produced'),
      is_completed: plainOrder('t.is_completed'),
      notes: textOrder('t.notes'),
      modified_at: plainOrder('t.modified_at'),
    },
    order: 'created_at',
  });
}

/** @throws NOT_FOUND */
export async function readOperation(db: Db, id: number): Promise<Operation> {
  const row = await operationRows(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** An operation with its line, which is locked before it. @throws NOT_FOUND */
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
