/** Stock counts: one per warehouse, filled in during operation and posted once. */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { audit, decimal, id, instant, notes, optionalText, queryId, unlessEmpty } from '../core/fields.ts';

export const COUNT_STATUSES = ['open', 'posted'] as const;

export const StockCountInput = z.object({ warehouse_id: id(), notes: notes() }).meta({ id: 'StockCountInput' });

const countRow = {
  id: z.int(),
  warehouse_id: z.int(),
  warehouse_name: z.string(),
  status: z.enum(COUNT_STATUSES),
  notes: z.string().nullable(),
  /** Number of counted lines, and of those that differ. */
  counted_items: z.int(),
  different_items: z.int(),
  posted_at: z.string().nullable(),
  posted_by: z.int().nullable(),
  posted_by_name: z.string().nullable(),
  ...audit,
};
export const StockCountRow = z.object(countRow).meta({ id: 'StockCountRow' });
export type StockCountRow = z.infer<typeof StockCountRow>;

/** The book quantity and the counted quantity of a line; null if it is not counted. */
export const StockCountItem = z
  .object({
    product_id: z.int(),
    product_code: z.string(),
    product_name: z.string(),
    unit_of_measure: z.string(),
    /** Null for a counted batch without movements. */
    batch_id: z.int().nullable(),
    batch_number: z.string().nullable(),
    expiry_date: z.string().nullable(),
    /** The balance at the time of the count; for an uncounted line the current balance. */
    book_quantity: z.number(),
    counted_quantity: z.number().nullable(),
    /** Counted minus book. */
    difference: z.number().nullable(),
    counted_at: z.string().nullable(),
    counted_by: z.int().nullable(),
    counted_by_name: z.string().nullable(),
  })
  .meta({ id: 'StockCountItem' });
export type StockCountItem = z.infer<typeof StockCountItem>;

export const StockCount = z.object({ ...countRow, items: z.array(StockCountItem) }).meta({ id: 'StockCount' });
export type StockCount = z.infer<typeof StockCount>;

export const CountedInput = z
  .object({
    items: z
      .array(
        z.object({
          product_id: id(),
          batch_number: optionalText(),
          /** Empty means not counted; zero means zero. Sending an unchanged quantity keeps the time of its count. */
          counted_quantity: decimal().nullable(),
          /** When the goods were counted, for counts sent later: from the opening of the sheet to now. Default: now. */
          counted_at: unlessEmpty(instant()),
        }),
      )
      .min(1)
      .max(1000),
  })
  .meta({ id: 'CountedInput' });
export type CountedInput = z.output<typeof CountedInput>;

export const stockCounts = {
  list: list('/stock-counts', {
    summary: 'Stock counts, newest first',
    description: 'Lists stock counts, newest first, with the number of counted lines.',
    needs: 'stock.read',
    row: StockCountRow,
    most: GROWING_ROWS,
    sort: ['created_at', 'warehouse_name', 'status', 'notes', 'counted_items', 'different_items', 'posted_at'],
    filters: { status: z.enum(COUNT_STATUSES).optional(), warehouse_id: queryId().optional() },
  }),
  get: get('/stock-counts/{id}', {
    summary: 'One stock count with its lines',
    description: 'Returns one stock count with its sheet: the booked and the counted quantity of each batch.',
    needs: 'stock.read',
    reply: StockCount,
  }),
  create: post('/stock-counts', {
    summary: 'Open a stock count of a warehouse',
    description: 'Opens a stock count of one warehouse. Stock movements continue during the count.',
    needs: 'stock.write',
    body: StockCountInput,
    reply: StockCount,
  }),
  count: put('/stock-counts/{id}/items', {
    summary: 'Save counted quantities',
    description:
      'Stores counted quantities. The difference of each line is taken from the balance at the moment of the count; `null` means not counted. A client that sends a count later gives the moment as `counted_at`: the balance is then that of the entries booked until this moment, which lies between the opening of the sheet and now.',
    needs: 'stock.write',
    body: CountedInput,
    reply: StockCount,
    errors: {
      INVALID_TRANSITION: 'The count is posted already.',
      STALE_VERSION: 'Another user changed the count since the version in `If-Match` was read.',
    },
  }),
  post: post('/stock-counts/{id}/post', {
    summary: 'Post the differences of a count, once',
    description: 'Books the differences of a count in one transaction.',
    needs: 'stock.write',
    reply: StockCount,
    status: 200,
    errors: {
      VALIDATION: 'No line of the count is counted.',
      INSUFFICIENT_STOCK: 'A difference would make a balance negative, because goods left after they were counted.',
      INVALID_TRANSITION: 'The count is posted already.',
      STALE_VERSION: 'Another user changed the count since the version in `If-Match` was read.',
    },
  }),
  remove: del('/stock-counts/{id}', {
    summary: 'Delete a count that is not posted',
    description: 'Deletes a count that is not posted. The stock does not change.',
    needs: 'stock.write',
    errors: { INVALID_TRANSITION: 'The count is posted.' },
  }),
};
