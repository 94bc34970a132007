import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';

/** A line, and the weight of one unit of its product. */
interface WeighedLine {
  quantity: number;
  unit_of_measure: string;
  unit_weight: number | null;
}

/** kg. What is sold by the kg weighs itself, net; null when the weight of a product is not known. */
export const weightOf = (lines: readonly WeighedLine[], kind: 'net' | 'gross'): number | null => {
  const weights = lines.map(({ quantity, unit_of_measure, unit_weight }) => {
    if (kind === 'net' && unit_of_measure === 'kg') return decimalOf(quantity);
    return unit_weight === null ? null : decimalOf(quantity).times(unit_weight);
  });
  return weights.some((weight) => weight === null) ? null : Number(sum(weights.map((weight) => weight!)).round(5));
};
