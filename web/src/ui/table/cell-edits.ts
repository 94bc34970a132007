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
  /** Saves one cell. @returns whether it is saved */
  const send = async (row: R, value: CellEntry): Promise<boolean> => {
    const id = idOf(row);
    const before = store.get().get(id);
    const opened = before?.opened ?? { value: valueOf(row), state: stateOf(row) };
    if (typeof value === 'string' && read(value) === undefined) {
      set(id, { value, opened, isSaving: false, error: fieldMessage(currentLanguage(), FAULTS[column.kind]) });
      return false;
    }
    set(id, { value, opened, isSaving: true });
    try {
      await save(row, value, before?.stale?.state ?? opened.state);
      return true;
    } catch (error) {
      const current = error instanceof ApiProblem && error.code === 'STALE_VERSION' ? error.current : undefined;
      if (current) {
        const { modified_by_name: name } = current as { modified_by_name: string | null };
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
      return false;
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
      if (before) set(idOf(row), { ...before, value, isSaving: false });
    },
    cancel: (row: R) => set(idOf(row), undefined),
    /** Saves the cell and closes it; an unchanged one is only closed. */
    commit: async (row: R) => {
      const id = idOf(row);
      const edit = store.get().get(id);
      if (!edit || edit.isSaving) return;
      if (edit.value === edit.opened.value && !edit.stale) return set(id, undefined);
      if (!(await send(row, edit.value))) return;
      await forget();
      set(id, undefined);
    },
    /**
     * Fills the cells from a row downwards with the values of a spreadsheet column, one after the other.
     * @param rows the rows from that row on, in the order of the list
     * @returns the numbers of saved cells and of those that keep their value with a reason
     */
    fill: async (rows: readonly R[], texts: readonly string[]) => {
      let [saved, kept] = [0, 0];
      const done: Key[] = [];
      for (const [index, row] of rows.slice(0, texts.length).entries()) {
        const text = texts[index]!.trim();
        const value = text === '' ? null : (read(text) ?? text);
        if (value === valueOf(row)) set(idOf(row), undefined);
        else if (await send(row, value)) {
          saved++;
          done.push(idOf(row));
        } else kept++;
      }
      await forget();
      for (const id of done) set(id, undefined);
      return { saved, kept };
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
