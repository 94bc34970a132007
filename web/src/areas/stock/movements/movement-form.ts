/** What a movement is while it is typed, and what must hold before it is sent. */
import type { z } from 'zod';
import { MovementInput, type Movement } from '@bobina/contract/stock/movements.ts';
import { movementFaults, type Traced } from '@bobina/contract/stock/movement.rules.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { companyToday } from '../../../lib/company-day.ts';

export type TypedMovement = z.input<typeof MovementInput>;
/** What the screen knows besides the fields. */
export interface Known {
  product?: (Traced & { id: number }) | undefined;
  /** What can be taken; undefined for loads, and until it is known. */
  available?: number | undefined;
}

export function emptyMovement() {
  return {
    movement_type: 'C',
    movement_date: companyToday(),
    product_id: null,
    warehouse_id: null,
    destination_warehouse_id: null,
    quantity: null,
    batch_number: '',
    production_date: null,
    expiry_date: null,
    notes: '',
  } as unknown as Partial<TypedMovement>;
}

export function valuesOf(movement: Movement): Partial<TypedMovement> {
  const isLoad = movement.movement_type === 'C';
  return {
    movement_type: movement.movement_type,
    movement_date: movement.movement_date,
    product_id: movement.product_id,
    warehouse_id: movement.warehouse_id,
    destination_warehouse_id: movement.destination_warehouse_id,
    quantity: movement.quantity,
    batch_number: movement.batch_number ?? '',
    production_date: isLoad ? movement.production_date : null,
    expiry_date: isLoad ? movement.expiry_date : null,
    notes: movement.notes ?? '',
  };
}

/** Later than any day: what is future by the company's clock, the server knows. */
const NO_LIMIT = '9999-12-31';

/** The contract's movement, and the rules that need the product and the stock. */
export function movementSchemaFor({ product, available }: Known): typeof MovementInput {
  return MovementInput.superRefine(
    (typed: Partial<MovementInput> | undefined, context) => {
      if (!typed) return;
      const isKnown = product !== undefined && product.id === typed.product_id;
      const movement = { ...typed, warehouse_id: typed.warehouse_id ?? 0 } as MovementInput;
      for (const { path, code } of movementFaults(movement, isKnown ? product : undefined, NO_LIMIT))
        context.addIssue({ code: 'custom', path: [path], params: { code } });
      const { quantity } = typed;
      if (typeof quantity === 'number' && available !== undefined && quantity > available)
        context.addIssue({
          code: 'custom',
          path: ['quantity'],
          params: { code: 'max', values: { max: available } },
        });
    },
    { when: () => true },
  );
}

/** A refusal of the ledger says why beside its field, not only that there is a limit. */
export function explained(error: unknown): unknown {
  if (!(error instanceof ApiProblem) || (error.code !== 'INSUFFICIENT_STOCK' && error.code !== 'BATCH_DATES'))
    return error;
  const [code, path] = error.code === 'BATCH_DATES' ? ['exists', 'batch_number'] : ['max', 'quantity'];
  const fields = [{ path: path!, code: code!, message: error.message }];
  return new ApiProblem(error.code, error.status, error.message, { ...error.body, fields });
}
