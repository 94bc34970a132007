/** Parts that the price lists of suppliers and customers share: a product, a price, and a period of days. */
import { z } from 'zod';
import { audit, CURRENCIES, day, decimal, id, unlessEmpty } from './fields.ts';
import { PRICE_STATUSES } from './price-statuses.ts';

export const pricedProduct = {
  id: z.int(),
  product_id: z.int(),
  product_code: z.string(),
  /** The description when a product has no name. */
  product_name: z.string(),
};
export const pricePeriod = {
  price: z.number(),
  currency: z.enum(CURRENCIES),
  start_date: z.string(),
  end_date: z.string().nullable(),
  /** Valid on the company's current day. */
  status: z.enum(PRICE_STATUSES),
  ...audit,
};
/** The fields of a price in a body, besides the supplier or customer. */
export const priceFields = {
  product_id: id(),
  price: decimal(),
  start_date: day(),
  /** The last valid day; empty for no end. */
  end_date: day().nullish(),
};
/** The field of a new price that ends the price before it in the same act. */
export const closesPrevious = {
  /** `true`: a price that is valid on `start_date` and begins before it ends on the day before. */
  closes_previous: unlessEmpty(z.boolean()),
};
/** The sortable columns of a list of prices, besides the supplier or customer. */
export const PRICE_SORT = [
  'product_code',
  'product_name',
  'price',
  'currency',
  'start_date',
  'end_date',
  'status',
  'created_at',
  'modified_at',
] as const;
