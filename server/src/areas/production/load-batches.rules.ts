/** Computes the batches of a load of finished goods from the operations, in their order. */
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';

export interface ProducedBatch {
  batch_number: string;
  quantity_produced: number | string;
  production_date: Day | null;
}
export interface LoadedBatch {
  batch_number: string | null;
  /** Exact decimal text, above zero. */
  quantity: string;
  production_date: Day | null;
}

/**
 * Splits a quantity over batches. A shortfall reduces the last batch and a surplus increases it; operations of one
 * batch form one load.
 * @param loaded the quantity already in the warehouse, taken from the first batches
 */
export function splitLoad(
  operations: readonly ProducedBatch[],
  quantity: number | string,
  loaded: number | string = 0,
): LoadedBatch[] {
  const parts = new Map<string, { quantity: Decimal; production_date: Day | null }>();
  const add = ({ batch_number, production_date }: ProducedBatch, part: Decimal) => {
    if (part.lte(0)) return;
    const before = parts.get(batch_number);
    parts.set(
      batch_number,
      before ? { ...before, quantity: before.quantity.plus(part) } : { quantity: part, production_date },
    );
  };
  const least = (a: Decimal, b: Decimal) => (a.lt(b) ? a : b);
  let passed = decimalOf(loaded);
  let left = decimalOf(quantity);
  for (const operation of operations) {
    const skipped = least(passed, decimalOf(operation.quantity_produced));
    passed = passed.minus(skipped);
    const part = least(left, decimalOf(operation.quantity_produced).minus(skipped));
    left = left.minus(part);
    add(operation, part);
  }
  const last = operations.at(-1);
  if (last) add(last, left);
  return [...parts].map(([batch_number, part]) => ({ ...part, batch_number, quantity: part.quantity.toFixed() }));
}

interface CompletionFacts {
  quantity: number | string;
  produced: number | string;
  loaded: number | string;
  /** `<order_number>-<line>`: the batch of production without operations. */
  ownBatch: string;
  operations: readonly ProducedBatch[];
  today: Day;
}
export interface Completion {
  /** The quantity left to load; 0 when all is loaded. */
  quantity: string;
  /** The operation to enter when none exists. */
  operation: ProducedBatch | null;
  batches: LoadedBatch[];
}

/**
 * Computes what a forced completion posts: the produced quantity, or the ordered one without operations, minus the
 * quantity that is loaded already.
 */
export function planCompletion({
  quantity,
  produced,
  loaded,
  ownBatch,
  operations,
  today,
}: CompletionFacts): Completion {
  const isProduced = decimalOf(produced).gt(0);
  const operation = isProduced ? null : { batch_number: ownBatch, quantity_produced: quantity, production_date: today };
  const left = decimalOf(isProduced ? produced : quantity).minus(loaded);
  if (left.lte(0)) return { quantity: '0', operation, batches: [] };
  return {
    quantity: left.toFixed(),
    operation,
    batches: splitLoad(operation ? [operation] : operations, left.toFixed(), loaded),
  };
}
