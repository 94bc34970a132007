/** Reads the cells of imported rows as the values that their fields take. */
import type { z } from 'zod';
import type { Day } from '@bobina/contract/core/dates.ts';
import { fieldKind } from '@bobina/contract/core/field-kind.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { readDay } from '@bobina/contract/core/read-day.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';
import type { FieldCode } from '@bobina/contract/core/messages/messages.ts';
import type { ImportDefinition } from '@bobina/contract/system/imports.ts';
import { fold } from '../../platform/fold.ts';

type CellValue = string | number | boolean | null;
export interface ReadValues {
  /** The values of fields. */
  body: Record<string, unknown>;
  /** The codes and names of other rows, by the name of their column. */
  named: Record<string, string>;
  faults: { path: string; code: FieldCode }[];
}

interface Reading {
  today: Day;
  language: Language;
}

const YES = new Set(['si', 'yes', 'oui', 'true', 'vero', 'vrai', 'x', '1']);
const NO = new Set(['no', 'non', 'false', 'falso', 'faux', '0']);

/**
 * Reads the values of one row. Empty cells and columns that the register does not have are left out.
 * @param reading.today the company's day, for days without a year
 * @param reading.language decides which separator of a number groups thousands
 */
export function readValues(
  { fields, references }: ImportDefinition,
  values: Readonly<Record<string, CellValue>>,
  reading: Reading,
): ReadValues {
  const read: ReadValues = { body: {}, named: {}, faults: [] };
  for (const [column, value] of Object.entries(values)) {
    const cell = typeof value === 'string' ? value.normalize('NFC').trim() : value;
    if (cell === '' || cell === null) continue;
    const schema = Object.hasOwn(fields.shape, column) ? (fields.shape[column] as z.ZodType) : undefined;
    if (Object.hasOwn(references, column)) read.named[column] = String(cell);
    else if (schema) {
      const result = readCell(schema, cell, reading);
      if ('code' in result) read.faults.push({ path: column, code: result.code });
      else read.body[column] = result.value;
    }
  }
  return read;
}

function readCell(
  schema: z.ZodType,
  cell: string | number | boolean,
  { today, language }: Reading,
): { value: unknown } | { code: FieldCode } {
  const { kind, options } = fieldKind(schema);
  if (kind === 'text' && typeof cell === 'number') return { value: String(cell) };
  if (kind === 'flag' && typeof cell === 'number') return readFlag(String(cell));
  if (typeof cell !== 'string') return { value: cell };
  switch (kind) {
    case 'day': {
      const day = readDay(cell, { today });
      return day ? { value: day } : { code: 'not_day' };
    }
    case 'number':
    case 'whole': {
      const number = readNumber(cell, language, { whole: kind === 'whole' });
      if (number.kind === 'number') return { value: number.value };
      return { code: number.kind === 'ambiguous' ? 'ambiguous' : 'not_number' };
    }
    case 'flag':
      return readFlag(cell);
    case 'choice':
      return { value: options.find((option) => option.toLowerCase() === cell.toLowerCase()) ?? cell };
    default:
      return { value: cell };
  }
}

function readFlag(cell: string): { value: boolean } | { code: FieldCode } {
  const word = fold(cell);
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { code: 'type' };
}
