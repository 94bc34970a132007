import { lazy, Suspense, useCallback, useState, type Key, type ReactNode } from 'react';
import type { ListCall } from '../../lib/api/client.ts';
import type { Column } from './columns.tsx';

// Loaded after the list: its fields would exceed the first load.
const EditableCell = lazy(() => import('./EditableCell.tsx')) as unknown as (props: {
  row: unknown;
  column: object;
  label: string;
  query: string;
  children: ReactNode;
}) => ReactNode;

/** The value of a cell that is being edited: a number, a day or choice, a text that is none, or null for an empty cell. */
export type CellEntry = number | string | null;
/** What identifies the state of a row that the user has read: its version, or the value itself. */
export type RowState = number | string;

/** A column of a list that is edited in place. */
export interface EditedColumn<R> {
  kind: 'number' | 'day' | 'choice';
  /** The values of a `choice` with their labels. */
  options?: readonly { value: string; label: string }[];
  /** The field of the row. */
  field: string;
  /** The list, for the rows that a pasted column fills. */
  call: ListCall<R>;
  nameOf: (row: R) => string;
  /** Default: `id`. */
  idOf?: (row: R) => Key;
  /** Default: `version`. */
  stateOf?: (row: R) => RowState;
  save: (row: R, value: CellEntry, state: RowState) => Promise<unknown>;
  /** Call groups that are refetched after a save. */
  refresh: readonly string[];
}

/**
 * Makes a column of a list editable in place.
 * @param edited the column; its first value is kept
 * @param query the filters and the order of the list
 * @returns a function that replaces the cell of the column; `shown` renders the cell at rest
 */
export function useCellEdits<R>(edited: EditedColumn<R>, query: Record<string, unknown>) {
  const [kept] = useState(edited);
  const wanted = JSON.stringify(query);
  return useCallback(
    (column: Column<R>, shown: (row: R) => ReactNode): Column<R> => ({
      ...column,
      cell: (row) => (
        // The cell loads its code and texts with the first rows: without a boundary here, the whole page would be hidden
        // and lose what the user is typing.
        <Suspense fallback={shown(row)}>
          <EditableCell row={row} column={kept} label={column.label} query={wanted}>
            {shown(row)}
          </EditableCell>
        </Suspense>
      ),
    }),
    [kept, wanted],
  );
}
