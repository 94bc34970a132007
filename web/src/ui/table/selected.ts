/** The selected rows of a list, as values: by id, or all rows that match the filters except some. */
import type { Key } from 'react';

export interface Selected<Row> {
  /** Whether all rows that match are selected, except `rows`; otherwise `rows` are selected. */
  isAll: boolean;
  rows: ReadonlyMap<Key, Row>;
}

type Entry<Row> = readonly [id: Key, row: Row];

/** Whether a row is selected. */
export function isChosen<Row>({ isAll, rows }: Selected<Row>, id: Key): boolean {
  return isAll !== rows.has(id);
}

/** The number of selected rows. @param total number of rows that match the filters */
export function countOf<Row>({ isAll, rows }: Selected<Row>, total: number): number {
  return isAll ? Math.max(0, total - rows.size) : rows.size;
}

/** Selects or deselects rows. */
export function withRows<Row>(
  { isAll, rows }: Selected<Row>,
  entries: readonly Entry<Row>[],
  isOn: boolean,
): Selected<Row> {
  const next = new Map(rows);
  for (const [id, row] of entries) {
    if (isOn === isAll) next.delete(id);
    else next.set(id, row);
  }
  return { isAll, rows: next };
}
