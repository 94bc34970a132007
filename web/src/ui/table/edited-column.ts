import type { Key } from 'react';
import type { ListCall } from '../../lib/api/client.ts';

/** The value of a cell that is being edited: a number, a day or choice, a text that is none, or null for an empty cell. */
export type CellEntry = number | string | null;
/** What identifies the state of a row that the user has read: its version, or the value itself. */
export type RowState = number | string;

/** A column of a list that is edited in place. */
export interface EditedColumn<R> {
  kind: 'number' | 'day' | 'choice';
  /** The values of a `choice` with their labels. */
  options?: readonly { value: string; label: string }[];
  /** Whether a value that is far from the one before is asked about. */
  isPrice?: true;
  /** Whether a value belongs to the past: a paste that fills it is asked about. */
  isOver?: (row: R) => boolean;
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
