/** Production operations: produced quantities of an item, by batch. */
import { z } from 'zod';
import { del, list, post, put } from '../core/endpoint.ts';
import { audit, day, decimal, id, notes, text, unlessEmpty } from '../core/fields.ts';
import { requiredAs } from '../core/required-as.ts';
import { ProductionItem } from './items.ts';

function produced() {
  return requiredAs(
    'produced_required',
    decimal(null).refine((value) => value > 0, { params: { code: 'produced_above' } }),
  );
}

export const OperationInput = z
  .object({
    order_item_id: id(),
    batch_number: requiredAs('batch_required', text()),
    /**
     * A whole number in every unit. A fraction is accepted only if it is the stored value or exactly what is left of
     * the item.
     */
    quantity_produced: produced(),
    is_completed: unlessEmpty(z.boolean()),
    notes: notes(),
    /** Today if absent. */
    production_date: unlessEmpty(day()),
    /** The open run that made it; default: the only open run of the order line. */
    run_id: id().nullish(),
  })
  .meta({ id: 'OperationInput' });
export type OperationInput = z.output<typeof OperationInput>;
export const OperationChange = OperationInput.partial().meta({ id: 'OperationChange' });
export type OperationChange = z.output<typeof OperationChange>;

export const Operation = z
  .object({
    id: z.int(),
    order_item_id: z.int(),
    batch_number: z.string(),
    quantity_produced: z.number(),
    is_completed: z.boolean(),
    notes: z.string().nullable(),
    production_date: z.string(),
    ...audit,
  })
  .meta({ id: 'Operation' });
export type Operation = z.infer<typeof Operation>;
/** With the resulting state of its item. */
const OperationDone = z.object({ ...Operation.shape, item: ProductionItem }).meta({ id: 'OperationDone' });
export type OperationDone = z.infer<typeof OperationDone>;

export const productionOperations = {
  list: list('/production/operations/{itemId}', {
    summary: 'Operations of an item, in the order of creation',
    description: 'Lists the production operations of an order line, in the order in which they were entered.',
    needs: 'production.plan',
    row: Operation,
    sort: [
      'created_at',
      'production_date',
      'batch_number',
      'quantity_produced',
      'is_completed',
      'notes',
      'modified_at',
    ],
  }),
  create: post('/production/operations', {
    summary: 'Create a production operation',
    description:
      'Records a produced quantity of an order line in one batch, and the output of its run if there is one. A quantity above the order is accepted; above 110 % the answer contains a warning.',
    needs: 'production.plan',
    body: OperationInput,
    reply: OperationDone,
    errors: { ITEM_COMPLETED: 'The order line is completed.', INVALID_TRANSITION: 'The run is ended.' },
  }),
  update: put('/production/operations/{id}', {
    summary: 'Change an operation of an item that is not loaded',
    description: 'Changes an operation and recomputes the production status of its line.',
    needs: 'production.plan',
    body: OperationChange,
    reply: OperationDone,
    errors: {
      ALREADY_LOADED: 'The line was loaded into a warehouse.',
      IN_USE: 'The operation is the output of a run that is ended, or its batch number changes.',
      STALE_VERSION: 'Another user changed the operation since the version in `If-Match` was read.',
    },
  }),
  remove: del('/production/operations/{id}', {
    summary: 'Delete an operation of an item that is not loaded',
    description: 'Deletes an operation and recomputes the production status of its line.',
    needs: 'production.plan',
    errors: {
      ALREADY_LOADED: 'The line was loaded into a warehouse.',
      IN_USE: 'The operation is the output of a run that is ended.',
    },
  }),
};
