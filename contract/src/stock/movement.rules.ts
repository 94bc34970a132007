/** Validation of a manual movement against its product, shared by the form and the server. */
import type { Day } from '../core/dates.ts';
import { sum, type Decimal } from '../core/decimal.ts';
import type { FieldCode } from '../core/messages/messages.ts';
import { isDay } from '../core/read-day.ts';
import type { MovementType } from './movements.ts';

export type FieldFault = { path: string; code: FieldCode };
/** The traceability settings of a product. */
export type Traced = { has_batch: boolean; has_expiry_date: boolean; has_production_date: boolean };
type BatchDates = { production_date?: Day | null | undefined; expiry_date?: Day | null | undefined };

/** Maximum difference between a quantity and its parts: users type three decimals. */
const PARTS_TOLERANCE = '0.001';

/** Whether parts add up to a quantity, within the tolerance. */
export function quantitiesMatch(quantity: number, parts: readonly Decimal[]): boolean {
  return sum(parts).minus(quantity).abs().lte(PARTS_TOLERANCE);
}

/** Missing dates of a new batch: those that its product tracks, in their order. */
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

/** A product managed by batch requires a batch number, other products refuse one. */
export function batchNumberFaults(
  batchNumber: string | null | undefined,
  product: Pick<Traced, 'has_batch'>,
): FieldFault[] {
  if (product.has_batch === Boolean(batchNumber)) return [];
  return [{ path: 'batch_number', code: product.has_batch ? 'required' : 'batchNotManaged' }];
}

/** A transfer requires a destination other than its source. */
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

/** All errors of a manual movement. @param product undefined while it is unknown @param today the company's day */
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
