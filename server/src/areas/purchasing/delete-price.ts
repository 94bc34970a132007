import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { lockPrice, priceLabel } from './price-rows.ts';

/** Takes a price, which it locks, out of the list; its days are free again. */
export async function deletePrice(id: number, act: Act): Promise<void> {
  const price = await lockPrice(act.tx, id);
  await act.tx
    .updateTable('prices')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', id)
    .execute();
  act.did('delete', 'prices', id, priceLabel(price));
}
