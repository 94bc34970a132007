import { MOVEMENT_SOURCES } from '@bobina/contract/stock/movements.ts';
import { notFound } from '../../platform/problem.ts';

const ID = new RegExp(`^([1-9]\\d{0,9})(?:-(?:${Object.values(MOVEMENT_SOURCES).join('|')}))?$`);

/**
 * Parses the API id of a movement; a bare number is a manual movement.
 * @returns the number, and the full id that the stored movement must match
 * @throws NOT_FOUND when the text is not a movement id
 */
export function parseMovementId(text: string): { number: number; id: string } {
  const number = Number(ID.exec(text)?.[1] ?? 0);
  if (number < 1 || number > 2_147_483_647) throw notFound();
  return { number, id: text.includes('-') ? text : `${text}-manual` };
}
