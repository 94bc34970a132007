import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MOST_SEARCH_RESULTS, SEARCH_RESULTS, type SearchResult } from '@bobina/contract/system/search.ts';
import { api } from '../../lib/api/api.ts';

export interface FoundGroup {
  kind: SearchResult['kind'];
  rows: (SearchResult & { path: string })[];
}
const WAIT = 180;

/** Whether a name has the words of a text with typing mistakes. */
type Resembles = (text: string, name: string) => boolean;

/**
 * Records whose names have the words of the text with typing mistakes, and the test for other names once it is loaded.
 * @param isWanted whether to search for them
 */
export function useSimilar(text: string, isWanted: boolean): { found: FoundGroup[]; resembles: Resembles } {
  const q = text.trim();
  const { data } = useQuery({
    ...api.search.find.query({ query: { q, similar: 'true' } }),
    enabled: isWanted && q !== '',
  });
  const names = useLoaded(isWanted, loadNames);
  return { found: grouped(data ?? []), resembles: names?.resemblesName ?? (() => false) };
}

/**
 * Searches the server for the palette. Only records that the user can open, by kind; the kind of the best one first.
 * `isCurrent`: they match the current text, not an earlier one.
 * @param only the kinds to keep; all if absent. The server answers a share of each kind that it finds
 */
export function useFound(
  text: string,
  only?: readonly SearchResult['kind'][],
): { found: FoundGroup[]; isCurrent: boolean } {
  const [q] = useDebouncedValue(text.trim(), WAIT);
  const {
    data = [],
    isPlaceholderData,
    isPending,
  } = useQuery({
    ...api.search.find.query({ query: { q, limit: String(only ? MOST_SEARCH_RESULTS : SEARCH_RESULTS) } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const isCurrent = q === text.trim() && (q === '' || !(isPending || isPlaceholderData));
  if (q === '') return { found: [], isCurrent };
  return { found: grouped(data.filter(({ kind }) => !only || only.includes(kind))), isCurrent };
}

/** Loads a part when it is first wanted. @param load always the same function */
export function useLoaded<Part>(isWanted: boolean, load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    if (isWanted) load().then(setPart, () => {});
  }, [isWanted, load]);
  return part;
}

function grouped(found: readonly SearchResult[]): FoundGroup[] {
  const rows = found.filter(({ path }) => path !== null) as FoundGroup['rows'];
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, those]) => ({ kind, rows: those }));
}

function loadNames() {
  return import('./similar-names.ts');
}
