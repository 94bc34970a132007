/** First expired, first out (FEFO): chooses the batches for a quantity. */
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';

export interface StockedBatch {
  batch_number: string;
  quantity: string | number;
  production_date: Day | null;
  expiry_date: Day | null;
}
export interface Allocation {
  /** In allocation order; quantities are exact decimal texts. */
  taken: { batch_number: string; quantity: string }[];
  /** The quantity not covered by unexpired batches; `0` when all is covered. */
  missing: string;
}

const LAST = '9999-12-31';
/** Sorts by expiry with none last, then production date, then batch number. */
export function byExpiry(a: StockedBatch, b: StockedBatch): number {
  return (
    compare(a.expiry_date ?? LAST, b.expiry_date ?? LAST) ||
    compare(a.production_date ?? LAST, b.production_date ?? LAST) ||
    compare(a.batch_number, b.batch_number)
  );
}

/**
 * Allocates a quantity to batches by earliest expiry. @param day the document's day; batches that expired before it are
 * skipped
 */
export function allocateFefo(batches: readonly StockedBatch[], wanted: string | number, day: Day): Allocation {
  let missing: Decimal = decimalOf(wanted);
  const taken: Allocation['taken'] = [];
  for (const batch of batches
    .filter(({ expiry_date }) => expiry_date === null || expiry_date >= day)
    .toSorted(byExpiry)) {
    const part = missing.lt(batch.quantity) ? missing : decimalOf(batch.quantity);
    if (part.lte(0)) continue;
    taken.push({ batch_number: batch.batch_number, quantity: part.toFixed() });
    missing = missing.minus(part);
  }
  return { taken, missing: missing.toFixed() };
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0;
}
