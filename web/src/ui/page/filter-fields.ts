/**
 * The parameters of a list's URL, by name: each has a function that reads it. Invalid values are ignored, so a typed,
 * truncated or outdated URL still opens the list. Lists validate with these functions instead of zod, which would be a
 * tenth of what a list loads.
 */
import type { Day } from '@bobina/contract/core/dates.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';

const MOST_ID = 2_147_483_647;

/** Reads one parameter; undefined if it is missing or invalid. */
export type Filter<T> = (value: unknown) => T | undefined;
export type Filters = Readonly<Record<string, Filter<unknown>>>;
export type FilterValues<F extends Filters> = { [Name in keyof F]?: ReturnType<F[Name]> };

/** Reads all parameters of a URL. */
export function readFilters<F extends Filters>(filters: F, search: Record<string, unknown>): FilterValues<F> {
  const read = Object.entries(filters).map(([name, filter]) => [name, filter(search[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as FilterValues<F>;
}

/** A text. The router parses `?q=123` as a number. */
export function textFilter(): Filter<string> {
  return (value) => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined);
}

/** A day, `YYYY-MM-DD`. */
export function dayFilter(): Filter<Day> {
  return (value) => (isDay(value) ? value : undefined);
}

/** A row id. */
export function rowFilter(): Filter<number> {
  return wholeFilter(1, MOST_ID);
}

/** A value out of a fixed set. */
export function choiceFilter<const T extends readonly [string, ...string[]]>(values: T): Filter<T[number]> {
  return (value) => values.find((one) => one === value);
}

/** A switch: `true`, or missing. */
export function flagFilter(): Filter<true> {
  return (value) => (value === true ? value : undefined);
}

/** `new`, or the id of the open row. */
export function openedFilter(): Filter<'new' | number> {
  const row = rowFilter();
  return (value) => (value === 'new' ? value : row(value));
}

/** A number of 0 or more. */
export function numberFilter(): Filter<number> {
  return (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
  };
}

/** A year with four digits. */
export function yearFilter(): Filter<number> {
  return wholeFilter(1900, 9999);
}

function wholeFilter(least: number, most: number): Filter<number> {
  const read = numberFilter();
  return (value) => {
    const number = read(value);
    return number !== undefined && Number.isInteger(number) && number >= least && number <= most ? number : undefined;
  };
}

/** Filters that every list has. */
export const listFilters = { q: textFilter(), sort: textFilter() };
