/** Late interest between companies, by Directive 2011/7/EU. */
import { decimalOf, round, type Decimal } from '../core/decimal.ts';

/** Points that the directive adds to the reference rate. */
export const LATE_POINTS = 8;

/**
 * Computes the interest of an amount that is late, simple and by days of a year of 365.
 * @param referenceRate percent a year @param days since the due date
 */
export function lateInterest(
  amount: number | string,
  { referenceRate, days }: { referenceRate: number; days: number },
): Decimal {
  if (days <= 0) return decimalOf(0);
  return round(decimalOf(amount).times(decimalOf(referenceRate).plus(LATE_POINTS)).times(days).div(36_500), 2);
}
