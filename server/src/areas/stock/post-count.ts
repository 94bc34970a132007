import { sql } from 'kysely';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { StockCount, StockCountItem, stockCounts } from '@bobina/contract/stock/counts.ts';
import { diffKnown, diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { requireVersion } from '../../platform/master-data.ts';
import { FieldChecks, invalid, Problem } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { lockCount, readCount } from './count-rows.ts';
import { holdProducts, holdWarehouses } from './hold-goods.ts';
import { postMovements } from './post-movements.ts';
import type { PostingLine } from './posting-line.ts';
import { recordReadings } from './record-readings.ts';

/**
 * Posts the differences of a count once, all or nothing, each as a movement of today with source INV. Movements made
 * after a line was counted stay effective, and other open counts of the warehouse compare with the corrected stock.
 * Locks the open counts of the warehouse, locks the goods for share, then locks the stock keys.
 * @throws INVALID_TRANSITION when it is already posted, INSUFFICIENT_STOCK when a missing quantity has been taken in
 * the meantime, VALIDATION for a reel that is in stock already
 */
export async function postCount(act: Act, { id, version }: HandlerInput<typeof stockCounts.post>): Promise<StockCount> {
  await lockOpenCounts(act, id);
  const row = await lockCount(act, id);
  requireVersion(row, version);
  if (row.status === 'posted') throw new Problem('INVALID_TRANSITION');
  const { items, warehouse_id } = await readCount(act.tx, id);
  if (items.every((item) => item.counted_quantity === null)) throw invalid('items', 'noItems');
  const products = await holdProducts(
    act,
    items.map((item) => item.product_id),
  );
  const warehouses = await holdWarehouses(act, [warehouse_id]);
  // A counted product may since have been deleted, or its batch tracking changed.
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
  await refuseReelsInStock(act, items, warehouse_id);
  if (lines.length > 0) await recordReadings(act, await postMovements(act, { lines }));
  await correctOpenCounts(act, { id, warehouse_id, items });
  await act.tx
    .updateTable('stock_counts')
    .set({ status: 'posted', posted_at: sql`now()`, posted_by: act.user.id, version: row.version + 1 })
    .where('id', '=', id)
    .execute();
  const after = await readCount(act.tx, id);
  const label = `${row.warehouse_name} · ${lines.length}`;
  act.record('post', 'stock-counts', id, label, row.version + 1, [...diffKnown(row, after), ...loggedLines(items)]);
  return after;
}

/** Locks the open counts of a count's warehouse, in id order: the posting corrects what their lines compare with. */
async function lockOpenCounts(act: Act, id: number): Promise<void> {
  await sql`
    select from stock_counts where status = 'open' and warehouse_id = (select warehouse_id from stock_counts where id = ${id})
    order by id for update`.execute(act.tx);
}

/**
 * Corrects what the lines of other open counts compare with, so that a difference that two sheets found is posted once:
 * a line that was counted later compares with the corrected stock, and one that was counted earlier has no difference any
 * more. Deleted counts are corrected too, because they can be restored.
 */
async function correctOpenCounts(
  act: Act,
  { id, warehouse_id, items }: Pick<StockCount, 'id' | 'warehouse_id' | 'items'>,
): Promise<void> {
  const posted = items.flatMap(({ product_id, batch_number, difference, counted_at }) =>
    difference === null ? [] : [{ product_id, batch_number: batch_number ?? '', difference, counted_at }],
  );
  const { rows } = await sql<{ count_id: number }>`
    update stock_count_items i
    set book_quantity = case when i.counted_at < l.counted_at then i.counted_quantity else greatest(0, i.book_quantity + l.difference) end
    from jsonb_to_recordset(${JSON.stringify(posted)}::jsonb) as l (product_id integer, batch_number text, difference numeric, counted_at timestamptz),
      stock_counts c
    where c.id = i.count_id and c.id <> ${id} and c.status = 'open' and c.warehouse_id = ${warehouse_id}
      and i.product_id = l.product_id and i.batch_number = l.batch_number
    returning i.count_id`.execute(act.tx);
  for (const count of new Set(rows.map(({ count_id }) => count_id))) act.changed('stock-counts', count);
}

/**
 * A reel is in one place: one that was found where the books had none is not loaded while it is in stock, in another
 * warehouse or, after a later transfer, in this one. @throws VALIDATION on the counted quantity, with the warehouse
 */
async function refuseReelsInStock(act: Act, items: readonly StockCountItem[], warehouse: number): Promise<void> {
  const found = items.flatMap(({ product_id, batch_number, book_quantity, difference }, index) =>
    difference && difference > 0 && batch_number !== null ? [{ index, product_id, batch_number, book_quantity }] : [],
  );
  if (found.length === 0) return;
  const { rows } = await sql<{ index: number; warehouse: string }>`
    select l.index, min(w.name) as warehouse
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as l (index integer, product_id integer, batch_number text, book_quantity numeric)
    join reels r on r.product_id = l.product_id and r.code = l.batch_number
    join stock_balances s on s.batch_id = r.batch_id and s.quantity > 0
    join warehouses w on w.id = s.warehouse_id
    where s.warehouse_id <> ${warehouse} or l.book_quantity = 0
    group by l.index`.execute(act.tx);
  const checks = new FieldChecks();
  for (const row of rows)
    checks.add(`items.${row.index}.counted_quantity`, 'reel_in_stock', { warehouse: row.warehouse });
  checks.done();
}

/** The lines whose stock the posting changes, numbered from 1 because a line has no id of its own. */
function loggedLines(items: readonly StockCountItem[]) {
  const changed = items.filter(({ difference }) => difference);
  const lines = changed.map((item, index) => ({ ...identityOf(item), id: index + 1 }));
  return diffRecords(
    { items: changed.map(({ book_quantity }, index) => ({ id: index + 1, counted_quantity: book_quantity })) },
    { items: lines },
  );
}

function identityOf({ product_code, batch_number, counted_quantity }: StockCountItem) {
  return { product_code, batch_number, counted_quantity };
}
