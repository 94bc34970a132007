import { SalesFilters } from './SalesFilters.tsx';

/** What the address keeps of a list. */
interface Kept<Status extends string> {
  q?: string | undefined;
  sort?: string | undefined;
  status?: Status | undefined;
  customer_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
interface Wanted<Status extends string> {
  /** The order of a list that nobody has sorted. */
  newestFirst: string;
  /** What the chosen state asks of the server. */
  asked: Record<string, string>;
  statuses: readonly { value: Status; label: string }[];
  searchLabel: string;
}

/** Search, filters and order of both lists, and how all of it is cleared: what ListPage is told. */
export function listFilters<Status extends string>(
  { q = '', sort, status, customer_id, from, to }: Kept<Status>,
  set: (change: Kept<Status>) => void,
  { newestFirst, asked, statuses, searchLabel }: Wanted<Status>,
) {
  return {
    query: { ...(q && { q }), ...asked, ...(customer_id && { customer_id }), from, to },
    sort: sort ?? newestFirst,
    onSort: (next: string) => set({ sort: next }),
    search: { value: q, onChange: (term: string) => set({ q: term }), label: searchLabel },
    filters: (
      <SalesFilters
        status={status}
        statuses={statuses}
        onStatus={(chosen) => set({ status: statuses.find(({ value }) => value === chosen)?.value })}
        {...{ customer_id, from, to }}
        onChange={set}
      />
    ),
    isFiltered: [status, customer_id, from, to].some((value) => value !== undefined) || q !== '',
    onClearFilters: () => set({ q: '', status: undefined, customer_id: undefined, from: undefined, to: undefined }),
  };
}
