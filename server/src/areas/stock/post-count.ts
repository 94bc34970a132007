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
 * after a line was counted stay effective. Locks the count, locks its goods for share, then locks the stock keys.
 * @throws INVALID_TRANSITION when it is already posted, INSUFFICIENT_STOCK when a missing quantity has been taken in
 * the meantime, VALIDATION for a reel that is in stock already
 */
export async function postCount(act: Act, { id, version }: HandlerInput<typeof stockCounts.post>): Promise<StockCount> {
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
