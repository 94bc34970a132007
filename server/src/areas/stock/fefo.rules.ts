/** First expired, first out: which batches a quantity is taken from. */
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';

export interface StockedBatch {
  batch_number: string;
  quantity: string | number;
  production_date: Day | null;
  expiry_date: Day | null;
}
export interface Allocation {
  /** In the order that they are taken; quantities exact, as texts. */
  taken: { batch_number: string; quantity: string }[];
  /** What the batches that are not expired lack: `0` when all is there. */
  missing: string;
}

const LAST = '9999-12-31';
/** Expiry ascending with none last, then production date, then batch. */
export function byExpiry(a: StockedBatch, b: StockedBatch): number {
  return (
    compare(a.expiry_date ?? LAST, b.expiry_date ?? LAST) ||
    compare(a.production_date ?? LAST, b.production_date ?? LAST) ||
    compare(a.batch_number, b.batch_number)
  );
}

/** @param day the document's: batches that expired before it are passed over */
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
