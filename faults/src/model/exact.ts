/** Decimals as integers of their last digit. This code is independent of the product's own arithmetic. */

/** Decimals of a quantity or a price. */
export const DIGITS = 5;

/** Converts a number of a response. @throws Error when it has more decimals than `digits` */
export function exact(number: number | string, digits = DIGITS): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(number)) ?? [];
  if (whole === undefined || fraction.length > digits) throw new Error(`${number} has no ${digits} decimals`);
  const value = BigInt(whole + fraction.padEnd(digits, '0'));
  return sign ? -value : value;
}
/** Converts back to the number that a request contains. */
export function numberOf(value: bigint, digits = DIGITS): number {
  const text = String(value).padStart(digits + 1, '0');
  return Number(`${text.slice(0, -digits)}.${text.slice(-digits)}`);
}
/** Rounds half up; values are never negative. */
export function rounded(value: bigint, from: number, to: number): bigint {
  const by = power(from - to);
  return (value + by / 2n) / by;
}
/** Multiplies a quantity by a price. @param to decimals of the result */
export function times(quantity: bigint, price: bigint, to: number): bigint {
  return rounded(quantity * price, 2 * DIGITS, to);
}

/** Adds the values. */
export function sumOf(values: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}

/** Returns the smaller value. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns the larger value. */
export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function power(digits: number): bigint {
  return 10n ** BigInt(digits);
}
