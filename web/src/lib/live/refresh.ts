import type { QueryClient } from '@tanstack/react-query';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import { calls } from '../api/calls.ts';
import { followChanges } from './live.ts';

/** The groups of calls below each entity's path: the server names a change by the first part of the path. */
const CALLS_OF = new Map<string, Set<string>>();
for (const [group, rows] of Object.entries(calls)) {
  for (const { path } of Object.values(rows)) {
    const entity = path.split('/')[1]!;
    CALLS_OF.set(entity, (CALLS_OF.get(entity) ?? new Set()).add(group));
  }
}

/**
 * What else shows data of a changed entity. Its own calls are always read again; an entity that is not named here
 * refreshes everything, so a forgotten line costs requests and never shows what is no longer true.
 */
const ALSO_SHOWN_IN: Record<string, readonly string[]> = {
  users: [],
  products: ['prices', 'stock', 'customerOrders', 'productionItems', 'productionScheduling', 'materials', 'dashboard'],
  warehouses: ['stock'],
  suppliers: ['products', 'prices', 'purchaseOrders'],
  customers: ['customerOrders', 'packingLists', 'invoices', 'productionItems', 'productionScheduling', 'dashboard'],
  'destinazioni-merce': [],
  machines: ['productionItems', 'productionScheduling'],
  'condizioni-pagamento': ['customers'],
  'vat-codes': [],
  company: [],
  settings: ['company', 'productionScheduling', 'materials'],
};
const GATHER = 150;

/** Reads again what changed, gathered over a moment so that a bulk import is one refresh. */
export function keepFresh(cache: QueryClient): () => void {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    const all = [...waiting].some((entity) => !(entity in ALSO_SHOWN_IN));
    const shown = new Set(
      [...waiting].flatMap((entity) => [...(CALLS_OF.get(entity) ?? []), ...(ALSO_SHOWN_IN[entity] ?? [])]),
    );
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
