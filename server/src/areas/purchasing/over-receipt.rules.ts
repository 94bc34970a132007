/** How much an order line may still receive (rules §3). */
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';

/** Nothing beyond the order; beyond it within the tolerance; beyond the tolerance. */
export type Fit = 'within' | 'over' | 'beyond';

/** The most that a line may have received in all. @param percent of the order, on top of it */
export function mostReceived(ordered: string, percent: number): Decimal {
  return decimalOf(ordered).times(decimalOf(percent).div(100).plus(1));
}

/** @param received in all, this receipt included */
export function fitOf(received: Decimal, ordered: string, percent: number): Fit {
  if (received.lte(ordered)) return 'within';
  return received.lte(mostReceived(ordered, percent)) ? 'over' : 'beyond';
}
