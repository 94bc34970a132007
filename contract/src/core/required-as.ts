import { z } from 'zod';
import type { FieldCode } from './messages/messages.ts';

const isFilled = (value: unknown) =>
  value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

/** A field whose absence has a message of its own, where others say `required`. @param isThere what counts as filled in */
export const requiredAs = <Output, Input>(
  code: FieldCode,
  schema: z.ZodType<Output, Input>,
  isThere: (value: unknown) => boolean = isFilled,
) => z.custom<Input>(isThere, { params: { code }, abort: false }).pipe(schema);

/** Filled in, and not a number of zero or less. */
export const isAboveZero = (value: unknown): boolean => isFilled(value) && !(typeof value === 'number' && value <= 0);
