/** Form values of a movement, and their validation before sending. */
import type { z } from 'zod';
import { MovementInput, type Movement } from '@bobina/contract/stock/movements.ts';
import { movementFaults, type Traced } from '@bobina/contract/stock/movement.rules.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { companyToday } from '../../../lib/company-day.ts';

export type TypedMovement = z.input<typeof MovementInput>;
/** Data for the validation that are not in the fields. */
export interface Known {
  product?: (Traced & { id: number }) | undefined;
  /** Available quantity; undefined for loads and while loading. */
  available?: number | undefined;
}

/** Returns the initial values of a new movement: a load of today. */
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

/** Converts a stored movement to form values. */
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

/** Disables the check for future days here: the server checks them against the company's clock. */
const NO_LIMIT = '9999-12-31';

/** Extends the contract's schema with the rules that depend on the product and the stock. */
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

/** Converts a ledger error to a field error with the server's full message. Other errors are returned unchanged. */
export function explained(error: unknown): unknown {
  if (!(error instanceof ApiProblem) || (error.code !== 'INSUFFICIENT_STOCK' && error.code !== 'BATCH_DATES'))
    return error;
  const [code, path] = error.code === 'BATCH_DATES' ? ['exists', 'batch_number'] : ['max', 'quantity'];
  const fields = [{ path: path!, code: code!, message: error.message }];
  return new ApiProblem(error.code, error.status, error.message, { ...error.body, fields });
}
