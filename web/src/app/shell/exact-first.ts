import type { FoundGroup } from './use-found.ts';

type Row = FoundGroup['rows'][number];

/** Kinds with numbers of their own, whose end is what users type. */
const NUMBERED: ReadonlySet<FoundGroup['kind']> = new Set([
  'customer_order',
  'purchase_order',
  'goods_receipt',
  'purchase_invoice',
  'packing_list',
  'invoice',
  'stock_count',
]);
/** Other rows of each kind beside the documents of a number, so that those of every kind are seen. */
const MOST_OTHERS = 3;

/**
 * The groups of two answers, each record once: those with exact matches first, and these first in their group. Beside
 * documents whose own number is the text, few others of each kind stay: `192` also occurs in many notes, codes and numbers of
 * customers.
 */
export function exactFirst(first: FoundGroup[], second: FoundGroup[], query: string): FoundGroup[] {
  const groups = merged(first, second);
  const typed = endOf(query);
  const isNumbered = ({ kind, code }: Row) =>
    typed !== '' && NUMBERED.has(kind) && code !== null && endOf(code) === typed;
  const isExact = (row: Row) => row.is_exact || isNumbered(row);
  const hasNumbered = groups.some(({ rows }) => rows.some(isNumbered));
  const sorted = groups.map(({ kind, rows }) => {
    const [exact, others] = [rows.filter(isExact), rows.filter((row) => !isExact(row))];
    return {
      kind,
      hasExact: exact.length > 0,
      rows: [...exact, ...(hasNumbered ? others.slice(0, MOST_OTHERS) : others)],
    };
  });
  return sorted.toSorted((one, other) => Number(other.hasExact) - Number(one.hasExact));
}

/** The digits at the end of a number without its series, year and zeros: `192` of `OC-2026/00192`. */
function endOf(number: string): string {
  return /^(?:[a-z]{0,3}[-\s]*(?:\d+[/-])?)0*(\d{1,6})$/i.exec(number.trim())?.[1] ?? '';
}

function merged(first: FoundGroup[], second: FoundGroup[]): FoundGroup[] {
  const groups = new Map(first.map(({ kind, rows }) => [kind, rows]));
  for (const { kind, rows } of second) {
    const known = groups.get(kind) ?? [];
    groups.set(kind, [...known, ...rows.filter(({ id }) => !known.some((row) => row.id === id))]);
  }
  return [...groups].map(([kind, rows]) => ({ kind, rows }));
}
