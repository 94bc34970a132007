/** The stock that can be used for new needs. */
import { sql } from 'kysely';
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Db } from '../../platform/database/db.ts';

/**
 * Reads the free stock of products: the balances of active warehouses, without expired and held batches. Products without any are
 * absent.
 */
export async function readFreeStock(
  db: Db,
  { products, today }: { products: readonly number[]; today: Day },
): Promise<Map<number, Decimal>> {
  const { rows } = await sql<{ product_id: number; quantity: string }>`
    select b.product_id, sum(b.quantity) as quantity
    from stock_balances b
    join warehouses w on w.id = b.warehouse_id and w.is_active and w.deleted_at is null
    join batches l on l.id = b.batch_id and ${usableBatch(today)}
    where b.quantity > 0 and b.product_id = any(${products}::integer[])
    group by b.product_id`.execute(db);
  return new Map(rows.map(({ product_id, quantity }) => [product_id, decimalOf(quantity)]));
}

/**
 * The condition that goods can be sold: their batch, by its alias in the query, is not on hold and is no mounted reel. FEFO
 * passes over such goods (`allocateBatches`), so no list offers them.
 */
export function notWithheld(batch: string) {
  return sql<boolean>`(${sql.ref(`${batch}.hold_reason`)} is null
    and not exists (select from reels mounted where mounted.batch_id = ${sql.ref(`${batch}.id`)} and mounted.machine_id is not null))`;
}

/** The condition that a batch `l` can be used: it has not expired and is not on hold. */
function usableBatch(today: Day) {
  return sql`(l.expiry_date is null or l.expiry_date >= ${today}::date) and l.hold_reason is null`;
}
