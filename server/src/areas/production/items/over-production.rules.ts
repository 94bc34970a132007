import { decimalOf } from '@bobina/contract/core/decimal.ts';

/** Production above the order is allowed; above this percentage it causes a notice. */
const MOST_PERCENT = 10;

/** Reports whether production exceeds the order by more than MOST_PERCENT. */
export function isOverProduced(produced: number | string, ordered: number | string): boolean {
  return decimalOf(produced)
    .times(100)
    .gt(decimalOf(ordered).times(100 + MOST_PERCENT));
}
