/** Reads the purchasing data of purchase proposals: offers, expected receipts, supply data and chosen materials. */
import { sql } from 'kysely';
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { UNITS } from '@bobina/contract/core/fields.ts';
import type { ChosenMaterial, MaterialData } from '@bobina/contract/purchasing/material-product.rules.ts';
import type { Offer } from '@bobina/contract/purchasing/proposals.rules.ts';
import type { Db } from '../../platform/database/db.ts';
import { validOn } from '../../platform/price-periods.ts';

/** A product that can be proposed, with its supply data. */
export interface SuppliedProduct extends MaterialData {
  product_id: number;
  code: string;
  product_name: string;
  unit_of_measure: (typeof UNITS)[number];
  currency: string;
  /** Its own supplier, unless deleted. */
  supplier_id: number | null;
  supplier_name: string | null;
  scorta_minima: string | null;
  lead_days: number;
  min_lot: string;
  lot_multiple: string | null;
  cover_days: number | null;
  production: boolean;
  /** Id of the newest order line of the product; 0 if it was never bought. */
  last_bought: number;
}
/** A line of an open order. */
export interface ComingLine {
  product_id: number;
  order_id: number;
  order_number: string;
  /** The confirmed day, otherwise the requested one. */
  day: Day;
  /** The same; `day` can be moved to today. */
  expected_on: Day;
  quantity: Decimal;
}
interface OffersOfProduct {
  offers: Offer[];
  /** A supplier whose price is 0. */
  unpriced?: { supplier_id: number; supplier_name: string };
}

/**
 * Reads the active products that can meet a need or have a minimum stock. A product with a minimum stock that looks made
 * (length, tracks or pieces per box) counts only if it has supply data, a supplier or a price.
 * @param weights grammages and gauges of the needs
 */
export async function readSuppliedProducts(db: Db, weights: readonly string[]): Promise<SuppliedProduct[]> {
  const { rows } = await sql<SuppliedProduct>`
    select p.id as product_id, p.code, coalesce(p.name, p.description) as product_name, p.status, p.unit_of_measure, p.currency,
      p.lunghezza_cm, p.numero_piste, p.pezzi_per_scatola, p.peso_carta, p.larghezza_bobina, p.spessore_film, p.larghezza_film,
      p.colore_film, own.id as supplier_id, own.business_name as supplier_name, p.scorta_minima,
      coalesce(s.lead_days, 0) as lead_days, coalesce(s.min_lot, 0) as min_lot, s.lot_multiple, s.cover_days,
      coalesce(s.production, false) as production,
      coalesce((select max(i.id) from purchase_order_items i where i.product_id = p.id), 0) as last_bought
    from products p
    left join suppliers own on own.id = p.supplier_id and own.deleted_at is null
    left join product_supply s on s.product_id = p.id
    where p.deleted_at is null and p.status = 'active' and (
      (p.unit_of_measure in ('kg', 'm') and coalesce(p.lunghezza_cm, 0) = 0 and coalesce(p.numero_piste, 0) = 0
        and coalesce(p.pezzi_per_scatola, 0) = 0
        and (p.peso_carta = any(${weights}::numeric[]) or p.spessore_film = any(${weights}::numeric[])))
      or (p.scorta_minima > 0 and (s.product_id is not null or own.id is not null
        or (coalesce(p.lunghezza_cm, 0) = 0 and coalesce(p.numero_piste, 0) = 0 and coalesce(p.pezzi_per_scatola, 0) = 0)
        or exists (select from prices t where t.product_id = p.id and t.deleted_at is null))))
    order by p.id`.execute(db);
  return rows;
}

/** Reads one product with its supply data, active or not; undefined if it does not exist. */
export async function readUnit(
  db: Db,
  product: number,
): Promise<{ unit_of_measure: (typeof UNITS)[number]; scorta_minima: string | null } | undefined> {
  const { rows } = await sql<{ unit_of_measure: (typeof UNITS)[number]; scorta_minima: string | null }>`
    select unit_of_measure, scorta_minima from products where id = ${product} and deleted_at is null`.execute(db);
  return rows[0];
}

/** Reads the chosen materials of products, in order, by product. */
export async function readChosenMaterials(db: Db, products: readonly number[]): Promise<Map<number, ChosenMaterial[]>> {
  const { rows } = await sql<{ product_id: number; material_product_id: number; share: string }>`
    select product_id, material_product_id, share from product_materials
    where product_id = any(${products}::integer[]) order by product_id, position`.execute(db);
  const chosen = rows.map(({ product_id, material_product_id, share }) => ({
    of: product_id,
    product_id: material_product_id,
    share: decimalOf(share),
  }));
  return Map.groupBy(chosen, ({ of }) => of);
}

/** Reads the expected receipts of open orders, by product. */
export async function readComing(db: Db, products: readonly number[]): Promise<Map<number, ComingLine[]>> {
  const { rows } = await sql<Omit<ComingLine, 'quantity' | 'expected_on'> & { quantity: string }>`
    select i.product_id, o.id as order_id, o.order_number, coalesce(o.confirmed_arrival_date, o.requested_arrival_date) as day,
      i.ordered_quantity - i.received_quantity as quantity
    from purchase_order_items i
    join purchase_orders o on o.id = i.order_id and o.deleted_at is null and o.status <> 'fullyReceived'
    where i.status <> 'completed' and i.ordered_quantity > i.received_quantity and i.product_id = any(${products}::integer[])
    order by day, o.id, i.position`.execute(db);
  return Map.groupBy(
    rows.map((row) => ({ ...row, expected_on: row.day, quantity: decimalOf(row.quantity) })),
    ({ product_id }) => product_id,
  );
}

/** Reads the prices above 0 that are valid today, by product, of suppliers that are not deleted. */
export async function readOffers(
  db: Db,
  { products, today }: { products: readonly SuppliedProduct[]; today: Day },
): Promise<Map<number, OffersOfProduct>> {
  const leads = new Map(products.map(({ product_id, lead_days }) => [product_id, lead_days]));
  const { rows } = await sql<{
    product_id: number;
    supplier_id: number;
    supplier_name: string;
    price: string;
    currency: string;
    lead_days: number | null;
    from_quantity: string;
  }>`
    select t.product_id, t.supplier_id, s.business_name as supplier_name, t.price, t.currency, t.lead_days, t.from_quantity
    from prices t join suppliers s on s.id = t.supplier_id and s.deleted_at is null
    where ${validOn(today)} and t.product_id = any(${[...leads.keys()]}::integer[])
    order by t.product_id, t.supplier_id, t.from_quantity`.execute(db);
  const found = new Map<number, OffersOfProduct>();
  for (const { product_id, price, lead_days, from_quantity, ...row } of rows) {
    const of = found.get(product_id) ?? { offers: [] };
    found.set(product_id, of);
    const unit_price = decimalOf(price);
    if (unit_price.gt(0))
      of.offers.push({
        ...row,
        unit_price,
        from_quantity: decimalOf(from_quantity),
        lead_days: lead_days ?? leads.get(product_id)!,
      });
    else of.unpriced ??= { supplier_id: row.supplier_id, supplier_name: row.supplier_name };
  }
  return found;
}
