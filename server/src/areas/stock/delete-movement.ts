import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { describeMovement } from './describe-movement.ts';
import { lockManualMovement } from './lock-movement.ts';
import { postMovements } from './post-movements.ts';

/**
 * Deletes a manual movement and reverses its ledger entries. Locks the movement, then its stock keys.
 * @throws NOT_MANUAL, INSUFFICIENT_STOCK when its goods have been used, REEL_MOUNTED, INVALID_TRANSITION, PERIOD_CLOSED
 */
export async function deleteMovement(act: Act, id: string): Promise<void> {
  const { number, movement } = await lockManualMovement(act, { id });
  await postMovements(act, { lines: [], undone: [number] });
  act.record('delete', 'stock-movements', number, describeMovement(movement), null, diffRecords(movement, null));
}
