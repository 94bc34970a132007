/** One batch of a product: where it is, and all movements of it. */
import { z } from 'zod';
import { get, GROWING_ROWS, post } from '../core/endpoint.ts';
import { text } from '../core/fields.ts';
import { BatchMovement } from './movements.ts';

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
    /** Why nothing is taken from the batch; null if it is not on hold. */
    hold_reason: z.string().nullable(),
    held_at: z.string().nullable(),
    held_by_name: z.string().nullable(),
    sscc: z.string().nullable(),
    version: z.int(),
    /** The warehouses that hold goods of the batch. */
    stock: z.array(z.object({ warehouse_id: z.int(), warehouse_name: z.string(), quantity: z.number() })),
    /** What was produced of the batch on order lines that are not loaded; absent if there is none. */
    to_load: z.object({ quantity: z.number(), production_date: z.string() }).optional(),
    /** Newest first, at most 1,000. */
    movements: z.array(BatchMovement),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

/** The reason of a hold or of its release. */
export const HoldInput = z.object({ reason: text() }).meta({ id: 'HoldInput' });

export const BatchHold = z
  .object({
    batch_id: z.int(),
    batch_number: z.string(),
    product_id: z.int(),
    /** Null after a release. */
    hold_reason: z.string().nullable(),
    held_at: z.string().nullable(),
    held_by: z.int().nullable(),
    version: z.int(),
  })
  .meta({ id: 'BatchHold' });
export type BatchHold = z.infer<typeof BatchHold>;

/** The maximum number of movements in an answer. */
export const MOST_BATCH_MOVEMENTS = GROWING_ROWS;

export const batches = {
  get: get('/batches/{id}', {
    summary: 'One batch: its product, dates, stock and movements',
    description:
      'Returns a batch with its product and dates, the warehouses that hold it, and its newest 1,000 movements. The movements show where its goods came from and where they went. `to_load` has the goods that were produced and are not loaded, with their first day; it is absent if there are none.',
    needs: 'stock.read',
    reply: Batch,
  }),
  hold: post('/batches/{id}/hold', {
    summary: 'Put a batch on hold',
    description:
      'Puts a batch on hold: sales, unloads by hand, splits and consumption of it are refused, and it is not allocated. Transfers, counts and reversals stay possible.',
    needs: 'quality.hold',
    status: 200,
    body: HoldInput,
    reply: BatchHold,
    errors: {
      INVALID_TRANSITION: 'The batch is on hold already.',
      STALE_VERSION: 'Another user changed the batch since the version in `If-Match` was read.',
    },
  }),
  release: post('/batches/{id}/release', {
    summary: 'Release a batch from hold',
    description: 'Ends the hold of a batch. The reason goes into the activity log.',
    needs: 'quality.release',
    status: 200,
    body: HoldInput,
    reply: BatchHold,
    errors: {
      INVALID_TRANSITION: 'The batch is not on hold.',
      STALE_VERSION: 'Another user changed the batch since the version in `If-Match` was read.',
    },
  }),
};
