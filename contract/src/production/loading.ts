/** Loads finished production into a warehouse. */
import { z } from 'zod';
import { del, get, post } from '../core/endpoint.ts';
import { id, optionalText, positive } from '../core/fields.ts';
import { requiredAs } from '../core/required-as.ts';
import { MOST_LINES } from '../orders/orders.ts';
import { ProductionItem } from './items.ts';

export const LoadInput = z
  .object({
    itemId: id(),
    warehouseId: requiredAs('warehouseRequired', id()),
    quantity: positive(),
    /** One batch for everything, instead of the batches of the operations. */
    batch_number: optionalText(),
  })
  .meta({ id: 'ProductionLoadInput' });
/** The quantities up to which an item may be loaded: the produced and the ordered one. */
export function loadRests<Q>(produced: Q, ordered: Q): Q[] {
  return [produced, ordered];
}
export type LoadInput = z.output<typeof LoadInput>;

/** A part of a load; without a batch number if the product is not managed by batch. */
const LoadedPart = z.object({ batch_number: z.string().nullable(), quantity: z.number() });

export const LoadPreviewInput = z
  .object({
    items: z
      .array(z.object({ itemId: id(), quantity: positive() }))
      .min(1)
      .max(MOST_LINES),
  })
  .meta({ id: 'ProductionLoadPreviewInput' });

/** The batches that a load of each item would book, in the order of the items. */
export const LoadPreview = z
  .object({ items: z.array(z.object({ item_id: z.int(), batches: z.array(LoadedPart) })) })
  .meta({ id: 'ProductionLoadPreview' });
export type LoadPreview = z.infer<typeof LoadPreview>;

/** The booked quantities of an item, and their warehouse. */
export const LoadedGoods = z
  .object({ batches: z.array(LoadedPart.extend({ warehouse_name: z.string() })) })
  .meta({ id: 'ProductionLoadedGoods' });
export type LoadedGoods = z.infer<typeof LoadedGoods>;

/** A loaded batch of a product that is kept by reel; a batch that is not a reel can be split into reels. */
export const LoadedReelBatch = z
  .object({ batch_id: z.int(), batch_number: z.string(), is_reel: z.boolean() })
  .meta({ id: 'LoadedReelBatch' });
export type LoadedReelBatch = z.infer<typeof LoadedReelBatch>;

/** The quantities that a forced completion would load, and their warehouse. */
export const CompletionPreview = z
  .object({
    item_id: z.int(),
    order_number: z.string(),
    code: z.string(),
    unit_of_measure: z.string(),
    quantity: z.number(),
    /** The first batch; null if the product is not managed by batch. */
    batch_number: z.string().nullable(),
    batches: z.array(LoadedPart),
    warehouse_id: z.int().nullable(),
    warehouse_name: z.string().nullable(),
  })
  .meta({ id: 'CompletionPreview' });
export type CompletionPreview = z.infer<typeof CompletionPreview>;

export const productionLoading = {
  previewCompletion: get('/production/force-completion/{itemId}', {
    summary: 'Quantities and warehouse of a forced completion',
    description: 'Returns the quantity, batch and warehouse that a forced completion would load.',
    needs: 'production.load',
    reply: CompletionPreview,
    errors: { ALREADY_COMPLETED: 'The order line is completed and loaded already.' },
  }),
  forceCompletion: post('/production/force-completion/{itemId}', {
    summary: 'Complete an item in its current state and load the rest',
    description:
      'Completes an order line in its current state and loads the rest. If nothing was produced, an operation for the whole quantity is added.',
    needs: 'production.load',
    status: 200,
    body: z.object({ warehouse_id: id().nullish() }).meta({ id: 'ForceCompletionInput' }),
    reply: ProductionItem,
    errors: { ALREADY_COMPLETED: 'The order line is completed and loaded already.' },
  }),
  load: post('/production/load-to-warehouse', {
    summary: 'Load a completed item into a warehouse, once',
    description:
      'Loads a completed order line into a warehouse, once. Batches are taken from the operations in their order.',
    needs: 'production.load',
    body: LoadInput,
    reply: z.object({
      movement_ids: z.array(z.string()),
      item: ProductionItem,
      /** Empty if the product is not kept by reel. */
      reel_batches: z.array(LoadedReelBatch),
    }),
    errors: {
      ALREADY_LOADED: 'The order line was loaded already.',
      INVALID_TRANSITION: 'The order line is not completed.',
    },
  }),
  previewLoad: post('/production/load-to-warehouse/preview', {
    summary: 'Preview of production loads: their batches, with the same checks of quantities',
    description:
      'Returns the batches that production loads would book. It refuses the quantities that the load itself would refuse.',
    needs: 'production.load',
    status: 200,
    body: LoadPreviewInput,
    reply: LoadPreview,
  }),
  loaded: get('/production/load-to-warehouse/{itemId}', {
    summary: 'Batches and warehouse of the load of an item',
    description: 'Returns the batches and the warehouse that the load of an order line booked.',
    needs: 'production.load',
    reply: LoadedGoods,
  }),
  undo: del('/production/load-to-warehouse/{itemId}', {
    summary: 'Undo a load while its goods are in stock',
    description: 'Reverses a production load while the goods are still in stock.',
    needs: 'production.load',
    errors: {
      INSUFFICIENT_STOCK: 'The loaded goods are no longer in the warehouse.',
      REEL_MOUNTED: 'A loaded reel is mounted on a machine.',
    },
  }),
};
