/** The lines of a packing list whose quantity must be whole. */
import { decimalOf, sum } from '../core/decimal.ts';
import { isRefusedFraction } from '../core/whole.rules.ts';

export interface PackedQuantity {
  order_item_id: number;
  quantity: number;
  /** Unit of the order line's product. */
  unit: string;
  /** The quantity left to deliver of the order line. */
  rest: number | string;
}

/**
 * The total delivered of an order line must be whole if its unit is counted, or exactly the rest of the line. The
 * parts from several batches may be fractions.
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
