import { SalesFilters } from './SalesFilters.tsx';

/** State of a list in the URL. */
interface Kept<Status extends string> {
  q?: string | undefined;
  sort?: string | undefined;
  status?: Status | undefined;
  customer_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
interface Wanted<Status extends string> {
  /** Default sort order. */
  newestFirst: string;
  /** Query parameters of the chosen status. */
  asked: Record<string, string>;
  statuses: readonly { value: Status; label: string }[];
  searchLabel: string;
}

/** Returns the props of ListPage that both lists share: search, filters, sort order and how to clear them. */
export function documentFilters<Status extends string>(
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
