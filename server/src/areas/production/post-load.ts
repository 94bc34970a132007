import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import type { Act } from '../../platform/context.ts';
import type { OrderLine } from '../orders/index.ts';
import { companyToday } from '../registry/index.ts';
import { postMovements } from '../stock/index.ts';
import type { LoadedBatch } from './load-batches.rules.ts';

interface Load {
  warehouse: number;
  batches: readonly LoadedBatch[];
  hasBatch: boolean;
  forced: boolean;
  /** The request path of the quantity. */
  path: string;
}

/**
 * Posts the load of a line into a warehouse on the booking day: one movement per batch, or a single one when the
 * product is not managed by batch. The caller has locked the line and, for share, the warehouse.
 * @returns the movement numbers
 */
export async function postLoad(
  act: Act,
  { item, warehouse, batches, hasBatch, forced, path }: Load & { item: OrderLine },
): Promise<number[]> {
  const quantity = sum(batches.map((batch) => decimalOf(batch.quantity))).toFixed();
  const { id } = await act.tx
    .insertInto('production_loads')
    .values({ order_item_id: item.id, warehouse_id: warehouse, quantity, forced, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const movement_date = await companyToday(act.tx);
  const parts: readonly LoadedBatch[] = hasBatch ? batches : [{ batch_number: null, quantity, production_date: null }];
  const movements = await postMovements(act, {
    lines: parts.map((part) => ({
      ...part,
      keep_dates: true,
      movement_type: 'C',
      source_type: 'PRD',
      movement_date,
      product_id: item.product_id,
      warehouse_id: warehouse,
      document_id: item.order_id,
      document_number: item.order_number,
      paths: { quantity: path, batch_number: 'batch_number' },
    })),
  });
  await act.tx
    .insertInto('production_load_movements')
    .values(movements.map((movement_id) => ({ load_id: id, movement_id })))
    .execute();
  return movements;
}
