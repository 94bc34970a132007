import type { Key } from 'react';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';
import { ApiProblem, problemText } from '../../lib/api/problem.ts';
import type { ListCall } from '../../lib/api/client.ts';
import { readTypedDay } from '../../lib/days.ts';
import { currentLanguage, commonText } from '../../lib/i18n/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { createStore } from '../../lib/store.ts';
import type { CellEntry, EditedColumn, RowState } from './edited-column.ts';

export interface CellEdit {
  value: CellEntry;
  /** The value and the state of the row when the cell was opened: what another user saves meanwhile is a conflict. */
  opened: { value: CellEntry; state: RowState };
  isSaving: boolean;
  /** Why the value was not saved. */
  error?: string;
  /** The row as another user saved it; the next save overwrites it. */
  stale?: { state: RowState; name: string | null; value: CellEntry };
}
/** A cell that a paste filled. */
interface SavedCell<R> {
  row: R;
  former: CellEntry;
  /** The state of the row after the save. */
  state: RowState;
}
interface ModifiedBy {
  modified_by_name: string | null;
}
export type CellEdits<R> = ReturnType<typeof createCellEdits<R>>;

/** Creates the edits of one column of a list. Cells that could not be saved keep what was typed, with the reason. */
export function createCellEdits<R>({ field, save, refresh, ...column }: EditedColumn<R>) {
  const idOf = column.idOf ?? ((row: R) => (row as { id: Key }).id);
  const stateOf = column.stateOf ?? ((row: R) => (row as { version: number }).version);
  const read = (text: string) => readEntry(column, text);
  const store = createStore<ReadonlyMap<Key, CellEdit>>(new Map());
  const set = (id: Key, edit: CellEdit | undefined) => {
    const next = new Map(store.get());
    if (edit) next.set(id, edit);
    else next.delete(id);
    store.set(next);
  };
  const valueOf = (row: unknown) => ((row as Record<string, CellEntry>)[field] ?? null) as CellEntry;
  const forget = async () => {
    for (const entity of refresh) await queryClient.invalidateQueries({ queryKey: [entity] });
  };
  /** Saves one cell. @returns the state of the row after the save; null if it is not saved */
  const send = async (row: R, value: CellEntry): Promise<RowState | null> => {
    const id = idOf(row);
    const before = store.get().get(id);
    const opened = before?.opened ?? { value: valueOf(row), state: stateOf(row) };
    if (typeof value === 'string' && read(value) === undefined) {
      set(id, { value, opened, isSaving: false, error: fieldMessage(currentLanguage(), faultOf(column.kind, value)) });
      return null;
    }
    set(id, { value, opened, isSaving: true });
    try {
      const saved = await save(row, value, before?.stale?.state ?? opened.state);
      return stateOf(saved as R);
    } catch (error) {
      const current = error instanceof ApiProblem && error.code === 'STALE_VERSION' ? error.current : undefined;
      if (current) {
        const { modified_by_name: name } = current as ModifiedBy;
        set(id, {
          value,
          opened,
          isSaving: false,
          stale: { state: stateOf(current as R), name, value: valueOf(current) },
        });
      } else {
        const own = error instanceof ApiProblem ? error.fields.find(({ path }) => path === field)?.message : undefined;
        set(id, { value, opened, isSaving: false, error: own ?? problemText(error, commonText('form.saveFailed')) });
      }
      return null;
    }
  };
  return {
    store,
    idOf,
    open: (row: R) => {
      const opened = { value: valueOf(row), state: stateOf(row) };
      set(idOf(row), { value: opened.value, opened, isSaving: false });
    },
    change: (row: R, value: CellEntry) => {
      const before = store.get().get(idOf(row));
      if (!before) return;
      // The reason was about the text before: leaving the cell saves the new one.
      const { error: _, ...edit } = before;
      set(idOf(row), { ...edit, value, isSaving: false });
    },
    cancel: (row: R) => set(idOf(row), undefined),
    /** Saves the cell and closes it; an unchanged one is only closed. */
    commit: async (row: R) => {
      const id = idOf(row);
      const edit = store.get().get(id);
      if (!edit || edit.isSaving) return;
      if (edit.value === edit.opened.value && !edit.stale) return set(id, undefined);
      if ((await send(row, edit.value)) === null) return;
      await forget();
      set(id, undefined);
    },
    /**
     * Fills the cells from a row downwards with the values of a spreadsheet column, one after the other.
     * @param rows the rows from that row on, in the order of the list
     * @returns the saved cells with their former value, in the order of the list, and the number of those that keep
     * their value with a reason
     */
    fill: async (rows: readonly R[], texts: readonly string[]) => {
      let kept = 0;
      const saved: SavedCell<R>[] = [];
      for (const [index, row] of rows.slice(0, texts.length).entries()) {
        const text = texts[index]!.trim();
        const value = text === '' ? null : (read(text) ?? text);
        const former = valueOf(row);
        const state = value === former ? undefined : await send(row, value);
        if (state === undefined) set(idOf(row), undefined);
        else if (state === null) kept++;
        else saved.push({ row, former, state });
      }
      await forget();
      for (const { row } of saved) set(idOf(row), undefined);
      return { saved, kept };
    },
    /**
     * Writes the former values of filled cells back, the last one first, and removes each from the list, so that a second
     * call continues after a failure of the network, which it throws. Rows that were changed or deleted meanwhile stay.
     * @param left receives the name of each of these rows with the reason
     */
    takeBack: async (saved: SavedCell<R>[], left: string[]) => {
      for (let cell = saved.at(-1); cell; cell = saved.at(-1)) {
        try {
          await save(cell.row, cell.former, cell.state);
        } catch (error) {
          if (error instanceof ApiProblem && error.isPassing) throw error;
          const { modified_by_name: name } = ((error as Partial<ApiProblem>).current ?? {}) as Partial<ModifiedBy>;
          left.unshift(`${column.nameOf(cell.row)} (${name ?? problemText(error, commonText('form.saveFailed'))})`);
        }
        saved.pop();
      }
    },
  };
}

/** Reads the rows of a list from one on, at most `count`, in the order of the list. */
export async function rowsFrom<R>(
  call: ListCall<R>,
  { query, id, idOf, count }: { query: Record<string, unknown>; id: Key; idOf: (row: R) => Key; count: number },
): Promise<R[]> {
  const found: R[] = [];
  for (let offset = 0; ;) {
    const page = await call({ query: { ...query, limit: 1000, offset } });
    const at = found.length > 0 ? 0 : page.rows.findIndex((row) => idOf(row) === id);
    if (at >= 0) found.push(...page.rows.slice(at));
    offset += page.rows.length;
    if (page.rows.length === 0 || offset >= page.total || found.length >= count) return found.slice(0, count);
  }
}

const FAULTS = { number: 'not_number', day: 'not_day', choice: 'enum' } as const;

function faultOf(kind: keyof typeof FAULTS, text: string) {
  return kind === 'number' && readNumber(text, currentLanguage()).kind === 'ambiguous' ? 'ambiguous' : FAULTS[kind];
}

/** Reads one typed or pasted value; undefined when it is none. */
function readEntry<R>({ kind, options = [] }: Pick<EditedColumn<R>, 'kind' | 'options'>, text: string) {
  if (kind === 'day') return readTypedDay(text) ?? undefined;
  if (kind === 'choice') {
    const typed = text.trim().toLowerCase();
    return options.find(({ value, label }) => [value, label.toLowerCase()].includes(typed))?.value;
  }
  const number = readNumber(text, currentLanguage());
  return number.kind === 'number' ? number.value : undefined;
}
