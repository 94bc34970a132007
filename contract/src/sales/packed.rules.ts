/** Which lines of a packing list have a quantity that must be whole. */
import { decimalOf, sum } from '../core/decimal.ts';
import { isRefusedFraction } from '../core/whole.rules.ts';

export interface PackedQuantity {
  order_item_id: number;
  quantity: number;
  /** Of the product of the order line. */
  unit: string;
  /** What is left to deliver of the order line. */
  rest: number | string;
}

/**
 * What is delivered of an order line in all must be whole where its unit is counted, or exactly what is left of it; the
 * parts from several batches need not be.
 * @returns the positions of the lines to refuse
 */
export function fractionsOfPackedLines(lines: readonly PackedQuantity[]): number[] {
  const byItem = Map.groupBy(lines.entries(), ([, { order_item_id }]) => order_item_id);
  return [...byItem.values()]
    .flatMap((own) => {
      const { unit, rest } = own[0]![1];
      const total = sum(own.map(([, { quantity }]) => decimalOf(quantity)));
      if (!isRefusedFraction(unit, total, [rest])) return [];
      return own.flatMap(([index, { quantity }]) => (isRefusedFraction(unit, quantity) ? [index] : []));
    })
    .toSorted((a, b) => a - b);
}
