import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';

/**
 * Puts the batches that are in stock on hold; those on hold keep their reason. Locks the batches and their stock keys in
 * the order of the ledger, so that no posting of them is under way.
 */
export async function holdBatches(
  act: Act,
  { ids, reason }: { ids: readonly number[]; reason: string },
): Promise<void> {
  await sql`select lock_batches(${ids}::integer[])`.execute(act.tx);
  const { rows } = await sql<{ id: number; batch_number: string; version: number }>`
    update batches b set hold_reason = ${reason}, held_at = now(), held_by = ${act.user.id}, version = b.version + 1
    where b.id = any(${ids}) and b.hold_reason is null and b.batch_number <> ''
      and exists (select from stock_balances s where s.batch_id = b.id and s.product_id = b.product_id and s.quantity > 0)
    returning b.id, b.batch_number, b.version`.execute(act.tx);
  for (const { id, batch_number, version } of rows.toSorted((a, b) => a.id - b.id))
    act.did('hold', 'batches', id, `${batch_number} · ${reason}`, version, [
      { field: 'hold_reason', before: null, after: reason },
    ]);
  if (rows.length > 0) for (const list of ['stock', 'reels']) act.changed(list);
}
