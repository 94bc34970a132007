/** The document of an order's receipts in the queue of acts. */
export function queuedReceipt(orderId: number): string {
  return `purchase-orders:${orderId}`;
}
