import type { QueryClient } from '@tanstack/react-query';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import { affectedBy } from '../api/calls.ts';
import { followChanges } from './live.ts';

const GATHER = 150;

/**
 * Invalidates the queries that a change of an entity affects. Batches changes, so that a bulk import causes one refresh.
 * @returns a function that stops it
 */
export function refreshOnChanges(cache: QueryClient): () => void {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    const all = [...waiting].some((entity) => !(entity in affectedBy));
    const shown = new Set([...waiting].flatMap((entity) => affectedBy[entity] ?? []));
    waiting.clear();
    void cache.invalidateQueries(all ? {} : { predicate: ({ queryKey }) => shown.has(String(queryKey[0])) });
  };
  const stop = followChanges({
    changed: ({ entity }: ChangeEvent) => {
      waiting.add(entity);
      timer ??= setTimeout(refresh, GATHER);
    },
    missed: () => void cache.invalidateQueries(),
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
