import { createStore } from '../../lib/store.ts';
import { ApiProblem, problemText } from '../../lib/api/problem.ts';
import type { ListCall } from '../../lib/api/client.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The value of a cell that is being edited: a number, a day, a text that is neither, or null for an empty cell. */
export type CellEntry = number | string | null;
export interface CellEdit {
  value: CellEntry;
  isSaving: boolean;
  /** Why the value was not saved. */
  error?: string;
  /** The row as another user saved it; the next save overwrites it. */
  stale?: { version: number; name: string | null; value: CellEntry };
}
type Row = { id: number; version: number };

export interface CellEditOptions<R extends Row> {
  /** The field of the row. */
  field: string;
  /** Reads one typed or pasted value; undefined when it is none. */
  read: (text: string) => CellEntry | undefined;
  save: (row: R, value: CellEntry, version: number) => Promise<unknown>;
  /** Call groups that are refetched after a save. */
  refresh: readonly string[];
  /** Text of a failure without its own. */
  failed: string;
  /** Text of a value that cannot be read. */
  invalid: string;
}
export type CellEdits<R extends Row> = ReturnType<typeof createCellEdits<R>>;

/** Creates the edits of one column of a list. Cells that could not be saved keep what was typed, with the reason. */
export function createCellEdits<R extends Row>({ field, read, save, refresh, failed, invalid }: CellEditOptions<R>) {
  const store = createStore<ReadonlyMap<number, CellEdit>>(new Map());
  const set = (id: number, edit: CellEdit | undefined) => {
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
    const before = store.get().get(row.id);
    if (typeof value === 'string' && read(value) === undefined) {
      set(row.id, { value, isSaving: false, error: invalid });
      return false;
    }
    set(row.id, { value, isSaving: true });
    try {
      await save(row, value, before?.stale?.version ?? row.version);
      return true;
    } catch (error) {
      const current = error instanceof ApiProblem && error.code === 'STALE_VERSION' ? error.current : undefined;
      if (current) {
        const { version, modified_by_name: name } = current as { version: number; modified_by_name: string | null };
        set(row.id, { value, isSaving: false, stale: { version, name, value: valueOf(current) } });
      } else {
        const own = error instanceof ApiProblem ? error.fields.find(({ path }) => path === field)?.message : undefined;
        set(row.id, { value, isSaving: false, error: own ?? problemText(error, failed) });
      }
      return false;
    }
  };
  return {
    store,
    open: (row: R) => set(row.id, { value: valueOf(row), isSaving: false }),
    change: (row: R, value: CellEntry) => {
      const before = store.get().get(row.id);
      set(row.id, { ...before, value, isSaving: false });
    },
    cancel: (row: R) => set(row.id, undefined),
    /** Saves the cell and closes it; an unchanged one is only closed. */
    commit: async (row: R) => {
      const edit = store.get().get(row.id);
      if (!edit || edit.isSaving) return;
      if (edit.value === valueOf(row) && !edit.stale) return set(row.id, undefined);
      if (!(await send(row, edit.value))) return;
      await forget();
      set(row.id, undefined);
    },
    /**
     * Fills the cells from a row downwards with the values of a spreadsheet column, one after the other.
     * @param rows the rows from that row on, in the order of the list
     * @returns the numbers of saved cells and of those that keep their value with a reason
     */
    fill: async (rows: readonly R[], texts: readonly string[]) => {
      let [saved, kept] = [0, 0];
      const done: number[] = [];
      for (const [index, row] of rows.slice(0, texts.length).entries()) {
        const text = texts[index]!.trim();
        const value = text === '' ? null : (read(text) ?? text);
        if (value === valueOf(row)) set(row.id, undefined);
        else if (await send(row, value)) {
          saved++;
          done.push(row.id);
        } else kept++;
      }
      await forget();
      for (const id of done) set(id, undefined);
      return { saved, kept };
    },
  };
}

/** Reads the rows of a list from one on, at most `count`, in the order of the list. */
export async function rowsFrom<R extends Row>(
  call: ListCall<R>,
  { query, row, count }: { query: Record<string, unknown>; row: R; count: number },
): Promise<R[]> {
  const found: R[] = [];
  for (let offset = 0; ;) {
    const page = await call({ query: { ...query, limit: 1000, offset } });
    const at = found.length > 0 ? 0 : page.rows.findIndex(({ id }) => id === row.id);
    if (at >= 0) found.push(...page.rows.slice(at));
    offset += page.rows.length;
    if (page.rows.length === 0 || offset >= page.total || found.length >= count) return found.slice(0, count);
  }
}
