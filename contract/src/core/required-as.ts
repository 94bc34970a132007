import { z } from 'zod';
import type { FieldCode } from './messages/messages.ts';

/** A field whose absence has a message of its own, where others say `required`. @param isThere what counts as filled in */
export function requiredAs<Output, Input>(
  code: FieldCode,
  schema: z.ZodType<Output, Input>,
  isThere: (value: unknown) => boolean = isFilled,
) {
  return z.custom<Input>(isThere, { params: { code }, abort: false }).pipe(schema);
}

/** Filled in, and not a number of zero or less. */
export function isAboveZero(value: unknown): boolean {
  return isFilled(value) && !(typeof value === 'number' && value <= 0);
}

function isFilled(value: unknown) {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
}
