import type { Movement, MovementInput } from '@bobina/contract/stock/movements.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { checkMovement, manualMovement } from './check-movement.ts';
import { describeMovement, noticeExpired } from './describe-movement.ts';
import { readMovement } from './movement-rows.ts';
import { lockMovedReels, placeMovedReels, recordPlaces } from './place-reels.ts';
import { postMovements } from './post-movements.ts';
import type { KeptTransfer } from './reversals.ts';

/**
 * Creates a manual load, unload or transfer. A transferred reel loses its place. Locks the product and the warehouses for
 * share, then the reel, then the stock keys.
 * @throws INSUFFICIENT_STOCK, BATCH_DATES, ON_HOLD, REEL_MOUNTED, PERIOD_CLOSED
 */
export async function createMovement(act: Act, body: MovementInput): Promise<Movement> {
  const { line, product } = await checkMovement(act, { movement: manualMovement(body) });
  const { movement_type, product_id, batch_number, warehouse_id } = line;
  const reels = movement_type === 'T' && product?.is_reel ? [{ product_id, batch_number: batch_number! }] : [];
  await lockMovedReels(act, reels);
  const [number] = await postMovements(act, { lines: [line] });
  const places = await placeMovedReels(act, reels, warehouse_id);
  const created = await readMovement(act.tx, number!);
  noticeExpired(act, created);
  const changes = diffRecords(null, created);
  act.record('create', 'stock-movements', number!, describeMovement(created), created.version, changes);
  if (created.movement_type === 'T') act.keep({ movements: [number!], places } satisfies KeptTransfer);
  recordPlaces(act, places);
  return created;
}
