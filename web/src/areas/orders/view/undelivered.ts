import type { CustomerOrderItem } from '@bobina/contract/orders/orders.ts';

/** Whether a part of a line is not delivered, also when the line is closed. */
export function isUndelivered({ delivered_quantity, quantity }: CustomerOrderItem): boolean {
  return delivered_quantity < quantity;
}
