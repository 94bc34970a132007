/** One batch of a product: where it is, and all movements of it. */
import { z } from 'zod';
import { get, GROWING_ROWS } from '../core/endpoint.ts';
import { Movement } from './movements.ts';

export const Batch = z
  .object({
    id: z.int(),
    product_id: z.int(),
    code: z.string(),
    /** The description when a product has no name. */
    product_name: z.string(),
    unit_of_measure: z.string(),
    batch_number: z.string(),
    production_date: z.string().nullable(),
    expiry_date: z.string().nullable(),
    /** The warehouses that hold goods of the batch. */
    stock: z.array(z.object({ warehouse_id: z.int(), warehouse_name: z.string(), quantity: z.number() })),
    /** Newest first, at most 1,000. */
    movements: z.array(Movement),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

/** The maximum number of movements in an answer. */
export const MOST_BATCH_MOVEMENTS = GROWING_ROWS;

export const batches = {
  get: get('/batches/{id}', {
    summary: 'One batch: its product, dates, stock and movements',
    description:
      'Returns a batch with its product and dates, the warehouses that hold it, and its newest 1,000 movements. The movements show where its goods came from and where they went.',
    needs: 'stock.read',
    reply: Batch,
  }),
};
