import { sql } from 'kysely';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { lockPrice, priceLabel } from './price-rows.ts';

/** Deletes a price and frees its period. Locks it. */
export async function deletePrice(act: Act, id: number): Promise<void> {
  const price = await lockPrice(act, id);
  await act.tx
    .updateTable('prices')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', id)
    .execute();
  act.record('delete', 'prices', id, priceLabel(price), null, diffRecords(price, null));
}
