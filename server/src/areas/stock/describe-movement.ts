import type { Movement } from '@bobina/contract/stock/movements.ts';
import type { Act } from '../../platform/context.ts';

/** For the activity log: `T P-100 25 kg · A → B · L1`. */
export function describeMovement(movement: Movement): string {
  const {
    movement_type,
    product_code,
    quantity,
    unit_of_measure,
    warehouse_name,
    destination_warehouse,
    batch_number,
  } = movement;
  const places = destination_warehouse ? `${warehouse_name} → ${destination_warehouse}` : warehouse_name;
  return [`${movement_type} ${product_code} ${quantity} ${unit_of_measure}`, places, batch_number]
    .filter(Boolean)
    .join(' · ');
}

/** A batch past its expiry may be taken when it is chosen, but it is said. */
export function noticeExpired(act: Act, { movement_type, movement_date, batch_number, expiry_date }: Movement): void {
  if (movement_type === 'S' && batch_number && expiry_date && expiry_date < movement_date)
    act.warn('expired_batch', { batch: batch_number, day: expiry_date }, 'batch_number');
}
