/** The screens that show the results of a search, best first. */
import { mayEnter, roleCan, type Capability, type Role, type RoutePermission } from '../core/permissions.ts';
import type { SearchKind } from './search.ts';

export interface FoundRecord {
  id: number;
  code: string | null;
  label: string;
  detail: string | null;
  /** The order line of a goods receipt. */
  line: number | null;
}
interface Target {
  /** The path of the screen, with its parameter. */
  screen: string;
  needs: RoutePermission;
  capability: Capability;
  /** The address that shows the record. */
  address: (found: FoundRecord) => string;
}

/** `needs` and `capability` are those of the screen itself; a test of the interface compares them. */
export const SEARCH_SCREENS: Record<SearchKind, readonly Target[]> = {
  product: [
    {
      screen: '/anagrafica/prodotti/$id',
      needs: 'REGISTRY',
      capability: 'products.write',
      address: ({ id }) => `/anagrafica/prodotti/${id}`,
    },
    {
      screen: '/report/giacenze',
      needs: 'REPORTS',
      capability: 'stock.read',
      address: ({ code }) => withParameters('/report/giacenze', { code }),
    },
  ],
  customer_order: [
    {
      screen: '/ordiniclienti/visualizza-ordini',
      needs: 'SIGNED_IN',
      capability: 'customer_orders.read',
      address: ({ id, code }) => withParameters('/ordiniclienti/visualizza-ordini', { q: code, order: id }),
    },
  ],
  customer: [
    {
      screen: '/anagrafica/clienti/$id',
      needs: 'REGISTRY',
      capability: 'registry.read',
      address: ({ id }) => `/anagrafica/clienti/${id}`,
    },
  ],
  supplier: [
    {
      screen: '/anagrafica/fornitori/$id',
      needs: 'REGISTRY',
      capability: 'registry.read',
      address: ({ id }) => `/anagrafica/fornitori/${id}`,
    },
  ],
  purchase_order: [
    {
      screen: '/operazioni/ordini-fornitori/$id',
      needs: 'OPERATIONS',
      capability: 'purchase_orders.read',
      address: ({ id }) => `/operazioni/ordini-fornitori/${id}`,
    },
  ],
  goods_receipt: [
    {
      screen: '/operazioni/ricezione-merce/storico/$itemId',
      needs: 'OPERATIONS',
      capability: 'purchase_orders.read',
      address: ({ line }) => `/operazioni/ricezione-merce/storico/${line}`,
    },
  ],
  purchase_invoice: [
    {
      screen: '/operazioni/fatture-acquisto/$id',
      needs: 'OPERATIONS',
      capability: 'purchase_invoices.read',
      address: ({ id }) => `/operazioni/fatture-acquisto/${id}`,
    },
  ],
  packing_list: [
    {
      screen: '/operazioni/vendite',
      needs: 'OPERATIONS',
      capability: 'packing_lists.read',
      address: ({ id }) => withParameters('/operazioni/vendite', { open: id }),
    },
  ],
  invoice: [
    {
      screen: '/operazioni/vendite',
      needs: 'OPERATIONS',
      capability: 'packing_lists.read',
      address: ({ id }) => withParameters('/operazioni/vendite', { tab: 'invoices', open: id }),
    },
  ],
  batch: [
    {
      screen: '/report/lotti/$id',
      needs: 'REPORTS',
      capability: 'stock.read',
      address: ({ id }) => `/report/lotti/${id}`,
    },
  ],
  reel: [
    {
      screen: '/operazioni/bobine/$id',
      needs: 'OPERATIONS',
      capability: 'stock.read',
      address: ({ id }) => `/operazioni/bobine/${id}`,
    },
  ],
  machine: [
    {
      screen: '/anagrafica/macchinari/$id',
      needs: 'REGISTRY',
      capability: 'registry.read',
      address: ({ id }) => `/anagrafica/macchinari/${id}`,
    },
  ],
  warehouse: [
    {
      screen: '/anagrafica/magazzini/$id',
      needs: 'REGISTRY',
      capability: 'warehouses.write',
      address: ({ id }) => `/anagrafica/magazzini/${id}`,
    },
    {
      screen: '/report/giacenze',
      needs: 'REPORTS',
      capability: 'stock.read',
      address: ({ id }) => withParameters('/report/giacenze', { warehouse_id: id }),
    },
  ],
  stock_count: [
    {
      screen: '/report/inventario',
      needs: 'REPORTS',
      capability: 'stock.read',
      address: ({ id }) => withParameters('/report/inventario', { sheet: id }),
    },
  ],
};

/** The address of the first screen of this kind that the role may open; null if there is none. */
export function addressFor(role: Role, kind: SearchKind, found: FoundRecord): string | null {
  const target = SEARCH_SCREENS[kind].find(
    ({ needs, capability }) => mayEnter(role, needs) && roleCan(role, capability),
  );
  return target?.address(found) ?? null;
}

/**
 * The address of the page of a record: its first screen, and no other one that shows it among others. Null if the role
 * may not open it.
 */
export function pageOfRecord(role: Role, kind: SearchKind, found: Pick<FoundRecord, 'id' | 'code'>): string | null {
  const page = SEARCH_SCREENS[kind][0];
  if (!page || !mayEnter(role, page.needs) || !roleCan(role, page.capability)) return null;
  return page.address({ label: '', detail: null, line: found.id, ...found });
}

/** The router reads parameters as JSON, so a text that is valid JSON, such as `007` or `true`, is quoted. */
function withParameters(path: string, parameters: Record<string, string | number | null>): string {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' && isJson(value) ? JSON.stringify(value) : String(value ?? ''),
  ]);
  return `${path}?${new URLSearchParams(texts).toString()}`;
}

function isJson(text: string) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
