import type { QueryClient } from '@tanstack/react-query';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import { calls } from '../api/calls.ts';
import { followChanges } from './live.ts';

/** The call groups by the first part of their path, which is the server's name for a changed entity. */
const CALLS_OF = new Map<string, Set<string>>();
for (const [group, rows] of Object.entries(calls)) {
  for (const { path } of Object.values(rows)) {
    const entity = path.split('/')[1]!;
    CALLS_OF.set(entity, (CALLS_OF.get(entity) ?? new Set()).add(group));
  }
}

/**
 * Other call groups that show data of an entity. Its own calls are always invalidated; an entity that is missing here
 * invalidates everything, so an omission costs requests but never leaves stale data.
 */
const ALSO_SHOWN_IN: Record<string, readonly string[]> = {
  users: [],
  views: [],
  products: [
    'prices',
    'customerPrices',
    'stock',
    'shipments',
    'customerOrders',
    'productionItems',
    'productionScheduling',
    'materials',
    'dashboard',
  ],
  warehouses: ['stock', 'shipments'],
  suppliers: ['products', 'prices', 'purchaseOrders'],
  customers: [
    'customerOrders',
    'customerPrices',
    'packingLists',
    'shipments',
    'invoices',
    'productionItems',
    'productionScheduling',
    'dashboard',
  ],
  'destinazioni-merce': ['shipments'],
  'customer-prices': [],
  machines: ['productionItems', 'productionScheduling'],
  'condizioni-pagamento': ['customers'],
  'vat-codes': [],
  company: [],
  settings: ['company', 'productionScheduling', 'materials'],
};
const GATHER = 150;

/**
 * Invalidates the queries of changed entities. Batches changes, so that a bulk import causes one refresh.
 * @returns a function that stops it
 */
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
