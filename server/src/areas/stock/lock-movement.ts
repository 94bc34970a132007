import type { Movement } from '@bobina/contract/stock/movements.ts';
import type { Act } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { requireVersion } from '../../platform/master-data.ts';
import { parseMovementId } from './movement-id.ts';
import { readMovement } from './movement-rows.ts';

/** Locks a manual movement, given its API id, until the act commits. @throws NOT_FOUND, NOT_MANUAL, STALE_VERSION */
export async function lockManualMovement(
  act: Act,
  { id: text, version }: { id: string; version?: number | undefined },
): Promise<{ number: number; movement: Movement }> {
  const { number, id } = parseMovementId(text);
  await act.tx.selectFrom('stock_movements').select('id').where('id', '=', number).forUpdate().execute();
  const movement = await readMovement(act.tx, number);
  if (movement.id !== id) throw notFound();
  if (movement.source_type !== 'MAN') throw new Problem('NOT_MANUAL');
  requireVersion(movement, version);
  return { number, movement };
}
