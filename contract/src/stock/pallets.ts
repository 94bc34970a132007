/** Pallets: batches of one product combined into a new one. */
import { z } from 'zod';
import { post } from '../core/endpoint.ts';
import { id, optionalText, positive } from '../core/fields.ts';
import { MOST_REELS, SSCC_USED_UP } from './reels.ts';

export const PalletInput = z
  .object({
    product_id: id(),
    warehouse_id: id(),
    items: z
      .array(z.object({ batch_id: id(), quantity: positive() }))
      .min(1)
      .max(MOST_REELS),
    /** The new batch; default: the SSCC, if the company has a GS1 prefix. */
    batch_number: optionalText(),
  })
  .meta({ id: 'PalletInput' });
export type PalletInput = z.output<typeof PalletInput>;

export const Pallet = z
  .object({ batch_id: z.int(), batch_number: z.string(), sscc: z.string().nullable(), quantity: z.number() })
  .meta({ id: 'Pallet' });
export type Pallet = z.infer<typeof Pallet>;

export const pallets = {
  create: post('/pallets', {
    summary: 'Combine batches of a product into one',
    description:
      'Takes quantities of several batches of one product and makes a new batch of them, with the earliest of their dates. Without `batch_number` the new batch is named by an SSCC.',
    needs: 'stock.write',
    body: PalletInput,
    reply: Pallet,
    errors: {
      NOT_CONFIGURED: SSCC_USED_UP,
      INSUFFICIENT_STOCK: 'The warehouse does not hold the quantity of a batch.',
      ON_HOLD: 'The batch is on hold.',
    },
  }),
};
