import { decimalOf } from '@bobina/contract/core/decimal.ts';

/**
 * Sums the quantities of document lines by order line, without the line that charges the stamp duty.
 * @param sign -1 to reverse them
 */
export function quantitiesOf(
  lines: readonly { order_item_id: number | null; quantity: string }[],
  sign: 1 | -1 = 1,
): Map<number, string> {
  const by = new Map<number, string>();
  for (const { order_item_id, quantity } of lines)
    if (order_item_id !== null)
      by.set(
        order_item_id,
        decimalOf(quantity)
          .times(sign)
          .plus(by.get(order_item_id) ?? 0)
          .toFixed(),
      );
  return by;
}
