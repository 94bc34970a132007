import { sql } from 'kysely';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { StockCount, StockCountItem, stockCounts } from '@bobina/contract/stock/counts.ts';
import type { Act } from '../../platform/context.ts';
import { requireVersion } from '../../platform/master-data.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { lockCount, readCount } from './count-rows.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { holdProducts, holdWarehouses } from './hold-goods.ts';
import { postMovements } from './post-movements.ts';
import type { PostingLine } from './posting-line.ts';

/**
 * Books the differences of a count, each as a movement of today with source INV, all or nothing and once: what moved
 * since a line was counted stays (rules §2.8). Locks the count, holds its goods, then locks the stock keys.
 * @throws INVALID_TRANSITION when it is posted, INSUFFICIENT_STOCK when what was missing has since been taken too
 */
export async function postCount({ id, version }: HandlerInput<typeof stockCounts.post>, act: Act): Promise<StockCount> {
  const row = await lockCount(act.tx, id);
  requireVersion(row, version);
  if (row.status === 'posted') throw new Problem('INVALID_TRANSITION');
  const { items, warehouse_id } = await readCount(act.tx, id);
  if (items.every((item) => item.counted_quantity === null)) throw invalid('items', 'noItems');
  const products = await holdProducts(
    act,
    items.map((item) => item.product_id),
  );
  const warehouses = await holdWarehouses(act, [warehouse_id]);
  // What was counted may have been deleted since, or be traced in another way.
  const fits = ({ product_id, batch_number }: StockCountItem) =>
    products.get(product_id)?.has_batch === (batch_number !== null);
  if (!warehouses.has(warehouse_id) || !items.every((item) => !item.difference || fits(item)))
    throw new Problem('INVALID_TRANSITION', { text: 'GOODS_GONE' });
  const today = await companyToday(act.tx);
  const lines = items.flatMap(({ product_id, batch_number, difference }, index): PostingLine[] => {
    if (!difference) return [];
    return [
      {
        movement_type: difference > 0 ? 'C' : 'S',
        source_type: 'INV',
        movement_date: today,
        product_id,
        warehouse_id,
        batch_number,
        quantity: decimalOf(difference).abs().toFixed(),
        document_id: id,
        paths: { quantity: `items.${index}.counted_quantity`, batch_number: `items.${index}.batch_number` },
      },
    ];
  });
  if (lines.length > 0) await postMovements(act, lines);
  await act.tx
    .updateTable('stock_counts')
    .set({ status: 'posted', posted_at: sql`now()`, posted_by: act.user.id, version: row.version + 1 })
    .where('id', '=', id)
    .execute();
  act.did('post', 'stock-counts', id, `${row.warehouse_name} · ${lines.length}`, row.version + 1);
  return readCount(act.tx, id);
}
