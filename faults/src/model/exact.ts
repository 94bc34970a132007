/** Decimals as whole numbers of their last digit. Nothing here is shared with what the product reckons by. */

/** Of a quantity or a price: 5 decimals. */
export const DIGITS = 5;

/** The number that an answer carries. @throws when it has more decimals than that */
export function exact(number: number | string, digits = DIGITS): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(number)) ?? [];
  if (whole === undefined || fraction.length > digits) throw new Error(`${number} has no ${digits} decimals`);
  const value = BigInt(whole + fraction.padEnd(digits, '0'));
  return sign ? -value : value;
}
/** As a call carries it. */
export function told(value: bigint, digits = DIGITS): number {
  const text = String(value).padStart(digits + 1, '0');
  return Number(`${text.slice(0, -digits)}.${text.slice(-digits)}`);
}
/** Half up; nothing here is below zero. */
export function rounded(value: bigint, from: number, to: number): bigint {
  const by = power(from - to);
  return (value + by / 2n) / by;
}
/** A quantity times a price. */
export function times(quantity: bigint, price: bigint, to: number): bigint {
  return rounded(quantity * price, 2 * DIGITS, to);
}
export function sumOf(values: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function power(digits: number): bigint {
  return 10n ** BigInt(digits);
}
