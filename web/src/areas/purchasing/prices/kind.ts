import type { Price } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import type { PriceKind } from '../../../ui/prices/price-kind.ts';

export const SUPPLIER_PRICE_KIND: PriceKind<Price> = {
  path: '/operazioni/prezzi',
  writing: 'prices.write',
  list: api.prices.list,
  get: api.prices.get,
  update: api.prices.update,
  remove: api.prices.remove,
  raise: api.prices.raise,
  partyId: 'supplier_id',
  partyName: 'supplier_name',
  shownIn: ['prices', 'purchaseOrders', 'valuation'],
};
