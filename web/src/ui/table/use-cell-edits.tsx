import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';
import type { ListCall } from '../../lib/api/client.ts';
import { readTypedDay } from '../../lib/days.ts';
import { currentLanguage } from '../../lib/i18n/i18n.ts';
import { createCellEdits, rowsFrom, type CellEditOptions } from './cell-edits.ts';
import type { Column } from './columns.tsx';
import { EditableCell } from './EditableCell.tsx';

type Row = { id: number; version: number };
interface Options<R extends Row> extends Pick<CellEditOptions<R>, 'field' | 'save' | 'refresh'> {
  kind: 'number' | 'day';
  /** The list and its filters and order, for the rows that a pasted column fills. */
  call: ListCall<R>;
  query: Record<string, unknown>;
  nameOf: (row: R) => string;
}

/**
 * Makes a column of a list editable in place.
 * @returns a function that replaces the cell of the column; `shown` renders the cell at rest
 */
export function useCellEdits<R extends Row>({ kind, call, query, nameOf, field, save, refresh }: Options<R>) {
  const { t } = useTranslation();
  const [edits] = useState(() =>
    createCellEdits<R>({
      field,
      save,
      refresh,
      read: kind === 'number' ? numberOf : (text) => readTypedDay(text) ?? undefined,
      failed: t('form.saveFailed'),
      invalid: fieldMessage(currentLanguage(), kind === 'number' ? 'not_number' : 'not_day'),
    }),
  );
  const wanted = JSON.stringify(query);
  return useCallback(
    (column: Column<R>, shown: (row: R) => ReactNode): Column<R> => ({
      ...column,
      cell: (row) => (
        // The texts of the cells load with the first rows: without a boundary here, the whole page would be hidden and
        // lose what the user is typing.
        <Suspense fallback={shown(row)}>
          <EditableCell
            row={row}
            edits={edits}
            kind={kind}
            name={nameOf(row)}
            label={column.label}
            following={(from, count) =>
              rowsFrom(call, { query: JSON.parse(wanted) as Record<string, unknown>, row: from, count })
            }
          >
            {shown(row)}
          </EditableCell>
        </Suspense>
      ),
    }),
    [edits, kind, call, wanted], // oxlint-disable-line react-hooks/exhaustive-deps -- `nameOf` is the same function of the row
  );
}

function numberOf(text: string): number | undefined {
  const read = readNumber(text, currentLanguage());
  return read.kind === 'number' ? read.value : undefined;
}
