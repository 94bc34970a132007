/** Computes how much an order line may still receive. */
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';

/** Within the order; above the order but within the tolerance; beyond the tolerance. */
export type Fit = 'within' | 'over' | 'beyond';

/** Returns the maximum total receipt of a line. @param percent tolerance above the order, in percent */
export function mostReceived(ordered: string, percent: number): Decimal {
  return decimalOf(ordered).times(decimalOf(percent).div(100).plus(1));
}

/** Classifies a total receipt. @param received total quantity, including this receipt */
export function fitOf(received: Decimal, ordered: string, percent: number): Fit {
  if (received.lte(ordered)) return 'within';
  return received.lte(mostReceived(ordered, percent)) ? 'over' : 'beyond';
}
