/** What is in stock, now or at the end of a past day. */
import { z } from 'zod';
import { list } from '../core/endpoint.ts';
import { day, queryId } from '../core/fields.ts';

/** One row per product, warehouse and batch with a quantity other than 0. */
export const StockRow = z
  .object({
    product_id: z.int(),
    product_code: z.string(),
    /** The description where a product has no name. */
    product_name: z.string(),
    product_description: z.string(),
    product_category: z.string(),
    unit_of_measure: z.string(),
    warehouse_id: z.int(),
    warehouse_name: z.string(),
    batch_number: z.string().nullable(),
    production_date: z.string().nullable(),
    expiry_date: z.string().nullable(),
    quantity: z.number(),
  })
  .meta({ id: 'StockRow' });
export type StockRow = z.infer<typeof StockRow>;

export const ProductStockRow = StockRow.pick({
  warehouse_id: true,
  warehouse_name: true,
  batch_number: true,
  quantity: true,
  production_date: true,
  expiry_date: true,
}).meta({ id: 'ProductStockRow' });
export type ProductStockRow = z.infer<typeof ProductStockRow>;

export const stock = {
  list: list('/stock', {
    summary: 'Stock levels by product, warehouse and batch',
    description: 'Lists stock by product, warehouse and batch. `as_of` gives the stock at the end of a past day.',
    needs: 'stock.read',
    row: StockRow,
    sort: [
      'product_code',
      'product_name',
      'product_description',
      'product_category',
      'unit_of_measure',
      'warehouse_name',
      'batch_number',
      'production_date',
      'expiry_date',
      'quantity',
    ],
    filters: { warehouse_id: queryId().optional(), product_id: queryId().optional(), as_of: day().optional() },
  }),
  ofProduct: list('/stock/product/{productId}', {
    summary: 'Where a product is, earliest expiry first',
    description: 'Lists where a product is stocked, earliest expiry first.',
    needs: 'stock.read',
    row: ProductStockRow,
    sort: ['expiry_date', 'production_date', 'warehouse_name', 'batch_number', 'quantity'],
    filters: { warehouse_id: queryId().optional(), as_of: day().optional() },
  }),
};
