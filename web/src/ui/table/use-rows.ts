import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ListCall } from '../../lib/api/client.ts';

export const PAGE_ROWS = 100;

/** Where a table's rows come from: it asks by position, and says what is on screen. */
export interface RowSource<Row> {
  /** Unknown until the first answer. */
  total: number | undefined;
  at: (index: number) => Row | undefined;
  /** The table shows these positions. */
  show: (first: number, last: number) => void;
  error: Error | null;
  retry: () => void;
  /** What is shown belongs to the filters before these. */
  isPrevious: boolean;
  isFetching: boolean;
  /** Changes with the filters: the table then starts at the top. */
  key: string;
}

interface Shown<Row> {
  key: string;
  total: number | undefined;
  pages: Map<number, Row[]>;
}

/**
 * The rows of a list call, read from the server in pages of 100 as they scroll into view. While new filters load,
 * the old rows stay.
 * @param query filters and `sort`, without limit and offset
 */
export const useRows = <Row>(call: ListCall<Row>, query: Record<string, unknown>, options: { enabled?: boolean } = {}): RowSource<Row> => {
  const key = JSON.stringify(query);
  const [range, setRange] = useState({ key, first: 0, last: 0 });
  const shown = useRef<Shown<Row>>({ key, total: undefined, pages: new Map() });
  const { first, last } = range.key === key ? range : { first: 0, last: 0 };
  const wanted = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const results = useQueries({
    queries: wanted.map((page) => ({
      ...call.query({ query: { ...query, limit: PAGE_ROWS, offset: page * PAGE_ROWS } }),
      enabled: options.enabled ?? true,
    })),
  });
  const answers = results.flatMap(({ data }, index) => (data ? [{ page: wanted[index]!, ...data }] : []));
  if (answers.length > 0) {
    if (shown.current.key !== key) shown.current = { key, total: undefined, pages: new Map() };
    for (const { page, rows } of answers) shown.current.pages.set(page, rows);
    shown.current.total = answers.at(-1)!.total;
  }
  const failed = results.find(({ error, data }) => error && !data);
  const { total, pages } = shown.current;
  return {
    total,
    at: (index) => pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    show: (from, to) => {
      const next = { key, first: Math.floor(from / PAGE_ROWS), last: Math.floor(Math.max(from, to) / PAGE_ROWS) };
      setRange((old) => (old.key === next.key && old.first === next.first && old.last === next.last ? old : next));
    },
    error: failed?.error ?? null,
    retry: () => results.forEach((result) => void (result.error && result.refetch())),
    isPrevious: shown.current.key !== key,
    isFetching: results.some(({ isFetching }) => isFetching),
    key,
  };
};

/** Rows that are all here already, in the order in which they are shown. */
export const localRows = <Row>(
  rows: readonly Row[] | undefined,
  state: { error?: Error | null; retry?: () => void; isFetching?: boolean; key?: string } = {},
): RowSource<Row> => ({
  total: rows?.length,
  at: (index) => rows?.[index],
  show: () => {},
  error: rows ? null : (state.error ?? null),
  retry: state.retry ?? (() => {}),
  isPrevious: false,
  isFetching: state.isFetching ?? false,
  key: state.key ?? '',
});
