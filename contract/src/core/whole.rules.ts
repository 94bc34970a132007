/** Quantities that must be whole: those of units that are counted. */
import { decimalOf, type Decimal } from './decimal.ts';
import type { UNITS } from './fields.ts';

type Quantity = number | string | Decimal;

const COUNTED: readonly string[] = ['piece', 'box'] satisfies (typeof UNITS)[number][];

/** Whether goods of this unit are counted, not measured. */
export function isCounted(unit: string): boolean {
  return COUNTED.includes(unit);
}

/**
 * Whether a quantity is refused with the field code `whole`: a fraction of a unit that is counted.
 * @param unit the product's unit
 * @param accepted fractions that are accepted nevertheless: the stored quantity, and the exact rest of a line
 */
export function isRefusedFraction(
  unit: string,
  quantity: Quantity,
  accepted: readonly (Quantity | null | undefined)[] = [],
): boolean {
  return isCounted(unit) && isFractionOutside(quantity, accepted);
}

/** The same rule for quantities that are whole in every unit: production operations. */
export function isFractionOutside(quantity: Quantity, accepted: readonly (Quantity | null | undefined)[]): boolean {
  const exact = decimalOf(quantity);
  if (exact.eq(exact.round(0, 0))) return false;
  return !accepted.some((one) => one !== null && one !== undefined && exact.eq(one));
}
