import { toNumber } from '@bobina/contract/core/decimal.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { notFound } from '../../platform/problem.ts';
import { postMovements, undoLinks } from '../stock/index.ts';
import { describeItem, lockItemOfPath } from './items/named-item.ts';

/**
 * Reverses the load of an item with its original date; the item stays completed and can be loaded again. Locks the
 * item, then the stock keys.
 * @throws NOT_FOUND when nothing is loaded, INSUFFICIENT_STOCK when the goods have been used
 */
export async function undoLoad(act: Act, id: number): Promise<void> {
  const item = await lockItemOfPath(act, id);
  const undone = await liveLoadOf(act, id);
  if (undone.length === 0) throw notFound();
  await postMovements(act, { lines: [], undone });
  const loads = await act.tx
    .updateTable('production_loads')
    .set({ undone_at: sql<string>`now()`, undone_by: act.user.id })
    .where('order_item_id', '=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .execute();
  for (const load of loads) await undoLinks(act, { source: 'load', source_id: load.id });
  act.record('undo-load', 'production', id, describeItem(item), null, [
    { field: 'loaded_quantity', before: toNumber(item.loaded_quantity), after: 0 },
  ]);
  act.changed('customer-orders', item.order_id);
}

/** Reads the movements of the item's load that was not reversed; empty when nothing is loaded. */
export async function liveLoadOf(act: Act, id: number): Promise<number[]> {
  const { rows } = await sql<{ movement_id: number }>`
    select m.movement_id from production_loads l join production_load_movements m on m.load_id = l.id
    where l.order_item_id = ${id} and l.undone_at is null order by m.movement_id`.execute(act.tx);
  return rows.map(({ movement_id }) => movement_id);
}
