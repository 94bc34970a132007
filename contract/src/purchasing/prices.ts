/** Supplier prices of products with their validity. */
import { z } from 'zod';
import { del, get, list, post, postActs, put } from '../core/endpoint.ts';
import { CURRENCIES, decimal, id, oneOf, queryId, whole } from '../core/fields.ts';
import { MOST_DAYS } from './supply.ts';
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

export const PriceInput = z
  .object({
    ...priceFields,
    supplier_id: id(),
    /** Empty: the currency of the product. */
    currency: oneOf(CURRENCIES).nullish(),
    /** The price holds from this quantity on; empty for 0. Only purchase proposals read prices above 0. */
    from_quantity: decimal().nullish(),
    /** Working days from the order to the arrival; empty for those of the product. */
    lead_days: whole().max(MOST_DAYS).nullish(),
  })
  .meta({ id: 'PriceInput' });
export type PriceInput = z.output<typeof PriceInput>;

export const NewPrice = PriceInput.extend(closesPrevious).meta({ id: 'NewPrice' });
export type NewPrice = z.output<typeof NewPrice>;

export const Price = z
  .object({
    ...pricedProduct,
    supplier_id: z.int(),
    supplier_name: z.string(),
    from_quantity: z.number(),
    lead_days: z.int().nullable(),
    ...pricePeriod,
  })
  .meta({ id: 'Price' });
export type Price = z.infer<typeof Price>;

const SORT = [...PRICE_SORT, 'supplier_name', 'from_quantity'] as const;

export const prices = {
  list: list('/prices', {
    summary: 'Prices',
    description: 'Lists supplier prices with their validity periods.',
    needs: 'prices.read',
    row: Price,
    sort: SORT,
    filters: {
      product_id: queryId().optional(),
      supplier_id: queryId().optional(),
      status: z.enum(PRICE_STATUSES).optional(),
    },
  }),
  ofProduct: list('/prices/product/{productId}', {
    summary: 'Prices of a product',
    description:
      'Lists the prices of a product from quantity 0 on. `GET /prices` with `product_id` lists its quantity breaks too.',
    needs: 'prices.read',
    row: Price,
    sort: SORT,
  }),
  get: get('/prices/{id}', {
    summary: 'One price',
    description: 'Returns a purchase price with its product, supplier and validity period.',
    needs: 'prices.read',
    reply: Price,
  }),
  create: post('/prices', {
    summary: 'Create a price',
    description:
      'Creates a price of a product from a supplier for a period of days. Without `end_date` the period has no end. With `closes_previous`, the earlier price of the same product, supplier and `from_quantity` ends on the day before, if it is still valid on `start_date`; both changes are one act.',
    needs: 'prices.write',
    body: NewPrice,
    reply: Price,
    errors: {
      PRICE_OVERLAP: 'Another price of the same product, supplier and `from_quantity` is valid on a day of the period.',
    },
  }),
  update: put('/prices/{id}', {
    summary: 'Change a price',
    description: 'Changes a purchase price. Absent fields keep their value. Orders that exist keep their prices.',
    needs: 'prices.write',
    body: PriceInput.partial(),
    reply: Price,
    errors: {
      PRICE_OVERLAP: 'Another price of the same product, supplier and `from_quantity` is valid on a day of the period.',
      STALE_VERSION: 'Another user changed the price since the version in `If-Match` was read.',
    },
  }),
  raise: postActs('/prices/bulk/raise', {
    summary: 'Raise several prices by a percentage from a day on',
    description: RAISE,
    needs: 'prices.write',
    body: PricesRaise,
    reply: raisedPrices,
  }),
  remove: del('/prices/{id}', {
    summary: 'Delete a price',
    description: 'Deletes a price. Orders keep the prices of their lines.',
    needs: 'prices.write',
  }),
};
