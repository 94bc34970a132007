import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';

/** A line, and what one unit of its product weighs. */
interface WeighedLine {
  quantity: number;
  unit_of_measure: string;
  net: number | null;
  gross: number | null;
}

/** kg; null when the weight of a product is not known. */
export function weightOf(lines: readonly WeighedLine[], kind: 'net' | 'gross'): number | null {
  const weights = lines.map((line) => exactWeight(line, kind));
  return weights.some((weight) => weight === null) ? null : Number(sum(weights.map((weight) => weight!)).round(5));
}

/**
 * What is sold by the kg weighs itself, net. Its packing is as heavy beside it as the product's weights say: 520 kg for
 * 500 kg of a reel of 12.5 kg that weighs 13 kg packed.
 */
function exactWeight(line: WeighedLine, kind: 'net' | 'gross') {
  const quantity = decimalOf(line.quantity);
  const ownWeight = line.unit_of_measure === 'kg';
  if (ownWeight && kind === 'net') return quantity;
  const unit = line[kind];
  return unit === null ? null : quantity.times(unit).div((ownWeight && line.net) || 1);
}
