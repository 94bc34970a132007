/**
 * The bricks that the state of a list in the address is built of. Whatever does not fit is as if it were not there: an
 * address that was typed, cut or kept for years opens the list all the same.
 */
import { z } from 'zod';

const MOST_ID = 2_147_483_647;

/** A text. The router reads `?q=123` as a number. */
export function textFilter() {
  return z.coerce.string().optional().catch(undefined);
}
export function dayFilter() {
  return z.iso.date().optional().catch(undefined);
}
/** The number of a row. */
export function rowFilter() {
  return z.coerce.number().int().positive().max(MOST_ID).optional().catch(undefined);
}
export function choiceFilter<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values).optional().catch(undefined);
}
/** `new`, or the row that is open. */
export function openedFilter() {
  return z
    .union([z.literal('new'), z.coerce.number().int().positive().max(MOST_ID)])
    .optional()
    .catch(undefined);
}

/** What every list has. */
export const listFilters = { q: textFilter(), sort: textFilter() };
