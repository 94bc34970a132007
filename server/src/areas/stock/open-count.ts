import type { StockCount, stockCounts } from '@bobina/contract/stock/counts.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { invalid } from '../../platform/problem.ts';
import { readCount } from './count-rows.ts';
import { holdWarehouses } from './hold-goods.ts';

/**
 * Opens a count of a warehouse. Movements stay possible while the count is open. Holds the warehouse.
 * @throws VALIDATION on `warehouse_id` when it is inactive
 */
export async function openCount(act: Act, { body }: HandlerInput<typeof stockCounts.create>): Promise<StockCount> {
  const warehouses = await holdWarehouses(act, [body.warehouse_id]);
  if (!warehouses.get(body.warehouse_id)?.is_active) throw invalid('warehouse_id', 'unknown');
  const { id } = await act.tx
    .insertInto('stock_counts')
    .values({ warehouse_id: body.warehouse_id, notes: body.notes ?? null, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const count = await readCount(act.tx, id);
  const { items: _stock, ...head } = count;
  act.record('create', 'stock-counts', id, count.warehouse_name, count.version, diffRecords(null, head));
  return count;
}
