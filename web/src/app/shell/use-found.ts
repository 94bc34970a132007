import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchResult } from '@bobina/contract/system/search.ts';
import { api } from '../../lib/api/api.ts';

export interface FoundGroup {
  kind: SearchResult['kind'];
  rows: (SearchResult & { path: string })[];
}
const WAIT = 180;

/** Searches the server for the palette. Only records that the user can open, by kind; the kind of the best one first. */
export function useFound(text: string): FoundGroup[] {
  const [q] = useDebouncedValue(text.trim(), WAIT);
  const { data = [] } = useQuery({
    ...api.search.find.query({ query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  if (q === '') return [];
  const rows = data.filter((row) => row.path !== null) as FoundGroup['rows'];
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, those]) => ({ kind, rows: those }));
}
