import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListCall } from '../../lib/api/client.ts';

const PAGE_ROWS = 100;

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

type Query = Record<string, unknown>;

/**
 * The rows of a list call, read from the server in pages of 100 as they scroll into view. While new filters load,
 * the old rows stay. Pages that were seen are kept by the query cache.
 * @param query filters and `sort`, without limit and offset
 */
export function useRows<Row>(
  call: ListCall<Row>,
  query: Query,
  { enabled = true }: { enabled?: boolean } = {},
): RowSource<Row> {
  const cache = useQueryClient();
  const key = JSON.stringify(query);
  const [range, setRange] = useState({ key, first: 0, last: 0 });
  /** The last filters that were answered. */
  const [answered, setAnswered] = useState<{ key: string; query: Query; total: number }>();
  const { first, last } = range.key === key ? range : { first: 0, last: 0 };
  const pageOf = (filters: Query, page: number) =>
    call.query({ query: { ...filters, limit: PAGE_ROWS, offset: page * PAGE_ROWS } });
  const results = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => ({ ...pageOf(query, first + index), enabled })),
  });
  const total = results.findLast(({ data }) => data)?.data?.total;
  if (total !== undefined && (answered?.key !== key || answered.total !== total)) setAnswered({ key, query, total });

  const shown = total === undefined ? answered?.query : query;
  const pages = new Map<number, Row[] | undefined>();
  const rowsOf = (page: number): Row[] | undefined => {
    if (shown && !pages.has(page))
      pages.set(page, cache.getQueryData<{ rows: Row[] }>(pageOf(shown, page).queryKey)?.rows);
    return pages.get(page);
  };
  return {
    total: total ?? answered?.total,
    at: (index) => rowsOf(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    show: (from, to) => {
      const next = { key, first: Math.floor(from / PAGE_ROWS), last: Math.floor(Math.max(from, to) / PAGE_ROWS) };
      setRange((old) => (old.key === next.key && old.first === next.first && old.last === next.last ? old : next));
    },
    error: results.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch();
    },
    isPrevious: total === undefined && answered !== undefined && answered.key !== key,
    isFetching: results.some(({ isFetching }) => isFetching),
    key,
  };
}

/** Rows that are all here already, in the order in which they are shown. */
export function localRows<Row>(
  rows: readonly Row[] | undefined,
  state: { error?: Error | null; retry?: () => void; isFetching?: boolean; key?: string } = {},
): RowSource<Row> {
  return {
    total: rows?.length,
    at: (index) => rows?.[index],
    show: () => {},
    error: rows ? null : (state.error ?? null),
    retry: state.retry ?? (() => {}),
    isPrevious: false,
    isFetching: state.isFetching ?? false,
    key: state.key ?? '',
  };
}
