import type { ReactNode } from 'react';
import { EMPTY, type Formats } from '../../lib/formats.ts';
import { commonText } from '../../lib/i18n/i18n.ts';
import { CutText, FittedText, IsSized } from '../cut-text.tsx';

export type Value = string | number | boolean | null | undefined;

/** One column: this declaration drives display, sorting, folding, export and printing. */
export interface Column<Row> {
  /** The field name on the wire and the server's sort key. */
  key: string;
  label: string;
  /** The fields that the functions of the column read, from `columnsOf`. Without them, the list asks for all fields. */
  reads?: readonly string[];
  /** The plain value for Excel and print. Default: the field `key`. */
  value?: (row: Row) => Value;
  kind?: 'text' | 'number' | 'money' | 'day' | 'instant' | 'flag';
  /** Maximum decimals of a number, or maximum and minimum. */
  decimals?: number | readonly [most: number, least: number];
  /** The currency of a money column. */
  currency?: (row: Row) => string;
  /** Renders the cell. Default: by `kind`. */
  cell?: (row: Row) => ReactNode;
  /** Truncates texts longer than 20 characters to 15 and an ellipsis. Otherwise the width truncates them. */
  cut?: boolean;
  /** A grid track: `9rem`, `minmax(8rem, 2fr)`. */
  width?: string;
  align?: 'start' | 'end' | 'center';
  /** Fold order when not all columns fit: 1 folds on a phone only, 3 folds before 2. */
  priority?: 1 | 2 | 3;
  /** False if the server cannot sort by `key`. */
  sortable?: boolean;
  /** Hidden until the user shows it in the columns menu. */
  isOptional?: boolean;
  /** Excluded from Excel and print. */
  screenOnly?: boolean;
  /** Set by the layout if the user chose the width: the width then truncates a text that `cut` would truncate. */
  isSized?: boolean;
}

/** The plain value of a cell. */
export function valueOf<Row>(column: Column<Row>, row: Row): Value {
  return column.value ? column.value(row) : ((row as Record<string, unknown>)[column.key] as Value);
}

/** Whether the value is missing: null, undefined or an empty text. */
export function isEmptyValue(value: Value): boolean {
  return value === null || value === undefined || value === '';
}

/** The alignment of a column. Default: by `kind`. */
export function alignOf<Row>({ align, kind }: Column<Row>) {
  return align ?? (kind === 'number' || kind === 'money' ? 'end' : 'start');
}

/** Returns the column of the sort parameter if it is one of these and sortable. */
export function sortable<Row>(columns: readonly Column<Row>[], sort: string | undefined): string | undefined {
  return columns.some((column) => column.sortable !== false && column.key === sort?.replace(/^-/, ''))
    ? sort
    : undefined;
}

/** Formats the value for display. */
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
      return commonText(value ? 'yes' : 'no');
    default:
      return String(value);
  }
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  formats: Formats;
}

/** One table cell. The formats come from the parent, because a screen has hundreds of cells. */
export function Cell<Row>({ column, row, formats }: CellProps<Row>) {
  if (column.cell) return column.isSized ? <IsSized value>{column.cell(row)}</IsSized> : <>{column.cell(row)}</>;
  const text = textOf(column, row, formats);
  if (column.kind && column.kind !== 'text') return <>{text}</>;
  return column.cut && !column.isSized ? <CutText value={text} /> : <FittedText value={text} />;
}
