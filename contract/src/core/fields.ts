/**
 * Schemas of fields in bodies and filters. Bodies must not use `.default()`: an absent field of a PUT keeps its value,
 * so defaults are defined in the database's columns. `null` or `''` empties an optional field (see `parse.ts`).
 */
import { z } from 'zod';
import './without-eval.ts';
import { DECIMAL_PLACES, GREATEST, fitsDecimals } from './decimal.ts';

export const NAME_LENGTH = 200;
export const NOTES_LENGTH = 10_000;
const INT32 = 2_147_483_647;

// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// oxlint-disable-next-line no-control-regex -- the same, except for tab and line breaks
const CONTROL_IN_NOTES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** One line of text, NFC and trimmed, never empty. */
export function text(max: number = NAME_LENGTH) {
  return cleanText(max, CONTROL).min(1);
}
/** One line of text that may be absent or empty. */
export function optionalText(max: number = NAME_LENGTH) {
  return cleanText(max, CONTROL).nullish();
}
/** Several lines of text, never empty. */
export function longText() {
  return cleanText(NOTES_LENGTH, CONTROL_IN_NOTES).min(1);
}
/** Several lines of text: tabs and line breaks are allowed. */
export function notes() {
  return cleanText(NOTES_LENGTH, CONTROL_IN_NOTES).nullish();
}

/** An e-mail address. */
export function email() {
  return text().regex(/^[^\s@<>(),;:"]+@[^\s@.<>(),;:"]+(\.[^\s@.<>(),;:"]+)+$/);
}
/** A password of 8 to 128 characters, neither trimmed nor normalised. */
export function password() {
  return z
    .string()
    .min(8)
    .max(128)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), refuse('control'));
}

/** The id of a row: a positive int32. */
export function id() {
  return z.int().positive().max(INT32);
}

/** An exact decimal as a JSON number: at most 5 decimals, at most 9,999,999,999.99999. Converts -0 to 0. */
export function decimal(min: number | null = 0) {
  return (min === null ? z.number().min(-GREATEST) : z.number().min(min))
    .max(GREATEST)
    .refine(fitsDecimals, refuse('decimals', { max: DECIMAL_PLACES }))
    .overwrite((value) => (value === 0 ? 0 : value));
}
/** A decimal above zero. */
export function positive() {
  return z
    .number()
    .gt(0)
    .max(GREATEST)
    .refine(fitsDecimals, refuse('decimals', { max: DECIMAL_PLACES }));
}
/** An integer from `min` to the int32 maximum. */
export function whole(min = 0) {
  return z.int().min(min).max(INT32);
}

/** An existing calendar day `YYYY-MM-DD`, from 1900 on. */
export function day() {
  return z.iso.date().refine((value) => value >= '1900-01-01', refuse('min', { min: '1900-01-01' }));
}

/** A moment in ISO 8601 with its offset from UTC: `2026-11-22T10:15:00.000Z`. */
export function instant() {
  return z.iso.datetime({ offset: true });
}

/**
 * An optional field of a column that is never null: new rows get the default of the column. Treats `null` and `''` as
 * absent.
 */
export function unlessEmpty<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}

/** One of the given texts. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values);
}

export { CURRENCIES, UNITS } from './units.ts';

/** Text in a query string. */
export function queryText(max: number = NAME_LENGTH) {
  return cleanText(max, CONTROL);
}
/** The id of a row in a query string. */
export function queryId() {
  return z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(id());
}
/** Ids in a query string, separated by commas. @param most the maximum number of ids */
export function queryIds(most: number) {
  return z
    .string()
    .regex(/^\d{1,10}(,\d{1,10})*$/)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(id()).max(most));
}
/**
 * Fields of a row in a query string, separated by commas.
 * @param known the fields of the row; the parsed fields are in this order, each once
 */
export function queryFields(known: readonly string[]) {
  return z
    .string()
    .describe('The fields of each row to answer, separated by commas; all without it')
    .transform((text) => new Set(text.split(',').map((field) => field.trim())))
    .refine((text) => [...text].every((field) => known.includes(field)), refuse('unknown'))
    .transform((text) => known.filter((field) => text.has(field)));
}
/** A flag in a query string: `true`, `1`, `false` or `0`. */
export function queryFlag() {
  return z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
}
/**
 * The list parameter of search fields: exact codes first, then codes that begin with `q`, then names and descriptions of
 * products that do, then the rest, each in the requested order.
 */
export function bestFirst() {
  return { best_first: queryFlag().optional() };
}
/** A decimal from 0 in a query string. */
export function queryDecimal() {
  return z
    .string()
    .regex(/^\d{1,10}(\.\d{1,5})?$/)
    .transform(Number)
    .pipe(decimal());
}
/** An integer in a query string. */
export function queryWhole(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}

/** The maximum size of a stored JSON object, in kB of 1024 bytes. */
export const JSON_KB = 64;

/** An object of any content, of at most `JSON_KB` of JSON. */
export function jsonObject() {
  return z
    .record(z.string(), z.unknown())
    .refine(fitsJson, refuse('too_large', { max: JSON_KB }))
    .refine(isStorableJson, refuse('control'));
}

/** Escapes that JSON allows and the database cannot store: NUL, and half of a surrogate pair. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Whether the database can store all texts of a value. */
export function isStorableJson(value: unknown): boolean {
  return !UNSTORABLE.test(JSON.stringify(value) ?? '');
}

/** A value of any content that can be stored as JSON. */
export function jsonValue() {
  return z.unknown().refine(isStorableJson, refuse('control'));
}

/** Whether a value is at most `JSON_KB` long as JSON in UTF-8. */
export function fitsJson(value: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length <= JSON_KB * 1024;
}

/** Fields that every stored entity answers besides its own. */
export const audit = {
  version: z.int(),
  created_at: z.string(),
  created_by: z.int().nullable(),
  created_by_name: z.string().nullable(),
  modified_at: z.string().nullable(),
  modified_by: z.int().nullable(),
  modified_by_name: z.string().nullable(),
};

/** A refinement that fails with a field code of `messages/` and the values of its text. */
function refuse(code: string, values: Record<string, string | number> = {}) {
  return { params: { code, values } };
}

function isClean(pattern: RegExp) {
  return (value: string) => !pattern.test(value) && value.isWellFormed();
}

function cleanText(max: number, control: RegExp) {
  return z.string().normalize('NFC').trim().max(max).refine(isClean(control), refuse('control'));
}
