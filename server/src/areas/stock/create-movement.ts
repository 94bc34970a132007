import type { Movement, MovementInput } from '@bobina/contract/stock/movements.ts';
import type { Act } from '../../platform/context.ts';
import { checkMovement, manualMovement } from './check-movement.ts';
import { describeMovement, noticeExpired } from './describe-movement.ts';
import { readMovement } from './movement-rows.ts';
import { postMovements } from './post-movements.ts';

/**
 * Loads, unloads or transfers by hand (spec 2 §5). Holds the product and the warehouses, then locks the stock key.
 * @throws INSUFFICIENT_STOCK, BATCH_DATES
 */
export async function createMovement(body: MovementInput, act: Act): Promise<Movement> {
  const [number] = await postMovements(act, [await checkMovement(act, manualMovement(body))]);
  const created = await readMovement(act.tx, number!);
  noticeExpired(act, created);
  act.did('create', 'stock-movements', number!, describeMovement(created), created.version);
  return created;
}
