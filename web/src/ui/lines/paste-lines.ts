/** Rows copied from a spreadsheet: code, quantity, price and, where lines have one, a day, separated by tabs. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { readNumber } from '../../lib/numbers.ts';

export interface PastedRow {
  code: string;
  quantity: string;
  price: string;
  day: string;
}
/** How `8.767` is meant in what was pasted. */
export type Reading = 'grouped' | 'decimal';

/** @returns undefined when the text is no table, so that it is pasted as text */
export function readRows(text: string): PastedRow[] | undefined {
  if (!/[\t\n]/.test(text.trim())) return undefined;
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
  return rows
    .filter((cells) => cells.some(Boolean))
    .map(([code = '', quantity = '', price = '', day = '']) => ({ code, quantity, price, day }));
}

/** The first number that can be read in two ways, when nothing beside it tells which. */
export function firstAmbiguous(
  rows: readonly PastedRow[],
  language: Language,
): { typed: string; grouped: number; decimal: number } | undefined {
  for (const typed of rows.flatMap(({ quantity, price }) => [quantity, price])) {
    const number = read(typed, language);
    if (number.kind === 'ambiguous') return { typed, grouped: number.grouped, decimal: number.decimal };
  }
  return undefined;
}

/** A number, nothing, or the text as it was: then the field says that it is none. */
export function numberIn(typed: string, language: Language, reading: Reading): number | string | null {
  const number = read(typed, language);
  if (number.kind === 'number') return number.value;
  if (number.kind === 'ambiguous') return number[reading];
  return number.kind === 'empty' ? null : typed;
}

function read(typed: string, language: Language) {
  return readNumber(typed.replaceAll(/[€$]/g, ''), language);
}
