import { decimalOf } from '@bobina/contract/core/decimal.ts';

/** Sums the quantities of document lines by order line. @param sign -1 to reverse them */
export function quantitiesOf(
  lines: readonly { order_item_id: number; quantity: string }[],
  sign: 1 | -1 = 1,
): Map<number, string> {
  const by = new Map<number, string>();
  for (const { order_item_id, quantity } of lines)
    by.set(
      order_item_id,
      decimalOf(quantity)
        .times(sign)
        .plus(by.get(order_item_id) ?? 0)
        .toFixed(),
    );
  return by;
}
