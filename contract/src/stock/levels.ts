/** Stock levels, current or at the end of a past day. */
import { z } from 'zod';
import { list } from '../core/endpoint.ts';
import { day, queryFlag, queryId, queryText, UNITS } from '../core/fields.ts';

/** One row per product, warehouse and batch with a quantity other than 0. */
export const StockRow = z
  .object({
    product_id: z.int(),
    product_code: z.string(),
    /** The description when a product has no name. */
    product_name: z.string(),
    product_description: z.string(),
    product_category: z.string(),
    unit_of_measure: z.string(),
    warehouse_id: z.int(),
    warehouse_name: z.string(),
    batch_id: z.int().nullable(),
    batch_number: z.string().nullable(),
    production_date: z.string().nullable(),
    expiry_date: z.string().nullable(),
    quantity: z.number(),
    /** Why the batch is on hold; null if it is not. */
    hold_reason: z.string().nullable(),
    /** The serial shipping container code of a reel or a packed unit; null for other goods. */
    sscc: z.string().nullable(),
  })
  .meta({ id: 'StockRow' });
export type StockRow = z.infer<typeof StockRow>;

export const ProductStockRow = StockRow.pick({
  warehouse_id: true,
  warehouse_name: true,
  batch_id: true,
  batch_number: true,
  quantity: true,
  production_date: true,
  expiry_date: true,
  hold_reason: true,
}).meta({ id: 'ProductStockRow' });
export type ProductStockRow = z.infer<typeof ProductStockRow>;

export const STOCK_GROUPS = ['product', 'warehouse', 'product_warehouse'] as const;
/** A sum of the stock, with the columns of its grouping. A warehouse has one row for each unit. */
export const StockSummaryRow = z
  .object({
    product_id: z.int().optional(),
    code: z.string().optional(),
    /** The description when a product has no name. */
    product_name: z.string().optional(),
    description: z.string().optional(),
    category: z.string().optional(),
    warehouse_id: z.int().optional(),
    warehouse_name: z.string().optional(),
    unit_of_measure: z.enum(UNITS),
    quantity: z.number(),
    /** The part of the quantity in batches that are on hold today; only when grouped by product. Null for a past day. */
    held: z.number().nullable().optional(),
    /** What open orders to suppliers still bring, to any warehouse; only when grouped by product. Null for a past day. */
    coming: z.number().nullable().optional(),
    /** The day on which the first of it is expected; null if nothing is. */
    coming_on: z.string().nullable().optional(),
    /** Of the product; only when grouped by product or by product and warehouse. */
    scorta_minima: z.number().nullable().optional(),
    /** Number of warehouses that hold the product; only when grouped by product. */
    warehouses: z.int().optional(),
    batches: z.int(),
  })
  .meta({ id: 'StockSummaryRow' });
export type StockSummaryRow = z.infer<typeof StockSummaryRow>;

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
    filters: {
      warehouse_id: queryId().optional(),
      product_id: queryId().optional(),
      code: queryText().optional(),
      description: queryText().optional(),
      category: queryText().optional(),
      as_of: day().optional(),
      /** Batches that expire between these days; excludes batches without an expiry. */
      expires_from: day().optional(),
      expires_until: day().optional(),
    },
  }),
  summary: list('/stock/summary', {
    summary: 'Stock levels summed by product, by warehouse and unit, or by product and warehouse',
    description:
      'Sums stock over batches by product, by warehouse and unit, or by product and warehouse. `low_stock=true` lists the active products below their minimum stock.',
    needs: 'stock.read',
    row: StockSummaryRow,
    sort: [
      'code',
      'product_name',
      'description',
      'category',
      'warehouse_name',
      'unit_of_measure',
      'quantity',
      'held',
      'coming',
      'coming_on',
      'scorta_minima',
      'warehouses',
      'batches',
    ],
    filters: {
      /** `product` if absent. */
      group: z.enum(STOCK_GROUPS).optional(),
      code: queryText().optional(),
      description: queryText().optional(),
      category: queryText().optional(),
      product_id: queryId().optional(),
      warehouse_id: queryId().optional(),
      as_of: day().optional(),
      /** Grouped by product only: active products below their `scorta_minima`, including those without any stock. */
      low_stock: queryFlag().optional(),
    },
  }),
  ofProduct: list('/stock/product/{productId}', {
    summary: 'Stock of a product by warehouse and batch, earliest expiry first',
    description: 'Lists where a product is stocked, earliest expiry first.',
    needs: 'stock.read',
    row: ProductStockRow,
    sort: ['expiry_date', 'production_date', 'warehouse_name', 'batch_number', 'quantity'],
    filters: { warehouse_id: queryId().optional(), as_of: day().optional() },
  }),
};
