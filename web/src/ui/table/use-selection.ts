import { useRef, useState, type Key } from 'react';
import { countOf, isChosen, withRows, type Selected } from './selected.ts';
import type { RowSource } from './use-rows.ts';

/** The selection of a list, for the table and for the bar of bulk acts. */
export interface Selection<Row> {
  count: number;
  has: (id: Key) => boolean;
  /** Why the last bulk act failed for a row. */
  failureOf: (id: Key) => string | undefined;
  /** Toggles a row. @param extend sets all rows from the last toggled one to this one instead */
  toggle: (index: number, extend: boolean) => Promise<void>;
  /** Extends a range from the row where it began to another one. @param from the row that has the focus */
  extendTo: (from: number, to: number) => Promise<void>;
  all: () => void;
  clear: () => void;
  selected: Selected<Row>;
  /** Replaces the selection by the rows for which an act failed, with the reasons. */
  keepFailed: (failed: ReadonlyMap<Key, { row: Row; reason: string }>) => void;
}

interface State<Row> {
  filters: string;
  selected: Selected<Row>;
  failures: ReadonlyMap<Key, string>;
}
/** Where a range began and ends, and the selection before it. */
interface Anchor<Row> {
  index: number;
  end: number;
  isOn: boolean;
  before: Selected<Row>;
}

const NO_FAILURES: ReadonlyMap<Key, string> = new Map();

/**
 * Selects rows of a list. A change of the filters clears the selection, because an act must not change rows that the
 * user cannot see; sorting keeps it.
 * @param filters identifies the filters, without the sort order
 */
export function useRowSelection<Row>(
  rows: RowSource<Row>,
  { filters, idOf }: { filters: string; idOf: (row: Row) => Key },
): Selection<Row> {
  const empty: State<Row> = { filters, selected: { isAll: false, rows: new Map() }, failures: NO_FAILURES };
  const [state, setState] = useState(empty);
  const { selected, failures } = state.filters === filters ? state : empty;
  const anchor = useRef<Anchor<Row> | null>(null);
  const set = (next: Selected<Row>) => setState({ filters, selected: next, failures });
  const begin = (index: number, isOn: boolean, before: Selected<Row>) => {
    anchor.current = { index, end: index, isOn, before };
  };

  const entriesOf = async (a: number, b: number) => {
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    const loaded = Array.from({ length: last - first + 1 }, (_, offset) => rows.at(first + offset));
    const found = loaded.includes(undefined) ? await rows.read(first, last) : (loaded as Row[]);
    return found.map((row) => [idOf(row), row] as const);
  };
  const setRange = async (to: number) => {
    const { index, isOn, before } = anchor.current!;
    anchor.current!.end = to;
    set(withRows(before, await entriesOf(index, to), isOn));
  };
  return {
    count: countOf(selected, rows.total ?? 0),
    has: (id) => isChosen(selected, id),
    failureOf: (id) => failures.get(id),
    selected,
    toggle: async (index, extend) => {
      if (extend && anchor.current) return setRange(index);
      const row = rows.at(index);
      if (row === undefined) return;
      const isOn = !isChosen(selected, idOf(row));
      begin(index, isOn, selected);
      set(withRows(selected, [[idOf(row), row]], isOn));
    },
    extendTo: async (from, to) => {
      // Without a range that ends at the focused row, a new one begins there.
      if (anchor.current?.end !== from) begin(from, true, selected);
      await setRange(to);
    },
    all: () => {
      anchor.current = null;
      set({ isAll: true, rows: new Map() });
    },
    clear: () => {
      anchor.current = null;
      setState(empty);
    },
    keepFailed: (failed) => {
      anchor.current = null;
      setState({
        filters,
        selected: { isAll: false, rows: new Map([...failed].map(([id, { row }]) => [id, row])) },
        failures: new Map([...failed].map(([id, { reason }]) => [id, reason])),
      });
    },
  };
}
