/** What a movement by hand must say, given its product: the form and the server ask the same. Spec 2 §5. */
import type { Day } from '../core/dates.ts';
import type { FieldCode } from '../core/messages/messages.ts';
import { isDay } from '../core/read-day.ts';
import type { MovementType } from './movements.ts';

export type FieldFault = { path: string; code: FieldCode };
/** How a product is traced. */
export type Traced = { has_batch: boolean; has_expiry_date: boolean; has_production_date: boolean };
type BatchDates = { production_date?: Day | null | undefined; expiry_date?: Day | null | undefined };

/** The dates that a batch must come in with: those that its product tracks, in their order. */
export function batchDateFaults(batch: BatchDates, product: Omit<Traced, 'has_batch'>): FieldFault[] {
  return [
    ...(product.has_production_date && !batch.production_date
      ? [{ path: 'production_date', code: 'productionDateRequired' } as const]
      : []),
    ...(product.has_expiry_date && !batch.expiry_date
      ? [{ path: 'expiry_date', code: 'expiryDateRequired' } as const]
      : []),
    ...(isDay(batch.production_date) && isDay(batch.expiry_date) && batch.expiry_date < batch.production_date
      ? [{ path: 'expiry_date', code: 'invalidDates' } as const]
      : []),
  ];
}

/** A product managed by batch has one, the others have none. */
export function batchNumberFaults(
  batchNumber: string | null | undefined,
  product: Pick<Traced, 'has_batch'>,
): FieldFault[] {
  if (product.has_batch === Boolean(batchNumber)) return [];
  return [{ path: 'batch_number', code: product.has_batch ? 'required' : 'batchNotManaged' }];
}

/** A transfer goes from one warehouse to another one. */
export function destinationFaults(from: number, to: number | null | undefined, path: string): FieldFault[] {
  if (to == null) return [{ path, code: 'required' }];
  return from === to ? [{ path, code: 'sameWarehouse' }] : [];
}

interface MovementByHand extends BatchDates {
  movement_type: MovementType;
  movement_date: Day;
  warehouse_id: number;
  destination_warehouse_id?: number | null | undefined;
  batch_number?: string | null | undefined;
}

/** @param product undefined while it is not known @param today the company's */
export function movementFaults(movement: MovementByHand, product: Traced | undefined, today: Day): FieldFault[] {
  return [
    ...(movement.movement_date > today ? [{ path: 'movement_date', code: 'future' } as const] : []),
    ...(movement.movement_type === 'T'
      ? destinationFaults(movement.warehouse_id, movement.destination_warehouse_id, 'destination_warehouse_id')
      : []),
    ...(product ? batchNumberFaults(movement.batch_number, product) : []),
    ...(product?.has_batch && movement.movement_type === 'C' ? batchDateFaults(movement, product) : []),
  ];
}
