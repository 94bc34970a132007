import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import { readMade } from './read-trace.ts';

/**
 * Puts batches, and the batches that were made from them, on hold if they are in stock; those already on hold keep their
 * reason. Locks all of them and their stock keys, so that no posting of them is under way.
 */
export async function holdBatches(
  act: Act,
  { batches, reason }: { batches: readonly number[]; reason: string },
): Promise<void> {
  const ids = await lockMade(act, batches);
  const { rows } = await sql<{ id: number; batch_number: string; version: number }>`
    update batches b set hold_reason = ${reason}, held_at = now(), held_by = ${act.user.id}, version = b.version + 1
    where b.id = any(${ids}) and b.hold_reason is null and b.batch_number <> ''
      and exists (select from stock_balances s where s.batch_id = b.id and s.product_id = b.product_id and s.quantity > 0)
    returning b.id, b.batch_number, b.version`.execute(act.tx);
  for (const { id, batch_number, version } of rows.toSorted((a, b) => a.id - b.id))
    act.record('hold', 'batches', id, `${batch_number} · ${reason}`, version, [
      { field: 'hold_reason', before: null, after: reason },
    ]);
  if (rows.length > 0) for (const list of ['stock', 'reels']) act.changed(list);
}

/**
 * Locks batches with everything that was made from them. A split or a run that was under way may have made further batches
 * while this act waited for its locks, so it reads again until the trace has no batch without a lock. The locks of one pass
 * are in the order of the ledger; a deadlock with a later pass is retried by the platform.
 */
async function lockMade(act: Act, batches: readonly number[]): Promise<number[]> {
  const locked = new Set<number>();
  for (let missing = await readMade(act.tx, batches); missing.length > 0;) {
    await sql`select lock_batches(${missing}::integer[])`.execute(act.tx);
    for (const id of missing) locked.add(id);
    missing = (await readMade(act.tx, batches)).filter((id) => !locked.has(id));
  }
  return [...locked];
}
