import { decimalOf } from '@bobina/contract/core/decimal.ts';

/** Producing more than ordered is allowed; above this it is said. */
const MOST_PERCENT = 10;

export function isOverProduced(produced: number | string, ordered: number | string): boolean {
  return decimalOf(produced)
    .times(100)
    .gt(decimalOf(ordered).times(100 + MOST_PERCENT));
}
