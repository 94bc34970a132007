import type { Movement, MovementInput } from '@bobina/contract/stock/movements.ts';
import type { Act } from '../../platform/context.ts';
import { describeChanges } from '../../platform/master-data.ts';
import { checkMovement, manualMovement } from './check-movement.ts';
import { describeMovement, noticeExpired } from './describe-movement.ts';
import { lockManualMovement } from './lock-movement.ts';
import { readMovement } from './movement-rows.ts';
import { postMovements } from './post-movements.ts';

/**
 * Changes a manual movement. The ledger keeps what it was: a reversal dated as the original, and the new entries, which
 * count as one change of the balance. Locks the movement, holds what it names, then locks its old and new stock keys.
 * @throws NOT_MANUAL, STALE_VERSION, INSUFFICIENT_STOCK at the old place and the new, BATCH_DATES
 */
export async function updateMovement(
  id: string,
  body: Partial<MovementInput>,
  version: number | undefined,
  act: Act,
): Promise<Movement> {
  const { number, movement } = await lockManualMovement(act, id, version);
  const line = await checkMovement(act, manualMovement(merge(movement, body)), movement);
  await postMovements(act, [{ ...line, movement_id: number }]);
  const after = await readMovement(act.tx, number);
  noticeExpired(act, after);
  act.did(
    'update',
    'stock-movements',
    number,
    [describeMovement(after), describeChanges(movement, body)].filter(Boolean).join(' · '),
    after.version,
  );
  return after;
}

/** What was sent over what there is; a destination under either name. */
function merge(movement: Movement, body: Partial<MovementInput>): MovementInput {
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  if (sent.destination_warehouse != null) sent.destination_warehouse_id ??= sent.destination_warehouse;
  return { ...movement, destination_warehouse: null, ...sent };
}
