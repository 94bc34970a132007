/** Locks the rows that a stock document names for share, in id order, until the act commits. */
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/problem.ts';

export interface HeldProduct {
  id: number;
  code: string;
  currency: string;
  unit_of_measure: string;
  has_batch: boolean;
  has_expiry_date: boolean;
  has_production_date: boolean;
  is_reel: boolean;
  is_active: boolean;
}
interface HeldWarehouse {
  id: number;
  is_active: boolean;
}

/**
 * Locks products for share and returns them by id, without deleted ones. The lock blocks deletion and changes of batch
 * tracking.
 */
export async function holdProducts(act: Act, ids: readonly number[]): Promise<Map<number, HeldProduct>> {
  const { rows } = await sql<HeldProduct>`
    select id, code, currency, unit_of_measure, has_batch, has_expiry_date, has_production_date, is_reel, status = 'active' as is_active
    from products where id = any(${ids}) and deleted_at is null order by id for share`.execute(act.tx);
  return new Map(rows.map((product) => [product.id, product]));
}

/**
 * Locks warehouses for share and returns them by id, without deleted ones. The lock blocks deletion and deactivation.
 */
export async function holdWarehouses(act: Act, ids: readonly number[]): Promise<Map<number, HeldWarehouse>> {
  const { rows } = await sql<HeldWarehouse>`
    select id, is_active from warehouses where id = any(${ids}) and deleted_at is null order by id for share`.execute(
    act.tx,
  );
  return new Map(rows.map((warehouse) => [warehouse.id, warehouse]));
}

/** Locks products, then warehouses, for share in one round trip; used by the frequent posting paths. */
export async function holdGoods(
  act: Act,
  { productIds, warehouseIds }: { productIds: readonly number[]; warehouseIds: readonly number[] },
): Promise<{ products: Map<number, HeldProduct>; warehouses: Map<number, HeldWarehouse> }> {
  const { rows } = await sql<{ products: HeldProduct[]; warehouses: HeldWarehouse[] }>`
    select
      (select coalesce(jsonb_agg(p), '[]') from (
        select id, code, currency, unit_of_measure, has_batch, has_expiry_date, has_production_date, is_reel, status = 'active' as is_active
        from products where id = any(${productIds}::integer[]) and deleted_at is null order by id for share) p) as products,
      (select coalesce(jsonb_agg(w), '[]') from (
        select id, is_active from warehouses where id = any(${warehouseIds}::integer[]) and deleted_at is null order by id for share) w) as warehouses`.execute(
    act.tx,
  );
  const { products, warehouses } = rows[0]!;
  return {
    products: new Map(products.map((product) => [product.id, product])),
    warehouses: new Map(warehouses.map((warehouse) => [warehouse.id, warehouse])),
  };
}

/** Checks that a product exists before its sub-lists are read. @throws NOT_FOUND */
export async function requireProduct(db: Db, id: number): Promise<void> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!product) throw notFound();
}
