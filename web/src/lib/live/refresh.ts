import type { QueryClient } from '@tanstack/react-query';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import { followChanges } from './live.ts';

/**
 * What else shows data of a changed entity (names as in the contract). An entity's own queries are always included;
 * one that is not named here refreshes everything, so a forgotten line costs a request and never a stale screen.
 */
const ALSO_SHOWN_IN: Record<string, readonly string[]> = {
  users: [],
  products: ['prices', 'stock'],
  warehouses: ['stock'],
  suppliers: ['products', 'prices', 'purchaseOrders'],
  customers: ['customerOrders', 'packingLists', 'invoices'],
  destinations: ['customers'],
  machines: ['production'],
  paymentTerms: ['customers'],
  vatCodes: [],
  company: [],
  settings: [],
};
const GATHER = 150;

const camel = (name: string) => name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());

/** Reads again what changed, gathered over a moment so that a bulk import is one refresh. */
export const keepFresh = (cache: QueryClient): (() => void) => {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    timer = undefined;
    const all = [...waiting].some((entity) => !(entity in ALSO_SHOWN_IN));
    const shown = new Set([...waiting].flatMap((entity) => [entity, ...(ALSO_SHOWN_IN[entity] ?? [])]));
    waiting.clear();
    void cache.invalidateQueries(all ? {} : { predicate: ({ queryKey }) => shown.has(String(queryKey[0])) });
  };
  const stop = followChanges({
    changed: ({ entity }: ChangeEvent) => {
      waiting.add(camel(entity));
      timer ??= setTimeout(refresh, GATHER);
    },
    missed: () => void cache.invalidateQueries(),
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};
