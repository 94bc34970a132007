/** Marks of goods that are picked for order lines, shared by all users until a packing list delivers the line. */
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Pick, PickInput } from '@bobina/contract/sales/shipments.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { PIPELINED } from '../../../platform/database/preparing-client.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { readPartQuantity, stockOn, type PickKey } from './ready-to-ship.ts';

/** Picked goods that were not shipped by then have been put back. */
const KEPT_DAYS = 7;

/**
 * Marks goods as picked, or removes the mark. The first pick is kept, and every answer names its user: a second user
 * learns who has the goods. Goods that were not proposed take the place of what is not picked (`proposeBatches`). Locks
 * the line for share, because a packing list that delivers it deletes its picks.
 * @throws INVALID_TRANSITION when the line is delivered in full, 400 for goods that cannot be shipped
 */
export async function setPick(
  act: Act,
  { order_item_id, warehouse_id, batch_id, is_picked }: PickInput,
): Promise<Pick> {
  const { rows } = await sql<{
    order_id: number;
    due: Day;
    is_open: boolean;
    is_stocked: boolean;
    is_offered: boolean;
  }>`
    select i.order_id, i.delivery_date as due, i.open_quantity > 0 as is_open, exists (
        select from stock_balances b where b.product_id = i.product_id and b.warehouse_id = ${warehouse_id} and b.batch_id = ${batch_id}
      ) as is_stocked, exists (
        select from ${stockOn(await companyToday(act.tx))} k
        where k.product_id = i.product_id and k.warehouse_id = ${warehouse_id} and k.batch_id = ${batch_id}
      ) as is_offered
    from customer_order_items i join customer_orders o on o.id = i.order_id and o.deleted_at is null
    where i.id = ${order_item_id} for share of i`.execute(act.tx);
  const line = rows[0];
  if (!line) throw invalid('order_item_id', 'unknown');
  if (!line.is_stocked) throw invalid('batch_id', 'unknown');
  if (is_picked && !line.is_open) throw new Problem('INVALID_TRANSITION');
  if (is_picked && !line.is_offered) throw invalid('batch_id', 'notAvailable');
  const key = { order_item_id, warehouse_id, batch_id };
  if (is_picked) {
    const added = await act.tx
      .insertInto('shipment_picks')
      .values({ ...key, picked_by: act.user.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('batch_id')
      .executeTakeFirst();
    if (added) await keepQuantity(act, { ...key, ...line });
  } else
    await act.tx
      .deleteFrom('shipment_picks')
      .where((row) => row.and(key))
      .execute();
  act.changed('customer-orders', line.order_id);
  const { rows: picks } = await sql<Pick>`
    select k.picked_at, k.picked_by, u.name as picked_by_name
    from shipment_picks k join users u on u.id = k.picked_by
    where k.order_item_id = ${order_item_id} and k.warehouse_id = ${warehouse_id} and k.batch_id = ${batch_id}`.execute(
    act.tx,
  );
  return picks[0] ?? { picked_at: null, picked_by: null, picked_by_name: null };
}

/** Deletes the picks of lines that a packing list delivers: the remaining quantity must still be picked. */
export async function endPicks(act: Act, lines: readonly number[]): Promise<void> {
  await sql`delete from shipment_picks where order_item_id = any(${lines}::integer[]) ${sql.raw(PIPELINED)}`.execute(
    act.tx,
  );
}

/** Deletes picks that were not shipped within seven days. */
export async function deleteOldPicks(db: Db): Promise<void> {
  await sql`delete from shipment_picks where picked_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}

/** Stores the quantity that the list shows for picked goods from now on. @throws 400 when the line needs none of them */
async function keepQuantity(
  act: Act,
  { order_id, due, ...key }: PickKey & { order_id: number; due: Day },
): Promise<void> {
  const quantity = await readPartQuantity(act.tx, { ...key, order_id, due });
  if (quantity === undefined) throw invalid('batch_id', 'notAvailable');
  const { order_item_id, warehouse_id, batch_id } = key;
  await act.tx
    .updateTable('shipment_picks')
    .set({ quantity: String(quantity) })
    .where((row) => row.and({ order_item_id, warehouse_id, batch_id }))
    .execute();
}
