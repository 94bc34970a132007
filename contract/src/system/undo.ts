/** Undo: the linked reversal of an act, named by the activity that its answer gave in `X-Activity-Id`. */
import { z } from 'zod';
import { post } from '../core/endpoint.ts';

export const Undone = z
  .object({
    /** The activity of the reversal. */
    activity_id: z.int(),
    entity: z.string(),
    id: z.int().nullable(),
  })
  .meta({ id: 'Undone' });

export const undo = {
  undo: post('/undo/{activity_id}', {
    summary: 'Undo an act',
    description:
      'Reverses an act by a new one that is linked to it; nothing is rewritten. `activity_id` is the `X-Activity-Id` header of the answer to the act, or the field of a result. Deleted master data, prices and orders are restored as the same row. A deleted manual movement, draft invoice, operation or scheduling comes back as a new one with the same content. A raised price gets its former end, and the new one is deleted. A transfer is taken back, a production load is reversed, and a drop on the board puts the jobs back. The answer names the activity, the entity and the row of the reversal. Requires the capability of the act.',
    needs: 'signed-in',
    status: 200,
    reply: Undone,
    errors: {
      FORBIDDEN: 'The role of the user lacks the capability of the act.',
      CANNOT_UNDO:
        'The act cannot be undone, was undone already, or the state no longer allows it. `message` gives the reason.',
    },
  }),
};
