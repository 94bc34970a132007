import { dayOf } from '../days.ts';
import { onLastDay } from './on-last-day.ts';

/** A batch of ink that expires within the month. */
export const keepExpiringBatch = onLastDay(async ({ call, warehouses }, _, day) => {
  const [ink] = await call<{ id: number }[]>('GET', '/products?q=INK-01&limit=1');
  await call('POST', '/stock-movements', {
    movement_type: 'C',
    movement_date: day,
    product_id: ink!.id,
    warehouse_id: warehouses[0],
    quantity: 12.5,
    batch_number: 'T-4471',
    production_date: dayOf(340),
    expiry_date: dayOf(-20),
  });
});
