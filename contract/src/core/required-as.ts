import { z } from 'zod';
import type { FieldCode } from './messages/messages.ts';

/** A required field with its own error code instead of `required`. @param accepts whether a value counts as filled in */
export function requiredAs<Output, Input>(
  code: FieldCode,
  schema: z.ZodType<Output, Input>,
  accepts: (value: unknown) => boolean = isFilled,
) {
  return z.custom<Input>(accepts, { params: { code }, abort: false }).pipe(schema);
}

/** Whether a value is filled in and not a number of zero or less. */
export function isAboveZero(value: unknown): boolean {
  return isFilled(value) && !(typeof value === 'number' && value <= 0);
}

function isFilled(value: unknown) {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
}
