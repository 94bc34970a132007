/** Validation of a received line against its order line, shared by the form and the server. */
import { decimalOf, sum, type Decimal } from '../core/decimal.ts';
import { batchDateFaults, quantitiesMatch, type FieldFault } from '../stock/movement.rules.ts';
import type { ReelInput } from '../stock/reels.ts';
import type { ItemToReceive, ReceivedBatchInput, ReceivedItemInput } from './receipts.ts';

type Traced = Pick<ItemToReceive, 'has_batches' | 'has_expiry' | 'has_production_date'> & { is_reel?: boolean };
type Received = Pick<ReceivedItemInput, 'quantity' | 'batches'> & { reels?: readonly ReelInput[] | null | undefined };

/** Whether the batches add up to the quantity, within the tolerance. The batch dialog also uses it. */
export function batchesMatch({ quantity, batches }: Received): boolean {
  return quantitiesMatch(
    quantity ?? 0,
    (batches ?? []).map((batch) => decimalOf(batch.quantity)),
  );
}

/** The booked quantity of a line without reels: the sum of the batches if there are any. */
export function bookedQuantity({ quantity, batches }: Received, { has_batches }: Pick<Traced, 'has_batches'>): Decimal {
  return has_batches ? sumOf(batches ?? []) : decimalOf(quantity ?? 0);
}

/** All errors of a line except the measurements of reels, with paths inside it; a line of 0 is skipped. */
export function receivedItemFaults(line: Received, item: Traced): FieldFault[] {
  const batches = line.batches ?? [];
  const reels = line.reels ?? [];
  if (line.quantity === 0) return [];
  const tracked = { has_expiry_date: item.has_expiry, has_production_date: item.has_production_date };
  if (item.is_reel)
    return reels.length === 0 ? [{ path: 'reels', code: 'required' }] : datesOf('reels', reels, tracked);
  if (reels.length > 0) return [{ path: 'reels', code: 'notReel' }];
  if (!item.has_batches) return batches.length > 0 ? [{ path: 'batches', code: 'batchNotManaged' }] : [];
  if (batches.length === 0) return [{ path: 'batches', code: 'batchesRequired' }];
  return [
    ...(batchesMatch(line) ? [] : [{ path: 'batches', code: 'quantityMismatch' } as const]),
    ...datesOf('batches', batches, tracked),
  ];
}

function datesOf(
  path: 'batches' | 'reels',
  parts: readonly Pick<ReceivedBatchInput, 'production_date' | 'expiry_date'>[],
  tracked: Parameters<typeof batchDateFaults>[1],
): FieldFault[] {
  return parts.flatMap((part, index) =>
    batchDateFaults(part, tracked).map((fault) => ({ path: `${path}.${index}.${fault.path}`, code: fault.code })),
  );
}

function sumOf(batches: readonly Pick<ReceivedBatchInput, 'quantity'>[]): Decimal {
  return sum(batches.map(({ quantity }) => decimalOf(quantity)));
}
