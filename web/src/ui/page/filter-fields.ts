/**
 * Building blocks for the schema of a list's URL parameters. Invalid values are ignored, so a typed, truncated or
 * outdated URL still opens the list.
 */
import { z } from 'zod';

const MOST_ID = 2_147_483_647;

/** An optional text. Coerces, because the router parses `?q=123` as a number. */
export function textFilter() {
  return z.coerce.string().optional().catch(undefined);
}

/** An optional day, `YYYY-MM-DD`. */
export function dayFilter() {
  return z.iso.date().optional().catch(undefined);
}
/** An optional row id. */
export function rowFilter() {
  return z.coerce.number().int().positive().max(MOST_ID).optional().catch(undefined);
}

/** An optional value out of a fixed set. */
export function choiceFilter<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values).optional().catch(undefined);
}
/** `new`, or the id of the open row. */
export function openedFilter() {
  return z
    .union([z.literal('new'), z.coerce.number().int().positive().max(MOST_ID)])
    .optional()
    .catch(undefined);
}

/** Filters that every list has. */
export const listFilters = { q: textFilter(), sort: textFilter() };

/** An optional number of 0 or more. */
export function numberFilter() {
  return z.coerce.number().nonnegative().optional().catch(undefined);
}
