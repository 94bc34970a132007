import { MOVEMENT_SOURCES } from '@bobina/contract/stock/movements.ts';
import { notFound } from '../../platform/problem.ts';

const ID = new RegExp(`^([1-9]\\d{0,9})(?:-(?:${Object.values(MOVEMENT_SOURCES).join('|')}))?$`);

/**
 * The number in a movement's wire id; a bare number is a manual movement's.
 * @returns the number, and the whole id that the movement must turn out to have
 * @throws NOT_FOUND when it is the id of no movement
 */
export function parseMovementId(text: string): { number: number; id: string } {
  const number = Number(ID.exec(text)?.[1] ?? 0);
  if (number < 1 || number > 2_147_483_647) throw notFound();
  return { number, id: text.includes('-') ? text : `${text}-manual` };
}
