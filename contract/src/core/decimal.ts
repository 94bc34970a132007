/**
 * Exact decimals. On the wire they are JSON numbers of at most 10 + 5 digits, which a double represents without loss.
 * All sums and products are computed with these functions or in the database, rounded half away from zero, never with
 * `+` and `*` on doubles.
 */
import Big from 'big.js';

export type Decimal = Big;
export const DECIMAL_PLACES = 5;
export const GREATEST = 9_999_999_999.99999;

/** Creates a decimal. @param value a number of the wire, the text of a `numeric`, or a decimal */
export function decimalOf(value: string | number | Decimal): Decimal {
  return new Big(value);
}
/** Rounds half away from zero. */
export function round(value: Decimal, places: number): Decimal {
  return value.round(places, Big.roundHalfUp);
}
/** Adds decimals exactly; 0 for an empty list. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total = new Big(0);
  for (const value of values) total = total.plus(value);
  return total;
}
/** Converts to the number of the wire. */
export function toNumber(value: Decimal | string): number {
  return Number(value.toString());
}
/** Whether a number has at most five decimals: n × 10⁵ is exact enough below 10¹⁵ to be rounded back. */
export function fitsDecimals(value: number): boolean {
  return Number.isFinite(value) && Math.round(value * 1e5) / 1e5 === value;
}
/** quantity × price, rounded to 4 decimals: the total of a purchase line. */
export function lineTotal(quantity: number | string, price: number | string): Decimal {
  return round(decimalOf(quantity).times(price), 4);
}
/** quantity × price, rounded to 2 decimals: the total of a sales line. */
export function lineAmount(quantity: number | string, price: number | string): Decimal {
  return round(decimalOf(quantity).times(price), 2);
}
