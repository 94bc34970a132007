/** Parts that the price lists of suppliers and customers share: a product, a price, and a period of days. */
import { z } from 'zod';
import { bulkIds, bulkResults } from './bulk.ts';
import { audit, CURRENCIES, day, decimal, id, unlessEmpty, whole } from './fields.ts';
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
/** Decimals to which a raise may round. */
export const LEAST_RAISE_DECIMALS = 2;
export const MOST_RAISE_DECIMALS = 5;
export const PricesRaise = z
  .object({
    ids: bulkIds(),
    /** Percent; negative lowers the prices. */
    percent: decimal(null).gt(-100),
    /** The first day of the new prices. */
    start_date: day(),
    /** Decimals of the new prices; 5 if absent. */
    decimals: unlessEmpty(whole(LEAST_RAISE_DECIMALS).max(MOST_RAISE_DECIMALS)),
    dry_run: unlessEmpty(z.boolean()),
  })
  .meta({ id: 'PricesRaise' });
export type PricesRaise = z.output<typeof PricesRaise>;

/** The reply of a raise: a result per price. */
export const raisedPrices = bulkResults({
  id: z.int(),
  old_price: z.number().nullable(),
  new_price: z.number().nullable(),
  /** The id of the new price; null when it was refused or not written. */
  new_id: z.int().nullable(),
  /** The activity of the raise, for `POST /undo/{activity_id}`; null when it was refused or not written. */
  activity_id: z.int().nullable(),
});
/** Describes a raise in the reference of the API. */
export const RAISE =
  'Ends each price on the day before `start_date` and creates a new one from `start_date` to the former end, rounded to `decimals` (2 to 5; 5 if absent); each price as an act of its own. `PRICE_OVERLAP`: the price starts on or after `start_date`, or a later one is valid then. `INVALID_TRANSITION`: the price ended before. `activity_id` is for `POST /undo/{activity_id}`. `dry_run` computes the same answer and writes nothing.';

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
