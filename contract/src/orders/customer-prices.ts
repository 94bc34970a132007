/** Prices of products for customers with their validity. */
import { z } from 'zod';
import { del, get, list, post, postActs, put } from '../core/endpoint.ts';
import { CURRENCIES, id, queryId } from '../core/fields.ts';
import {
  closesPrevious,
  PRICE_SORT,
  priceFields,
  pricedProduct,
  pricePeriod,
  PricesRaise,
  RAISE,
  raisedPrices,
} from '../core/price-period.ts';
import { PRICE_STATUSES } from '../core/price-statuses.ts';

export const CustomerPriceInput = z.object({ customer_id: id(), ...priceFields }).meta({ id: 'CustomerPriceInput' });
export type CustomerPriceInput = z.output<typeof CustomerPriceInput>;

export const NewCustomerPrice = CustomerPriceInput.extend(closesPrevious).meta({ id: 'NewCustomerPrice' });
export type NewCustomerPrice = z.output<typeof NewCustomerPrice>;

export const CustomerPrice = z
  .object({ ...pricedProduct, customer_id: z.int(), customer_name: z.string(), ...pricePeriod })
  .meta({ id: 'CustomerPrice' });
export type CustomerPrice = z.infer<typeof CustomerPrice>;

export const PRICE_SOURCES = ['list', 'last'] as const;
export const PriceForCustomer = z
  .object({
    /** The price of the list, otherwise the last one; null without either. */
    price: z.number().nullable(),
    source: z.enum(PRICE_SOURCES).nullable(),
    /** The first day of the price in the list, or the day of the last order. */
    day: z.string().nullable(),
    /** The customer's currency. */
    currency: z.enum(CURRENCIES),
    /** The price of the customer's last order line for the product, also when the list has a price. */
    last_price: z.number().nullable(),
    last_day: z.string().nullable(),
  })
  .meta({ id: 'PriceForCustomer' });
export type PriceForCustomer = z.infer<typeof PriceForCustomer>;

const OVERLAP = 'Another price of the same customer and product is valid on a day of the period.';

export const customerPrices = {
  list: list('/customer-prices', {
    shownAs: 'customer_price',
    summary: 'Prices of customers',
    description: 'Lists the prices of customers with their validity periods.',
    needs: 'customer_prices.read',
    row: CustomerPrice,
    sort: [...PRICE_SORT, 'customer_name'],
    filters: {
      product_id: queryId().optional(),
      customer_id: queryId().optional(),
      status: z.enum(PRICE_STATUSES).optional(),
    },
  }),
  for: get('/customer-prices/for', {
    summary: 'The price of a product for a customer',
    description:
      "Returns the price of the customer's list that is valid today, otherwise the price of the customer's last order line for the product. A price of the list in another currency than the customer's does not count.",
    needs: 'customer_prices.read',
    query: z.object({ customer_id: queryId(), product_id: queryId() }),
    reply: PriceForCustomer,
  }),
  get: get('/customer-prices/{id}', {
    summary: 'One price of a customer',
    description: 'Returns an agreed price of a customer with its product and validity period.',
    needs: 'customer_prices.read',
    reply: CustomerPrice,
  }),
  create: post('/customer-prices', {
    summary: 'Create a price of a customer',
    description:
      "Creates a price of a product for a customer, in the customer's currency, for a period of days. Without `end_date` the period has no end. With `closes_previous`, the earlier price of the same customer and product ends on the day before, if it is still valid on `start_date`; both changes are one act.",
    needs: 'customer_prices.write',
    body: NewCustomerPrice,
    reply: CustomerPrice,
    errors: { PRICE_OVERLAP: OVERLAP },
  }),
  update: put('/customer-prices/{id}', {
    summary: 'Change a price of a customer',
    description:
      "Changes a price of a customer. The currency stays unless the price or the customer changes: then it is the customer's.",
    needs: 'customer_prices.write',
    body: CustomerPriceInput.partial(),
    reply: CustomerPrice,
    errors: {
      PRICE_OVERLAP: OVERLAP,
      STALE_VERSION: 'Another user changed the price since the version in `If-Match` was read.',
    },
  }),
  raise: postActs('/customer-prices/bulk/raise', {
    summary: 'Raise several prices of customers by a percentage from a day on',
    description: `${RAISE} The new price keeps the currency of the old one.`,
    needs: 'customer_prices.write',
    body: PricesRaise,
    reply: raisedPrices,
  }),
  remove: del('/customer-prices/{id}', {
    summary: 'Delete a price of a customer',
    description: 'Deletes a price of a customer. Orders keep the prices of their lines.',
    needs: 'customer_prices.write',
  }),
};
