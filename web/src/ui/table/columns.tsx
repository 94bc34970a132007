import type { ReactNode } from 'react';
import { EMPTY, type Formats } from '../../lib/formats.ts';
import { say } from '../../lib/i18n/i18n.ts';
import { CutText, FittedText } from '../cut-text.tsx';

export type Value = string | number | boolean | null | undefined;

/** One column: shown, sorted, folded, exported and printed by the same declaration. */
export interface Column<Row> {
  /** The field's name on the wire: also what the server sorts by. */
  key: string;
  label: string;
  /** The plain value, for Excel and print; the field of that name unless said. */
  value?: (row: Row) => Value;
  kind?: 'text' | 'number' | 'money' | 'day' | 'instant' | 'flag';
  /** Decimals of a number, at most (and at least, when two are given). */
  decimals?: number | readonly [most: number, least: number];
  /** Currency of money. */
  currency?: (row: Row) => string;
  /** How it is shown; by kind unless said. */
  cell?: (row: Row) => ReactNode;
  /** Texts over 20 characters show 15 and an ellipsis; otherwise they are cut by the width. */
  cut?: boolean;
  /** A grid track: `9rem`, `minmax(8rem, 2fr)`. */
  width?: string;
  align?: 'start' | 'end' | 'center';
  /** Where not all columns fit beside each other: 1 never folds under them, 3 folds before 2. */
  priority?: 1 | 2 | 3;
  /** The server sorts by `key` unless this is false. */
  sortable?: boolean;
  /** Left out of Excel and print. */
  screenOnly?: boolean;
}

export function valueOf<Row>(column: Column<Row>, row: Row): Value {
  return column.value ? column.value(row) : ((row as Record<string, unknown>)[column.key] as Value);
}
export function isEmptyValue(value: Value): boolean {
  return value === null || value === undefined || value === '';
}
export function alignOf<Row>({ align, kind }: Column<Row>) {
  return align ?? (kind === 'number' || kind === 'money' ? 'end' : 'start');
}

/** The column to sort by, if one of these is sorted by it. */
export function sortable<Row>(columns: readonly Column<Row>[], sort: string | undefined): string | undefined {
  return columns.some((column) => column.sortable !== false && column.key === sort?.replace(/^-/, ''))
    ? sort
    : undefined;
}

/** The value as people read it. */
export function textOf<Row>(column: Column<Row>, row: Row, formats: Formats): string {
  const value = valueOf(column, row);
  if (isEmptyValue(value)) return EMPTY;
  const [most, least] = typeof column.decimals === 'number' ? [column.decimals, 0] : (column.decimals ?? []);
  switch (column.kind) {
    case 'number':
      return formats.number(Number(value), most, least);
    case 'money':
      return formats.money(Number(value), column.currency?.(row), most);
    case 'day':
      return formats.day(String(value));
    case 'instant':
      return formats.instant(String(value));
    case 'flag':
      return say(value ? 'yes' : 'no');
    default:
      return String(value);
  }
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  formats: Formats;
}

/** Its formats come from the row or table around it: hundreds of cells stand on a screen. */
export function Cell<Row>({ column, row, formats }: CellProps<Row>) {
  if (column.cell) return <>{column.cell(row)}</>;
  const text = textOf(column, row, formats);
  if (column.kind && column.kind !== 'text') return <>{text}</>;
  return column.cut ? <CutText value={text} /> : <FittedText value={text} />;
}
