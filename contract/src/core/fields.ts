/**
 * The bricks that every body and filter is built of. A body never says `.default()`: an absent field of a PUT keeps
 * its value, so defaults live in the database's columns. `null` or `''` empties an optional field (see `parse.ts`).
 */
import { z } from 'zod';
import './without-eval.ts';
import { DECIMAL_PLACES, GREATEST, fitsDecimals } from './decimal.ts';

export const NAME_LENGTH = 200;
export const NOTES_LENGTH = 10_000;
const INT32 = 2_147_483_647;

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex -- the same, but for tab and line breaks
const CONTROL_IN_NOTES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** One line of text, NFC and trimmed, never empty. */
export function text(max: number = NAME_LENGTH) {
  return cleanText(max, CONTROL).min(1);
}
export function optionalText(max: number = NAME_LENGTH) {
  return cleanText(max, CONTROL).nullish();
}
/** Several lines: tabs and line breaks are fine. */
export function notes() {
  return cleanText(NOTES_LENGTH, CONTROL_IN_NOTES).nullish();
}

export function email() {
  return text().regex(/^[^\s@<>(),;:"]+@[^\s@.<>(),;:"]+(\.[^\s@.<>(),;:"]+)+$/);
}
/** Taken as typed: neither trimmed nor normalised. */
export function password() {
  return z
    .string()
    .min(8)
    .max(128)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), refuse('control'));
}

/** The number of a row: a positive int32. */
export function id() {
  return z.int().positive().max(INT32);
}

/** An exact decimal as a JSON number: at most 5 decimals, at most 9,999,999,999.99999. */
export function decimal(min: number | null = 0) {
  return (min === null ? z.number().min(-GREATEST) : z.number().min(min))
    .max(GREATEST)
    .refine(fitsDecimals, refuse('decimals', { max: DECIMAL_PLACES }))
    .overwrite((value) => (value === 0 ? 0 : value));
} // -0
/** A decimal above zero. */
export function positive() {
  return z
    .number()
    .gt(0)
    .max(GREATEST)
    .refine(fitsDecimals, refuse('decimals', { max: DECIMAL_PLACES }));
}
export function whole(min = 0) {
  return z.int().min(min).max(INT32);
}

/** A calendar day, `YYYY-MM-DD`, that exists. */
export function day() {
  return z.iso.date().refine((value) => value >= '1900-01-01', refuse('min', { min: '1900-01-01' }));
}

/**
 * A field that cannot be empty and need not be sent: new rows get the default of its column. `null` and `''` are as if
 * it had not been sent.
 */
export function unlessEmpty<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values);
}

export const CURRENCIES = ['EUR', 'USD', 'MAD', 'CNY'] as const;
export const UNITS = ['m', 'kg', 'piece', 'l', 'box'] as const;

// What comes in a query string is text.
export function queryText(max: number = NAME_LENGTH) {
  return cleanText(max, CONTROL);
}
export function queryId() {
  return z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(id());
}
export function queryFlag() {
  return z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
}
/** Parameter of the lists that pickers search: exact codes first, then codes that begin with `q`, then the order asked for. */
export function bestFirst() {
  return { best_first: queryFlag().optional() };
}
export function queryWhole(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}

/** What every stored entity answers besides its own fields. */
export const audit = {
  version: z.int(),
  created_at: z.string(),
  created_by: z.int().nullable(),
  created_by_name: z.string().nullable(),
  modified_at: z.string().nullable(),
  modified_by: z.int().nullable(),
  modified_by_name: z.string().nullable(),
};

/** A refinement that names one of our field codes, with the values that its text wants. */
function refuse(code: string, values: Record<string, string | number> = {}) {
  return { params: { code, values } };
}

function isClean(pattern: RegExp) {
  return (value: string) => !pattern.test(value) && value.isWellFormed();
}

function cleanText(max: number, control: RegExp) {
  return z.string().normalize('NFC').trim().max(max).refine(isClean(control), refuse('control'));
}
