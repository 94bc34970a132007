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

/** A refinement that names one of our field codes, with the values that its text wants. */
const refuse = (code: string, values: Record<string, string | number> = {}) => ({ params: { code, values } });

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex -- the same, but for tab and line breaks
const CONTROL_IN_NOTES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const isClean = (pattern: RegExp) => (value: string) => !pattern.test(value) && value.isWellFormed();

const cleanText = (max: number, control: RegExp) =>
  z.string().normalize('NFC').trim().max(max).refine(isClean(control), refuse('control'));

/** One line of text, NFC and trimmed, never empty. */
export const text = (max: number = NAME_LENGTH) => cleanText(max, CONTROL).min(1);
export const optionalText = (max: number = NAME_LENGTH) => cleanText(max, CONTROL).nullish();
/** Several lines: tabs and line breaks are fine. */
export const notes = () => cleanText(NOTES_LENGTH, CONTROL_IN_NOTES).nullish();

export const email = () => text().regex(/^[^\s@<>(),;:"]+@[^\s@.<>(),;:"]+(\.[^\s@.<>(),;:"]+)+$/);
/** Taken as typed: neither trimmed nor normalised. */
export const password = () =>
  z
    .string()
    .min(8)
    .max(128)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), refuse('control'));

/** The number of a row: a positive int32. */
export const id = () => z.int().positive().max(INT32);

/** An exact decimal as a JSON number: at most 5 decimals, at most 9,999,999,999.99999. */
export const decimal = (min: number | null = 0) =>
  (min === null ? z.number().min(-GREATEST) : z.number().min(min))
    .max(GREATEST)
    .refine(fitsDecimals, refuse('decimals', { max: DECIMAL_PLACES }))
    .overwrite((value) => (value === 0 ? 0 : value)); // -0
/** A decimal above zero. */
export const positive = () =>
  z
    .number()
    .gt(0)
    .max(GREATEST)
    .refine(fitsDecimals, refuse('decimals', { max: DECIMAL_PLACES }));
export const whole = (min = 0) => z.int().min(min).max(INT32);

/** A calendar day, `YYYY-MM-DD`, that exists. */
export const day = () => z.iso.date().refine((value) => value >= '1900-01-01', refuse('min', { min: '1900-01-01' }));

/**
 * A field that cannot be empty and need not be sent: new rows get the default of its column. `null` and `''` are as if
 * it had not been sent.
 */
export const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values);

export const CURRENCIES = ['EUR', 'USD', 'MAD', 'CNY'] as const;
export const UNITS = ['m', 'kg', 'piece', 'l', 'box'] as const;

// What comes in a query string is text.
export const queryText = (max: number = NAME_LENGTH) => cleanText(max, CONTROL);
export const queryId = () =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(id());
export const queryFlag = () => z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
/** Parameter of the lists that pickers search: exact codes first, then codes that begin with `q`, then the order asked for. */
export const bestFirst = () => ({ best_first: queryFlag().optional() });
export const queryWhole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

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
