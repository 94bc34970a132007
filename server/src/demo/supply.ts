/** Supply of the demo company: lead times, lots, second offers, and orders of products below their minimum. */
import type { PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Call } from './call.ts';
import { dayOf } from './days.ts';

const PAPER = { lead_days: 8, min_lot: 900, lot_multiple: 450 };
const FILM = { lead_days: 6, min_lot: 100, lot_multiple: 25 };
const SUPPLY: Record<string, object> = {
  'Carta in bobina': PAPER,
  'Film in bobina': FILM,
  Inchiostri: { lead_days: 3 },
};

/** One in this many products below its minimum is left to be ordered. */
const LEFT = 7;

/** Enters lead times and lots of raw materials, and for white paper a cheaper supplier who delivers later. */
export async function enterSupply(call: Call, products: readonly Product[]): Promise<void> {
  for (const { id, category } of products)
    if (SUPPLY[category]) await call('PUT', `/products/${id}/supply`, SUPPLY[category]);
  const [other] = products.filter(({ code }) => code.startsWith('KRB')).map(({ supplier_id }) => supplier_id);
  for (const { id } of products.filter(({ code }) => code.startsWith('SOL')))
    await call('POST', '/prices', {
      product_id: id,
      supplier_id: other,
      price: 0.82,
      start_date: dayOf(100),
      lead_days: 30,
    });
}

/** Orders most products that are below their minimum; products that customer orders need stay proposals. */
export async function orderLowStock(call: Call): Promise<void> {
  const { proposals } = await call<PurchaseProposals>('GET', '/purchase-proposals');
  const low = proposals.filter(({ need_day, problem }) => need_day === null && problem === null);
  const lines = low
    .filter((_, index) => index % LEFT !== 0)
    .map(({ product_id, supplier_id, need_day, shortage, quantity, unit_price, arrival_day }) => ({
      ...{ product_id, supplier_id, need_day, shortage, quantity, unit_price },
      requested_arrival_date: arrival_day,
    }));
  await call('POST', '/purchase-proposals/order', { lines });
}
