import type { CustomerPrice } from '@bobina/contract/orders/customer-prices.ts';
import { api } from '../../../lib/api/api.ts';
import type { PriceKind } from '../../../ui/prices/price-kind.ts';
import { CUSTOMER_PRICES } from '../filters.ts';

export const CUSTOMER_PRICE_KIND: PriceKind<CustomerPrice> = {
  path: CUSTOMER_PRICES,
  writing: 'customer_prices.write',
  list: api.customerPrices.list,
  get: api.customerPrices.get,
  update: api.customerPrices.update,
  remove: api.customerPrices.remove,
  raise: api.customerPrices.raise,
  partyId: 'customer_id',
  partyName: 'customer_name',
  shownIn: ['customerPrices'],
};
