import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { allocateGoods, type Balance, type TakenPart, type WantedGoods } from './allocate.rules.ts';

/** A line that takes goods out, and the request path for its errors. */
export interface WantedLine extends WantedGoods {
  path: string;
}

/**
 * Chooses the batches of each line: the named batch, otherwise those of its warehouse by earliest expiry, without
 * expired, held and mounted ones. Locks every stock key that the lines could take from, in stock-key order, so that the result is still
 * valid when it is posted.
 * @returns the parts of each line
 * @throws INSUFFICIENT_STOCK on the first line that is not covered, with the available quantity
 */
export async function allocateBatches(
  act: Act,
  { lines, day }: { lines: readonly WantedLine[]; day: Day },
): Promise<TakenPart[][]> {
  const { rows } = await sql<Balance & { batch_id: number }>`
    select t.product_id, t.warehouse_id, t.batch_id, batch.batch_number, t.quantity, batch.production_date, batch.expiry_date
    from stock_balances t join batches batch on batch.id = t.batch_id
    where (t.product_id, t.warehouse_id) in (
      select * from unnest(${lines.map((line) => line.product_id)}::integer[], ${lines.map((line) => line.warehouse_id)}::integer[])
    ) and t.quantity > 0
    order by t.product_id, t.warehouse_id, t.batch_id for no key update of t`.execute(act.tx);
  const withheld = await readWithheld(
    act,
    rows.map(({ batch_id }) => batch_id),
  );
  const balances = rows.map((row): Balance => ({ ...row, is_withheld: withheld.has(row.batch_id) }));
  const allocated = allocateGoods(balances, lines, day);
  const short = allocated.findIndex(({ missing }) => decimalOf(missing).gt(0));
  if (short >= 0) {
    const available = toNumber(decimalOf(lines[short]!.quantity).minus(allocated[short]!.missing));
    throw new Problem('INSUFFICIENT_STOCK', {
      values: { available },
      extra: { available },
      fields: [{ path: lines[short]!.path, code: 'max', values: { max: available } }],
    });
  }
  return allocated.map(({ taken }) => taken);
}

/**
 * The batches on hold and the mounted reels, read after their stock keys were locked: a hold or a mount that this act
 * waited for is committed by then, and no other can begin.
 */
async function readWithheld(act: Act, batches: readonly number[]): Promise<Set<number>> {
  if (batches.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from batches where id = any(${batches}::integer[]) and hold_reason is not null
    union select batch_id from reels where batch_id = any(${batches}::integer[]) and machine_id is not null`.execute(
    act.tx,
  );
  return new Set(rows.map(({ id }) => id));
}
