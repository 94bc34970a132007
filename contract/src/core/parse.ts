/**
 * Validates input in the same way in the browser's forms and on the server: empty optional fields become null, all
 * errors are found at once, and each has its path, code and text in the user's language.
 */
import type { z } from 'zod';
import type { FieldProblem } from './errors.ts';
import type { Language } from './languages.ts';
import { fieldMessage, type FieldCode, type Values } from './messages/messages.ts';

export type Parsed<T> = { ok: true; value: T } | { ok: false; fields: FieldProblem[] };

type Definition = { type: string; shape?: Record<string, Schema>; element?: Schema; innerType?: Schema };
type Schema = z.core.$ZodType & { _zod: { def: Definition; optin?: 'optional' } };

const acceptsNull = new WeakMap<Schema, boolean>();

/** Replaces `''` by null wherever the schema accepts null, at any depth that the schema describes. */
export function emptyToNull(schema: z.core.$ZodType, value: unknown): unknown {
  const { shape, element } = inside(schema as Schema)._zod.def;
  if (shape && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const given = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.keys(given).map((key) => {
        const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
        if (!field) return [key, given[key]];
        return [key, given[key] === '' && takesNull(field) ? null : emptyToNull(field, given[key])];
      }),
    );
  }
  if (element && Array.isArray(value)) return value.map((item) => emptyToNull(element, item));
  return value;
}

/** The field code of a validation error: lengths and decimals are kinds of `min`, `max` and `format`. */
const WIRE_CODES: Partial<Record<FieldCode, string>> = {
  integer: 'type',
  above: 'min',
  max_length: 'max',
  too_large: 'max',
  min_length: 'min',
  decimals: 'format',
  control: 'format',
  not_day: 'invalidDates',
  not_number: 'type',
  ambiguous: 'type',
  batch_required: 'required',
  produced_above: 'min',
  produced_required: 'required',
  to_produce_required: 'required',
  to_produce_above: 'min',
  machine_required: 'required',
  time_required: 'required',
  time_format: 'format',
  over_remaining: 'max',
  none_to_print: 'required',
  none_selected: 'required',
  customer_required: 'required',
  selectCustomer: 'required',
  noPackedItems: 'noItems',
  quantityOrAmount: 'required',
};

/** A field error with its text. @param path dotted, as in `items.0.quantity` */
export function fieldProblem(language: Language, path: string, code: FieldCode, values: Values = {}): FieldProblem {
  return {
    path,
    code: WIRE_CODES[code] ?? code,
    message: fieldMessage(language, code, values),
  };
}

/** Validates `value` by `schema`; keeps the first error of each path. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, language: Language): Parsed<z.output<S>> {
  const read = schema.safeParse(emptyToNull(schema, value), { reportInput: true });
  if (read.success) return { ok: true, value: read.data };
  const fields = new Map<string, FieldProblem>();
  for (const issue of read.error.issues) {
    const path = issue.path.map(String).join('.');
    const { code, values } = codeOf(issue);
    if (!fields.has(path)) fields.set(path, fieldProblem(language, path, code, values));
  }
  return { ok: false, fields: [...fields.values()] };
}

function takesNull(schema: Schema): boolean {
  let known = acceptsNull.get(schema);
  if (known === undefined) acceptsNull.set(schema, (known = (schema as z.ZodType).safeParse(null).success));
  return known;
}

/** The object or array schema inside optional, nullable and similar wrappers. */
function inside(schema: Schema): Schema {
  return schema._zod.def.innerType ? inside(schema._zod.def.innerType) : schema;
}

function isEmpty(value: unknown) {
  return value === undefined || value === null || value === '';
}

function codeOf(issue: z.core.$ZodIssue): { code: FieldCode; values?: Values } {
  switch (issue.code) {
    case 'custom': {
      const { code = 'type', values } = (issue.params ?? {}) as { code?: FieldCode; values?: Values };
      return values ? { code, values } : { code };
    }
    case 'invalid_type':
      if (issue.expected === 'int' && Number.isFinite(issue.input)) return { code: 'integer' };
      if (isEmpty(issue.input)) return { code: 'required' };
      return { code: issue.expected === 'number' && typeof issue.input === 'string' ? 'not_number' : 'type' };
    case 'too_small':
      if (issue.origin === 'string')
        return isEmpty(issue.input) || Number(issue.minimum) <= 1
          ? { code: 'required' }
          : { code: 'min_length', values: { min: Number(issue.minimum) } };
      if (issue.origin === 'array') return { code: 'noItems' };
      return issue.inclusive === false
        ? { code: 'above', values: { min: Number(issue.minimum) } }
        : { code: 'min', values: { min: Number(issue.minimum) } };
    case 'too_big':
      if (issue.origin === 'string') return { code: 'max_length', values: { max: Number(issue.maximum) } };
      return { code: 'max', values: { max: Number(issue.maximum) } };
    case 'invalid_value':
      return { code: isEmpty(issue.input) ? 'required' : 'enum' };
    case 'invalid_format':
      if (isEmpty(issue.input)) return { code: 'required' };
      return { code: issue.format === 'date' ? 'not_day' : 'format' };
    default:
      return { code: 'type' };
  }
}
