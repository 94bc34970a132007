/** The fields of the rows that a list asks for: those that its visible columns, its links and its menus read. */
import { useState } from 'react';
import type { Column } from './columns.tsx';

/**
 * Returns a function that declares a column with the fields that its functions read. TypeScript refuses a function that
 * reads another field.
 */
export function columnsOf<Row>() {
  return <const Field extends keyof Row & string>(
    reads: readonly Field[],
    column: Column<Pick<Row, NoInfer<Field>>>,
  ): Column<Pick<Row, Field>> => ({
    ...(column as Column<Pick<Row, Field>>),
    // Without `value`, exports and prints read the field `key`.
    reads: column.value ? reads : [column.key, ...reads],
  });
}

/** The fields that a column reads: without functions, its own. Undefined if its functions do not declare them. */
export function readsOf<Row>({ key, reads, value, cell, currency }: Column<Row>): readonly string[] | undefined {
  return reads ?? (value || cell || currency ? undefined : [key]);
}

/**
 * The `fields` of a list's query; undefined for all of them, while a visible column does not declare what it reads. The
 * fields of columns that the user hides stay, so that the rows need not be loaded again.
 * @param ofRows what the list reads beside its columns
 */
export function useFields<Row>(columns: readonly Column<Row>[], ofRows: readonly PropertyKey[]): string | undefined {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const read = columns.map((column) => readsOf(column));
  if (read.includes(undefined)) return undefined;
  const needed = new Set([...asked, ...ofRows.map(String), ...read.flatMap((fields) => fields ?? [])]);
  if (needed.size > asked.length) setAsked([...needed]);
  return [...needed].toSorted().join(',');
}

/** Whether rows that were asked for with some fields have all others as well. Undefined stands for all fields. */
export function holdsFields(had: unknown, wanted: unknown): boolean {
  if (typeof had !== 'string') return true;
  if (typeof wanted !== 'string') return false;
  const known = had.split(',');
  return wanted.split(',').every((field) => known.includes(field));
}
