import { sql } from 'kysely';
import type { Reel, reels } from '@bobina/contract/stock/reels.ts';
import { prescribedWidth, WIDTH_TOLERANCE_MM, widthDiffers } from '@bobina/contract/stock/reel.rules.ts';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { describeChanges, requireVersion, withoutAbsent } from '../../platform/master-data.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { readReel } from './read-reel.ts';
import { readReelRow, reelOf } from './reel-rows.ts';
import { lockReel } from './weigh-reel.ts';

/**
 * Changes the data of a reel. Locks the product for share, the reel, then its stock keys.
 * @throws INVALID_TRANSITION when the width of a used reel would change, STALE_VERSION
 */
export async function updateReel(act: Act, { id, body, version }: HandlerInput<typeof reels.update>): Promise<Reel> {
  await lockReel(act, id);
  const row = await readReelRow(act.tx, id);
  const before = reelOf(row);
  requireVersion(before, version);
  const { width_mm } = body;
  if (width_mm !== undefined && width_mm !== before.width_mm) {
    if (await isUsed(act, id)) throw new Problem('INVALID_TRANSITION');
    if (widthDiffers(width_mm, row.technical))
      throw invalid('width_mm', 'width_differs', {
        max: WIDTH_TOLERANCE_MM,
        width: toNumber(prescribedWidth(row.technical)!),
      });
  }
  await act.tx
    .updateTable('reels')
    .set({
      ...withoutAbsent(body),
      version: before.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('batch_id', '=', id)
    .execute();
  const after = await readReel(act.tx, id);
  const details = [`${after.code} · ${after.product_code}`, describeChanges(before, body)].filter(Boolean).join(' · ');
  act.record('update', 'reels', id, details, after.version, diffRecords(before, after));
  return after;
}

/** Whether anything was taken from a reel, or it was mounted or weighed. */
async function isUsed(act: Act, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from stock_movements where batch_id = ${id} and movement_type = 'S' and deleted_at is null)
      or exists (select from reel_readings where batch_id = ${id} and kind <> 'receipt')
      or exists (select from reels where batch_id = ${id} and machine_id is not null) as is_used`.execute(act.tx);
  return rows[0]!.is_used;
}
