import { sql } from 'kysely';
import type { BatchHold } from '@bobina/contract/stock/batches.ts';
import type { Act } from '../../platform/context.ts';
import { requireVersion } from '../../platform/master-data.ts';
import { invalid, notFound, Problem } from '../../platform/problem.ts';

interface Asked {
  id: number;
  reason: string;
  version?: number | undefined;
}

/**
 * Puts a batch on hold. Locks the batch and its stock keys, so that no posting of it is under way.
 * @throws 400 for goods without a batch, INVALID_TRANSITION when it is held, STALE_VERSION
 */
export function holdBatch(act: Act, { id, reason, version }: Asked): Promise<BatchHold> {
  return setHold(act, { id, version, reason, hold: reason });
}

/** Ends the hold of a batch; locks as `holdBatch`. @throws INVALID_TRANSITION when it is not held, STALE_VERSION */
export function releaseBatch(act: Act, { id, reason, version }: Asked): Promise<BatchHold> {
  return setHold(act, { id, version, reason, hold: null });
}

/** @param hold the reason of the hold, null to end it */
async function setHold(act: Act, { id, version, reason, hold }: Asked & { hold: string | null }): Promise<BatchHold> {
  await sql`select lock_batches(array[${id}::integer])`.execute(act.tx);
  const before = await readHold(act, id);
  if (!before) throw notFound();
  if (before.batch_number === '') throw invalid('batch_id', 'not_traced');
  requireVersion(before, version);
  if ((before.hold_reason === null) === (hold === null)) throw new Problem('INVALID_TRANSITION');
  await act.tx
    .updateTable('batches')
    .set({
      hold_reason: hold,
      held_at: hold === null ? null : sql<string>`now()`,
      held_by: hold === null ? null : act.user.id,
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute();
  const after = (await readHold(act, id))!;
  const action = hold === null ? 'release' : 'hold';
  act.record(action, 'batches', id, `${after.batch_number} · ${reason}`, after.version, [
    { field: 'hold_reason', before: before.hold_reason, after: hold },
  ]);
  for (const list of ['stock', 'reels']) act.changed(list);
  return after;
}

function readHold(act: Act, id: number): Promise<BatchHold | undefined> {
  return act.tx
    .selectFrom('batches')
    .select(['id as batch_id', 'batch_number', 'product_id', 'hold_reason', 'held_at', 'held_by', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
}
