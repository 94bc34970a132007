import type { PurchaseOrder, PurchaseOrderChange } from '@bobina/contract/purchasing/orders.ts';
import type { Act } from '../../platform/context.ts';

type Days = Pick<PurchaseOrder, 'order_date' | 'requested_arrival_date' | 'confirmed_arrival_date'>;

/**
 * Warns of each arrival day before the order day; the order is saved.
 * @param order as stored now
 * @param sent no warning when it contains none of the days
 */
export function warnEarlyArrival(
  act: Act,
  { order, sent }: { order: Days; sent: Pick<PurchaseOrderChange, keyof Days> },
): void {
  for (const field of ['requested_arrival_date', 'confirmed_arrival_date'] as const) {
    const day = order[field];
    if (sent[field] === undefined && sent.order_date === undefined) continue;
    if (day !== null && day < order.order_date)
      act.warn('arrival_before_order', { day, order_day: order.order_date }, field);
  }
}
