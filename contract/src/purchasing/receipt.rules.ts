/** What a received line must say, given what its order awaits: the form and the server ask the same. Spec 2 §5. */
import { decimalOf, sum, type Decimal } from '../core/decimal.ts';
import { batchDateFaults, type FieldFault } from '../stock/movement.rules.ts';
import type { ItemToReceive, ReceivedBatchInput, ReceivedItemInput } from './receipts.ts';

/** How far the batches may be from the quantity: a typing of three decimals. */
export const BATCH_TOLERANCE = '0.001';

type Traced = Pick<ItemToReceive, 'has_batches' | 'has_expiry' | 'has_production_date'>;
type Received = Pick<ReceivedItemInput, 'quantity' | 'batches'>;

/** Whether the batches are the quantity, but for the tolerance: the batch dialog's save asks it. */
export function batchesMatch({ quantity, batches }: Received): boolean {
  return sumOf(batches ?? [])
    .minus(quantity)
    .abs()
    .lte(BATCH_TOLERANCE);
}

/** What is booked: the batches where there are any. */
export function bookedQuantity({ quantity, batches }: Received, { has_batches }: Pick<Traced, 'has_batches'>): Decimal {
  return has_batches ? sumOf(batches ?? []) : decimalOf(quantity);
}

/** All that is wrong with a line, with paths within it; a line of 0 is passed over. */
export function receivedItemFaults(line: Received, item: Traced): FieldFault[] {
  const batches = line.batches ?? [];
  if (line.quantity === 0) return [];
  if (!item.has_batches) return batches.length > 0 ? [{ path: 'batches', code: 'batchNotManaged' }] : [];
  if (batches.length === 0) return [{ path: 'batches', code: 'batchesRequired' }];
  const tracked = { has_expiry_date: item.has_expiry, has_production_date: item.has_production_date };
  return [
    ...(batchesMatch(line) ? [] : [{ path: 'batches', code: 'quantityMismatch' } as const]),
    ...batches.flatMap((batch, index) =>
      batchDateFaults(batch, tracked).map(({ path, code }) => ({ path: `batches.${index}.${path}`, code })),
    ),
  ];
}

function sumOf(batches: readonly Pick<ReceivedBatchInput, 'quantity'>[]): Decimal {
  return sum(batches.map(({ quantity }) => decimalOf(quantity)));
}
