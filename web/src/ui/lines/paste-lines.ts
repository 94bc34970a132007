/** Parses rows copied from a spreadsheet: code, quantity, price and optionally a day, separated by tabs. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';

export interface PastedRow {
  code: string;
  quantity: string;
  price: string;
  day: string;
}
/** How to interpret `8.767` in the pasted text. */
export type Reading = 'grouped' | 'decimal';

/**
 * Splits pasted text into rows.
 * @returns undefined if the text is not a table and should be pasted as text
 */
export function readRows(text: string): PastedRow[] | undefined {
  if (!/[\t\n]/.test(text.trim())) return undefined;
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
  return rows
    .filter((cells) => cells.some(Boolean))
    .map(([code = '', quantity = '', price = '', day = '']) => ({ code, quantity, price, day }));
}

/** Finds the first number with two readings that no other number of the paste resolves. */
export function firstAmbiguous(
  rows: readonly PastedRow[],
  language: Language,
): { typed: string; grouped: number; decimal: number } | undefined {
  for (const typed of rows.flatMap(({ quantity, price }) => [quantity, price])) {
    const number = readNumber(typed, language);
    if (number.kind === 'ambiguous') return { typed, grouped: number.grouped, decimal: number.decimal };
  }
  return undefined;
}

/**
 * Parses a number: returns the number, null for an empty cell, or the text itself, which the field then rejects.
 * @param unit of the product, for a quantity
 */
export function numberIn(typed: string, language: Language, reading: Reading, unit?: string): number | string | null {
  const number = readNumber(typed, language, { unit });
  if (number.kind === 'number') return number.isOtherUnit ? typed : number.value;
  if (number.kind === 'ambiguous') return number[reading];
  return number.kind === 'empty' ? null : typed;
}
