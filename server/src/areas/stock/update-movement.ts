import type { Movement, MovementInput, stockMovements } from '@bobina/contract/stock/movements.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { describeChanges } from '../../platform/master-data.ts';
import { checkMovement, manualMovement } from './check-movement.ts';
import { describeMovement, noticeExpired } from './describe-movement.ts';
import { lockManualMovement } from './lock-movement.ts';
import { readMovement } from './movement-rows.ts';
import { postMovements } from './post-movements.ts';

/**
 * Changes a manual movement. The ledger gets a reversal with the original date and new entries, which count as one
 * change of the balance. Locks the movement, locks the named rows for share, then locks the old and new stock keys.
 * @throws NOT_MANUAL, STALE_VERSION, INSUFFICIENT_STOCK at the old or new warehouse, BATCH_DATES,
 * ON_HOLD, REEL_MOUNTED, INVALID_TRANSITION, PERIOD_CLOSED
 */
export async function updateMovement(
  act: Act,
  { id, body, version }: HandlerInput<typeof stockMovements.update>,
): Promise<Movement> {
  const { number, movement } = await lockManualMovement(act, { id, version });
  const { line } = await checkMovement(act, { movement: manualMovement(merge(movement, body)), before: movement });
  await postMovements(act, { lines: [{ ...line, movement_id: number }] });
  const after = await readMovement(act.tx, number);
  noticeExpired(act, after);
  act.record(
    'update',
    'stock-movements',
    number,
    [describeMovement(after), describeChanges(movement, body)].filter(Boolean).join(' · '),
    after.version,
    diffRecords(movement, after),
  );
  return after;
}

/** Merges the request into the stored movement; accepts both names of the destination. */
function merge(movement: Movement, body: Partial<MovementInput>): MovementInput {
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  if (sent.destination_warehouse != null) sent.destination_warehouse_id ??= sent.destination_warehouse;
  return { ...movement, destination_warehouse: null, ...sent };
}
