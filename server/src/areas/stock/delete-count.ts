import { sql } from 'kysely';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { lockCount } from './count-rows.ts';

/** Deletes a count that is not posted. Locks it. @throws INVALID_TRANSITION */
export async function deleteCount(act: Act, id: number): Promise<void> {
  const count = await lockCount(act, id);
  if (count.status === 'posted') throw new Problem('INVALID_TRANSITION');
  await act.tx
    .updateTable('stock_counts')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', id)
    .execute();
  act.record('delete', 'stock-counts', id, count.warehouse_name, null, diffRecords(count, null));
}
