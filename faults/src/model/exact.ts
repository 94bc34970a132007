/** Decimals as whole numbers of their last digit. Nothing here is shared with what the product reckons by. */

/** Of a quantity or a price: 5 decimals. */
export const DIGITS = 5;
const power = (digits: number): bigint => 10n ** BigInt(digits);

/** The number that an answer carries. @throws when it has more decimals than that */
export const exact = (number: number | string, digits = DIGITS): bigint => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(number)) ?? [];
  if (whole === undefined || fraction.length > digits) throw new Error(`${number} has no ${digits} decimals`);
  const value = BigInt(whole + fraction.padEnd(digits, '0'));
  return sign ? -value : value;
};
/** As a call carries it. */
export const told = (value: bigint, digits = DIGITS): number => {
  const text = String(value).padStart(digits + 1, '0');
  return Number(`${text.slice(0, -digits)}.${text.slice(-digits)}`);
};
/** Half up; nothing here is below zero. */
export const rounded = (value: bigint, from: number, to: number): bigint => {
  const by = power(from - to);
  return (value + by / 2n) / by;
};
/** A quantity times a price. */
export const times = (quantity: bigint, price: bigint, to: number): bigint => rounded(quantity * price, 2 * DIGITS, to);
export const sumOf = (values: Iterable<bigint>): bigint => {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
};
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
