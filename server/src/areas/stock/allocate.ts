import type { Day } from '@bobina/contract/core/dates.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { allocateFefo, type Allocation, type StockedBatch } from './fefo.rules.ts';

/**
 * Which batches of a product a quantity is taken from, in one warehouse, earliest expiry first (rules §2.6). Locks
 * those stock keys in their order, so that what it finds is still there when it is posted.
 * @public for sales
 */
export const allocateBatches = async (
  act: Act,
  product: number,
  warehouse: number,
  quantity: string | number,
  day: Day,
): Promise<Allocation> => {
  const { rows } = await sql<StockedBatch>`
    select batch.batch_number, t.quantity, batch.production_date, batch.expiry_date
    from stock_balances t join batches batch on batch.id = t.batch_id
    where t.product_id = ${product} and t.warehouse_id = ${warehouse} and t.quantity > 0
    order by t.product_id, t.warehouse_id, t.batch_id for no key update of t`.execute(act.tx);
  return allocateFefo(rows, quantity, day);
};
