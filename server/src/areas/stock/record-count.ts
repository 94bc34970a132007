import { sql } from 'kysely';
import { batchNumberFaults } from '@bobina/contract/stock/movement.rules.ts';
import type { CountedInput, StockCount, stockCounts } from '@bobina/contract/stock/counts.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { requireVersion } from '../../platform/master-data.ts';
import { FieldChecks, Problem } from '../../platform/problem.ts';
import { lockCount, readCount } from './count-rows.ts';
import { holdProducts } from './hold-goods.ts';

/**
 * Records counted quantities, each with the balance at that moment: now, or the line's `counted_at`. A quantity sent
 * again unchanged and without `counted_at` keeps its moment; an empty one removes the count of the line. Locks the count.
 * The version does not change, because two people may count one warehouse at the same time.
 * @throws INVALID_TRANSITION when it is posted, STALE_VERSION, VALIDATION for a `counted_at` before the count was
 * opened or after now
 */
export async function recordCount(
  act: Act,
  { id, body, version }: HandlerInput<typeof stockCounts.count>,
): Promise<StockCount> {
  const count = await lockCount(act, id);
  requireVersion(count, version);
  if (count.status === 'posted') throw new Problem('INVALID_TRANSITION');
  const items = await asReels(act, body.items);
  await check(act, items, count.created_at);
  const lines = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as l (product_id integer, batch_number text, counted_quantity numeric, counted_at timestamptz)`;
  await sql`
    delete from stock_count_items i using ${lines}
    where i.count_id = ${id} and i.product_id = l.product_id and i.batch_number = coalesce(l.batch_number, '') and l.counted_quantity is null`.execute(
    act.tx,
  );
  await sql`
    insert into stock_count_items as i (count_id, product_id, batch_number, counted_quantity, book_quantity, counted_at, counted_by)
    select ${id}, l.product_id, coalesce(l.batch_number, ''), l.counted_quantity,
      -- created_at is the start of the transaction, so entries of concurrent transactions may be out of order.
      -- A correction by another count moved no goods: what was in the place at that moment is as it says.
      greatest(0, coalesce(s.quantity, 0) - coalesce((
        select sum(e.quantity) from stock_entries e join stock_movements m on m.id = e.movement_id
        where e.product_id = l.product_id and e.warehouse_id = ${count.warehouse_id} and e.batch_id = b.id
          and e.created_at > l.counted_at and m.source_type <> 'INV'), 0)),
      coalesce(l.counted_at, now()), ${act.user.id}
    from ${lines}
    left join batches b on b.product_id = l.product_id and b.batch_number = coalesce(l.batch_number, '')
    left join stock_balances s on s.product_id = l.product_id and s.warehouse_id = ${count.warehouse_id} and s.batch_id = b.id
    where l.counted_quantity is not null
    on conflict (count_id, product_id, batch_number) do update
    set counted_quantity = excluded.counted_quantity, book_quantity = excluded.book_quantity, counted_at = excluded.counted_at, counted_by = excluded.counted_by
    where i.counted_quantity <> excluded.counted_quantity
      or (i.product_id, i.batch_number) in (select l.product_id, coalesce(l.batch_number, '') from ${lines} where l.counted_at is not null)`.execute(
    act.tx,
  );
  act.changed('stock-counts', id, count.version);
  return readCount(act.tx, id);
}

/** Names reels by their own code: a code that was typed in another case would be a second batch of the product. */
async function asReels(act: Act, items: CountedInput['items']): Promise<CountedInput['items']> {
  const sent = JSON.stringify(items.map(({ product_id, batch_number }) => ({ product_id, batch_number })));
  const { rows } = await sql<{ at: number; code: string }>`
    select l.at - 1 as at, r.code
    from rows from (jsonb_to_recordset(${sent}::jsonb) as (product_id integer, batch_number text)) with ordinality l (product_id, batch_number, at)
    join reels r on r.product_id = l.product_id and lower(r.code) collate "C" = lower(l.batch_number) collate "C"`.execute(
    act.tx,
  );
  const codes = new Map(rows.map(({ at, code }) => [Number(at), code]));
  return items.map((item, at) => (codes.has(at) ? { ...item, batch_number: codes.get(at)! } : item));
}

async function check(act: Act, items: CountedInput['items'], opened: string): Promise<void> {
  const products = await holdProducts(
    act,
    items.map((item) => item.product_id),
  );
  const checks = new FieldChecks();
  const seen = new Set<string>();
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(act.tx);
  for (const [index, { product_id, batch_number, counted_at }] of items.entries()) {
    const product = products.get(product_id);
    const key = `${product_id} ${batch_number ?? ''}`;
    if (!product) checks.add(`items.${index}.product_id`, 'unknown');
    else
      for (const { path, code } of batchNumberFaults(batch_number, product)) checks.add(`items.${index}.${path}`, code);
    if (seen.has(key)) checks.add(`items.${index}.product_id`, 'exists');
    seen.add(key);
    const moment = counted_at === undefined ? undefined : Date.parse(counted_at);
    if (moment === undefined) continue;
    if (moment < Date.parse(opened)) checks.add(`items.${index}.counted_at`, 'min', { min: opened });
    if (moment > Date.parse(rows[0]!.now)) checks.add(`items.${index}.counted_at`, 'future');
  }
  checks.done();
}
