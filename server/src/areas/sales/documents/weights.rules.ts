import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';

/** A line, and the weight of one unit of its product. */
interface WeighedLine {
  quantity: number;
  unit_of_measure: string;
  net: number | null;
  gross: number | null;
}

/** Returns the weight of the lines in kg; null when a product has no weight. */
export function weightOf(lines: readonly WeighedLine[], kind: 'net' | 'gross'): number | null {
  const weights = lines.map((line) => exactWeight(line, kind));
  return weights.some((weight) => weight === null) ? null : Number(sum(weights.map((weight) => weight!)).round(5));
}

/**
 * The net weight of goods sold by the kg is their quantity. Their packing adds in proportion to the product's weights:
 * 520 kg gross for 500 kg of a reel of 12.5 kg net and 13 kg gross.
 */
function exactWeight(line: WeighedLine, kind: 'net' | 'gross') {
  const quantity = decimalOf(line.quantity);
  const ownWeight = line.unit_of_measure === 'kg';
  if (ownWeight && kind === 'net') return quantity;
  const unit = line[kind];
  return unit === null ? null : quantity.times(unit).div((ownWeight && line.net) || 1);
}
