/** The value of the stock at the end of a day, at the prices valid on it. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import { CURRENCIES, day, queryFlag, queryId } from '../core/fields.ts';

export const ValuedRow = z
  .object({
    product_id: z.int(),
    product_code: z.string(),
    product_description: z.string(),
    unit_of_measure: z.string(),
    warehouse_id: z.int(),
    warehouse_name: z.string(),
    batch_id: z.int().nullable(),
    batch_number: z.string().nullable(),
    quantity: z.number(),
    unit_price: z.number(),
    currency: z.enum(CURRENCIES),
    /** quantity × unit_price, to 2 decimals: totals per currency are sums of these. */
    value: z.number(),
  })
  .meta({ id: 'ValuedRow' });
export type ValuedRow = z.infer<typeof ValuedRow>;

export const valuation = {
  get: get('/stock/valuation', {
    summary: 'Stock valuation at the end of endDate, and the movements since startDate',
    description:
      'Values the stock at the end of `endDate` with the prices valid on that day. Values are summed per currency and never converted.',
    needs: 'valuation.read',
    query: z.object({
      /** Both are today if absent. */
      startDate: day().optional(),
      endDate: day().optional(),
      warehouseId: z.union([z.literal('all').transform(() => undefined), queryId()]).optional(),
      /** Includes products without a price, at 0. */
      showZeroPrices: queryFlag().optional(),
    }),
    reply: z.object({
      items: z.array(ValuedRow),
      movements: z.object({ loads: z.array(ValuedRow), unloads: z.array(ValuedRow) }),
    }),
  }),
};
