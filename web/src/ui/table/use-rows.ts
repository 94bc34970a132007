import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListCall } from '../../lib/api/client.ts';
import { holdsFields } from './row-fields.ts';

const PAGE_ROWS = 100;

/** A source of table rows, read by position. The table reports the visible range to it. */
export interface RowSource<Row> {
  /** Undefined until the first answer. */
  total: number | undefined;
  at: (index: number) => Row | undefined;
  /** Loads the rows from one position to another. */
  read: (first: number, last: number) => Promise<Row[]>;
  /** Called by the table with the visible positions. */
  show: (first: number, last: number) => void;
  error: Error | null;
  retry: () => void;
  /** Whether the rows still belong to the previous filters. */
  isPrevious: boolean;
  isFetching: boolean;
  /** Changes with the filters; the table then scrolls to the top. */
  key: string;
}

type Query = Record<string, unknown>;

/**
 * The rows of a list call, loaded in pages of 100 as they scroll into view. The old rows stay visible while new filters
 * load. The query cache keeps loaded pages.
 * @param query filters, `sort` and `fields`, without limit and offset
 */
export function useRows<Row>(
  call: ListCall<Row>,
  query: Query,
  { enabled = true }: { enabled?: boolean } = {},
): RowSource<Row> {
  const cache = useQueryClient();
  const wholeKey = JSON.stringify(query);
  // A column that is shown changes the fields and neither the rows nor their order: the table does not scroll.
  const key = JSON.stringify({ ...query, fields: undefined });
  const [range, setRange] = useState({ key, first: 0, last: 0 });
  /** The filters of the last answer. */
  const [answered, setAnswered] = useState<{ key: string; query: Query; total: number }>();
  const { first, last } = range.key === key ? range : { first: 0, last: 0 };
  const pageOf = (filters: Query, page: number) =>
    call.query({ query: { ...filters, limit: PAGE_ROWS, offset: page * PAGE_ROWS } });
  const results = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => ({ ...pageOf(query, first + index), enabled })),
  });
  const total = results.findLast(({ data }) => data)?.data?.total;
  if (total !== undefined && (answered?.key !== wholeKey || answered.total !== total))
    setAnswered({ key: wholeKey, query, total });

  // Rows without a field that a column now shows are not displayed.
  const previous = answered && holdsFields(answered.query['fields'], query['fields']) ? answered.query : undefined;
  const shown = total === undefined ? previous : query;
  const pages = new Map<number, Row[] | undefined>();
  const rowsOf = (page: number): Row[] | undefined => {
    if (shown && !pages.has(page))
      pages.set(page, cache.getQueryData<{ rows: Row[] }>(pageOf(shown, page).queryKey)?.rows);
    return pages.get(page);
  };
  return {
    total: total ?? answered?.total,
    at: (index) => rowsOf(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    read: async (from, to) => {
      const numbers = Array.from(
        { length: Math.floor(to / PAGE_ROWS) - Math.floor(from / PAGE_ROWS) + 1 },
        (_, index) => Math.floor(from / PAGE_ROWS) + index,
      );
      const read = await Promise.all(numbers.map((page) => cache.fetchQuery(pageOf(query, page))));
      const offset = numbers[0]! * PAGE_ROWS;
      return read.flatMap((page) => page.rows).slice(from - offset, to - offset + 1);
    },
    show: (from, to) => {
      const next = { key, first: Math.floor(from / PAGE_ROWS), last: Math.floor(Math.max(from, to) / PAGE_ROWS) };
      setRange((old) => (old.key === next.key && old.first === next.first && old.last === next.last ? old : next));
    },
    error: results.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error) void result.refetch();
    },
    isPrevious: total === undefined && answered !== undefined && answered.key !== wholeKey,
    isFetching: results.some(({ isFetching }) => isFetching),
    key,
  };
}

/** A row source over rows that are already loaded, in display order. */
export function localRows<Row>(
  rows: readonly Row[] | undefined,
  state: { error?: Error | null; retry?: () => void; isFetching?: boolean; key?: string } = {},
): RowSource<Row> {
  return {
    total: rows?.length,
    at: (index) => rows?.[index],
    read: (first, last) => Promise.resolve(rows?.slice(first, last + 1) ?? []),
    show: () => {},
    error: rows ? null : (state.error ?? null),
    retry: state.retry ?? (() => {}),
    isPrevious: false,
    isFetching: state.isFetching ?? false,
    key: state.key ?? '',
  };
}
