import type { PurchaseOrder, PurchaseOrderChange } from '@bobina/contract/purchasing/orders.ts';
import type { Act } from '../../platform/context.ts';

type Days = Pick<PurchaseOrder, 'order_date' | 'requested_arrival_date' | 'confirmed_arrival_date'>;

/**
 * Warns of each arrival day before the order's own day; the order is saved all the same.
 * @param order as it is stored now
 * @param sent an order is not warned about again when none of its days is sent
 */
export function warnEarlyArrival(act: Act, order: Days, sent: Pick<PurchaseOrderChange, keyof Days>): void {
  for (const field of ['requested_arrival_date', 'confirmed_arrival_date'] as const) {
    const day = order[field];
    if (sent[field] === undefined && sent.order_date === undefined) continue;
    if (day !== null && day < order.order_date)
      act.warn('arrival_before_order', { day, order_day: order.order_date }, field);
  }
}
