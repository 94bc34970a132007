import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';

/**
 * Returns the default warehouse for a load: the one of the settings, otherwise the one where the product was last
 * loaded (if one is given), otherwise the oldest. Considers active warehouses only; undefined when there is none.
 */
export async function pickWarehouse(db: Db, product?: number): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select w.id, w.name from warehouses w
    left join settings s on s.production_warehouse_id = w.id
    left join (
      select m.warehouse_id from stock_movements m join warehouses w on w.id = m.warehouse_id and w.is_active and w.deleted_at is null
      where m.product_id = ${product ?? null}::integer and m.movement_type = 'C' and m.deleted_at is null order by m.movement_date desc, m.id desc limit 1
    ) last on last.warehouse_id = w.id
    where w.is_active and w.deleted_at is null
    order by s.id is null, last.warehouse_id is null, w.id limit 1`.execute(db);
  return rows[0];
}
