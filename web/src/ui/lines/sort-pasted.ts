import type { Language } from '@bobina/contract/core/languages.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { readTypedDay } from '../../lib/days.ts';
import { numberIn, type PastedRow, type Reading } from './paste-lines.ts';

/** The parsed cells of a row. A cell that is not a number keeps its text. */
export interface PastedNumbers {
  quantity: number | string | null;
  price: number | string | null;
  /** `YYYY-MM-DD`, null for an empty cell, or the pasted text if it is not a day. */
  day: string | null;
}
export interface BadCell {
  row: number;
  code: string;
  typed: string;
}

interface Options<Product, Line> {
  /** By lower-case code. */
  products: ReadonlyMap<string, Product>;
  lineOf: (product: Product, numbers: PastedNumbers) => Line;
  takesDay: boolean;
  language: Language;
  reading: Reading;
}

/**
 * Sorts pasted rows into lines, cells without a valid day, cells without a number, and rows with an unknown code. A row of
 * headings is left out.
 */
export function sortPasted<Product extends { unit_of_measure: string }, Line>(
  rows: readonly PastedRow[],
  { products, lineOf, takesDay, language, reading }: Options<Product, Line>,
) {
  const days: BadCell[] = [];
  const numbers: BadCell[] = [];
  const unknown: string[] = [];
  const lines: Line[] = [];
  for (const [index, row] of rows.entries()) {
    const { code } = row;
    const product = products.get(code.toLowerCase());
    if (!product) {
      if (index === 0 && isHeading(row, language, reading)) continue;
      unknown.push([code, row.quantity, row.price, row.day].filter(Boolean).join(' · '));
      continue;
    }
    const day = row.day === '' ? null : (readTypedDay(row.day) ?? row.day);
    const quantity = numberIn(row.quantity, language, reading, product.unit_of_measure);
    const price = numberIn(row.price, language, reading);
    if (takesDay && day !== null && !isDay(day)) days.push({ row: index + 1, code, typed: day });
    for (const typed of [quantity, price]) if (typeof typed === 'string') numbers.push({ row: index + 1, code, typed });
    lines.push(lineOf(product, { quantity, price, day }));
  }
  return { lines, days, numbers, unknown };
}

/** Whether a first row with an unknown code has the headings of the copied table: its quantity is a word. */
function isHeading({ quantity }: PastedRow, language: Language, reading: Reading): boolean {
  return typeof numberIn(quantity, language, reading) === 'string';
}
