import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { prepared } from '../prepared.tsx';
import type { Column } from './columns.tsx';
import type { EditedColumn } from './edited-column.ts';
import { readsOf } from './row-fields.ts';

// Loaded after the list: its fields would exceed the first load.
const EditableCell = prepared(() => import('./EditableCell.tsx')) as unknown as (props: {
  row: unknown;
  column: object;
  label: string;
  query: string;
  children: ReactNode;
}) => ReactNode;

/**
 * Makes a column of a list editable in place.
 * @param edited the column; its first value is kept. Beside its own field it reads what the list reads of its rows
 * @param query the filters and the order of the list
 * @returns a function that replaces the cell of the column; `shown` renders the cell while it is not edited
 */
export function useCellEdits<R>(edited: EditedColumn<R>, query: Record<string, unknown>) {
  const [kept] = useState(edited);
  const wanted = JSON.stringify(query);
  return useCallback(
    <Row extends R>(column: Column<Row>, shown: (row: Row) => ReactNode): Column<Row> => ({
      ...column,
      ...(readsOf(column) && { reads: [...readsOf(column)!, kept.field] }),
      cell: (row) => (
        // The cell loads its code and texts with the first rows: without a boundary here, the whole page would be hidden
        // and lose the text that the user is typing.
        <Suspense
          fallback={
            <span data-edited style={{ display: 'block' }}>
              {shown(row)}
            </span>
          }
        >
          <EditableCell row={row} column={kept} label={column.label} query={wanted}>
            {shown(row)}
          </EditableCell>
        </Suspense>
      ),
    }),
    [kept, wanted],
  );
}
