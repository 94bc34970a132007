/** Reads reels in their API form. The database computes what lists filter and sort by, the contract's rules the rest. */
import { sql, type RawBuilder } from 'kysely';
import {
  caliperOf,
  caliperOfReel,
  diameterOfMetres,
  isVariableMeasure,
  metresIn,
  rollProductOf,
  type ReelProduct,
  type ReelUnit,
} from '@bobina/contract/stock/reel.rules.ts';
import type { Reel, reels as contract, ReelState, ReelTotals } from '@bobina/contract/stock/reels.ts';
import { decimalOf, round, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { computed, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import { contains, wordPatterns } from '../../platform/database/search.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { notFound } from '../../platform/problem.ts';
import { gsmOfProduct } from '../registry/index.ts';

/** A reel as the database computes it; decimals are exact texts. */
export interface ReelRow {
  id: number;
  code: string;
  product_id: number;
  product_code: string;
  product_name: string;
  unit_of_measure: string;
  barcode: string | null;
  width_mm: string;
  gsm: string | null;
  quantity: string;
  initial_quantity: string;
  kg: string | null;
  m: string | null;
  m2: string | null;
  state: ReelState;
  caliper_um: string | null;
  core_mm: string | null;
  core_inner_mm: string | null;
  od_mm: string | null;
  tare_kg: string | null;
  splices: number | null;
  winding: number | null;
  location: string | null;
  supplier_lot: string | null;
  mill_number: string | null;
  sscc: string | null;
  production_date: string | null;
  expiry_date: string | null;
  hold_reason: string | null;
  machine_id: number | null;
  machine_code: string | null;
  mounted_at: string | null;
  version: number;
}

/** A reel with what only a page of rows needs. */
export interface WholeReelRow extends ReelRow {
  warehouses: { warehouse_id: number; warehouse_name: string; quantity: number }[];
  /** Technical data of the product. */
  technical: ReelProduct;
  /** Its diameter at the receipt. */
  first_od: number | null;
  /** The last reading with a diameter. */
  last_od: { od_mm: number; quantity: number } | null;
}

/** The SQL of all reels with their balance, weight, length, area and state. Its rows are `ReelRow`. */
export function reelRelation(): RawBuilder<ReelRow> {
  return sql<ReelRow>`(
    select r.batch_id as id, r.code, r.product_id, p.code as product_code, coalesce(p.name, p.description) as product_name,
      p.unit_of_measure, p.barcode, r.width_mm, g.gsm, s.quantity, r.initial_quantity, w.kg, w.m, w.m2,
      case when s.quantity = 0 then 'finished' when b.hold_reason is not null then 'on_hold'
        when r.machine_id is not null then 'on_machine' else 'in_stock' end as state,
      r.caliper_um, r.core_mm, r.core_inner_mm, r.od_mm, r.tare_kg, r.splices, r.winding, r.location, r.supplier_lot, r.mill_number,
      b.sscc, b.production_date, b.expiry_date, b.hold_reason, r.machine_id, machine.code as machine_code, r.mounted_at, r.version
    from reels r
    join products p on p.id = r.product_id
    join batches b on b.id = r.batch_id
    left join machines machine on machine.id = r.machine_id
    cross join lateral (select coalesce(r.gsm, ${gsmOfProduct('p')}) as gsm) g
    cross join lateral (select coalesce(sum(quantity), 0) as quantity from stock_balances where batch_id = r.batch_id) s
    cross join lateral (select
      case p.unit_of_measure when 'kg' then s.quantity when 'm' then s.quantity * r.width_mm * g.gsm / 1000000 end as kg,
      case p.unit_of_measure when 'm' then s.quantity when 'kg' then s.quantity * 1000000 / (r.width_mm * g.gsm) end as m,
      -- Of a weight, the length is a rounded quotient: the area is computed without it.
      case p.unit_of_measure when 'm' then s.quantity * r.width_mm / 1000 when 'kg' then s.quantity * 1000 / g.gsm end as m2) w
  )`;
}

/** Lists one page of reels. */
export async function listReels(reading: Reading, { query }: HandlerInput<typeof contract.list>) {
  const { rows, total } = await page(reading, listed(wholeReels(reading.db), query), query, REELS, { reads: 'all' });
  return { rows: rows.map(reelOf), total };
}

/** Sums the reels of a list. */
export async function sumReels(reading: Reading, { query }: HandlerInput<typeof contract.totals>): Promise<ReelTotals> {
  let rows = listed(reelRows(reading.db), query);
  for (const pattern of query.q ? wordPatterns(query.q) : []) rows = rows.where(contains(...SEARCHED)(pattern));
  return rows
    .select([
      sql<number>`count(*)::integer`.as('reels'),
      sql<number>`round(coalesce(sum(t.kg), 0), 3)::float8`.as('kg'),
      sql<number>`round(coalesce(sum(t.m2), 0), 2)::float8`.as('m2'),
    ])
    .executeTakeFirstOrThrow();
}

/** Lists the locations of reels in stock. */
export async function listLocations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ location: string }>`
    select distinct r.location, lower(r.location) collate "C" from reels r
    where r.location is not null and exists (select from stock_balances s where s.batch_id = r.batch_id and s.quantity > 0)
    order by 2 limit 1000`.execute(db);
  return rows.map(({ location }) => location);
}

/** Reads one reel with its details. @throws NOT_FOUND */
export async function readReelRow(db: Db, id: number): Promise<WholeReelRow> {
  const row = await wholeReels(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Reads reels in the order of their ids, without those that do not exist. */
export async function readReels(db: Db, ids: readonly number[]): Promise<Reel[]> {
  if (ids.length === 0) return [];
  const rows = await wholeReels(db)
    .where('t.id', 'in', ids)
    .orderBy(sql`array_position(${ids}::integer[], t.id)`)
    .execute();
  return rows.map(reelOf);
}

/** Converts a row to its API form, rounded for display: kg 3 decimals, m 1, m² 2, gsm 4, caliper 2, diameter 1. */
export function reelOf(row: WholeReelRow): Reel {
  const { id, barcode, technical: _, first_od: __, last_od: ___, warehouses, ...fields } = row;
  const { caliper, source } = caliperInForce(row);
  const [most] = warehouses;
  return {
    ...fields,
    batch_id: id,
    unit_of_measure: row.unit_of_measure as Reel['unit_of_measure'],
    width_mm: Number(row.width_mm),
    gsm: rounded(row.gsm, 4),
    quantity: Number(row.quantity),
    initial_quantity: Number(row.initial_quantity),
    reserved: 0,
    kg: rounded(row.kg, 3),
    m: rounded(row.m, 1),
    m2: rounded(row.m2, 2),
    caliper_um: rounded(caliper, 2),
    caliper_source: source,
    core_mm: rounded(row.core_mm, 5),
    core_inner_mm: rounded(row.core_inner_mm, 5),
    od_mm: rounded(row.od_mm, 5),
    od_now_mm:
      row.m !== null && row.core_mm !== null && caliper
        ? rounded(diameterOfMetres(row.m, row.core_mm, caliper), 1)
        : null,
    tare_kg: rounded(row.tare_kg, 5),
    warehouse_id: most?.warehouse_id ?? null,
    warehouse_name: most?.warehouse_name ?? null,
    warehouses,
    ai8001: row.m !== null && isVariableMeasure(barcode) ? rollProductOf({ ...row, m: row.m }) : null,
  };
}

/** The caliper of a reel: its own, else of its product, else measured on the full reel. */
export function caliperInForce(row: WholeReelRow): { caliper: Decimal | null; source: Reel['caliper_source'] } {
  if (row.caliper_um !== null) return { caliper: decimalOf(row.caliper_um), source: 'reel' };
  const ofProduct = caliperOf(row.technical);
  if (ofProduct) return { caliper: ofProduct, source: 'product' };
  const { first_od, core_mm, width_mm, gsm, initial_quantity, unit_of_measure } = row;
  if (first_od === null || core_mm === null || gsm === null || decimalOf(first_od).lte(core_mm))
    return { caliper: null, source: null };
  const metres = metresIn(unit_of_measure as ReelUnit, initial_quantity, { width_mm, gsm });
  return { caliper: caliperOfReel(metres, first_od, core_mm), source: 'measured' };
}

/** Selects reels with the warehouses that hold them, the largest quantity first, and the diameters that were measured. */
export function wholeReels(db: Db) {
  return reelRows(db)
    .selectAll('t')
    .select([
      sql<WholeReelRow['warehouses']>`coalesce((
        select jsonb_agg(jsonb_build_object('warehouse_id', s.warehouse_id, 'warehouse_name', w.name, 'quantity', s.quantity)
          order by s.quantity desc, s.warehouse_id)
        from stock_balances s join warehouses w on w.id = s.warehouse_id where s.batch_id = t.id and s.quantity > 0
      ), '[]')`.as('warehouses'),
      sql<ReelProduct>`(select jsonb_build_object('peso_carta', p.peso_carta, 'spessore_carta', p.spessore_carta,
        'spessore_film', p.spessore_film, 'densita_film', p.densita_film, 'peso_adesivo', p.peso_adesivo,
        'larghezza_bobina', p.larghezza_bobina, 'larghezza_film', p.larghezza_film) from products p where p.id = t.product_id)`.as(
        'technical',
      ),
      sql<number | null>`(select od_mm::float8 from reel_readings
        where batch_id = t.id and kind = 'receipt' and od_mm is not null order by id limit 1)`.as('first_od'),
      sql<
        WholeReelRow['last_od']
      >`(select jsonb_build_object('od_mm', od_mm, 'quantity', quantity_after) from (${lastDiameter(sql.ref('t.id'))}) last)`.as(
        'last_od',
      ),
    ]);
}

/**
 * Selects the last reading of a reel with a diameter. Readings of undone returns do not count, nor those that emptied the
 * reel: the next remnant is computed as a share of the quantity at that reading.
 */
export function lastDiameter(batch: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select od_mm, quantity_after from reel_readings d
    where d.batch_id = ${batch} and d.od_mm is not null and d.quantity_after > 0
      and not exists (select from reel_readings u where u.undoes = d.id)
    order by d.id desc limit 1`;
}

const SEARCHED = [
  't.code',
  't.product_code',
  't.product_name',
  't.location',
  't.supplier_lot',
  't.mill_number',
  't.sscc',
  't.hold_reason',
  't.machine_code',
];

const REELS: List<SortOf<typeof contract.list>> = {
  columns: {
    code: text('t.code'),
    product_code: text('t.product_code'),
    product_name: text('t.product_name'),
    width_mm: value('t.width_mm'),
    gsm: value('t.gsm'),
    quantity: value('t.quantity'),
    kg: value('t.kg'),
    m: value('t.m'),
    m2: value('t.m2'),
    state: computed(sql`array_position(array['in_stock', 'reserved', 'on_machine', 'on_hold', 'finished'], t.state)`),
    location: text('t.location'),
    supplier_lot: text('t.supplier_lot'),
    mill_number: text('t.mill_number'),
    splices: value('t.splices'),
    production_date: value('t.production_date'),
    expiry_date: value('t.expiry_date'),
  },
  search: contains(...SEARCHED),
  order: 'code',
};

function reelRows(db: Db) {
  return db.selectFrom(reelRelation().as('t'));
}

type Filters = Omit<HandlerInput<typeof contract.totals>['query'], 'q'>;
type Filtered = { where(condition: RawBuilder<boolean>): Filtered };

/** Applies the filters of the list; reels without stock are left out unless they are asked for. */
function listed<Rows>(all: Rows, filters: Filters): Rows {
  const { product_id, warehouse_id, width_from, width_to, min_m, state, same_lot_as } = filters;
  let rows = all as unknown as Filtered;
  if (product_id) rows = rows.where(sql<boolean>`t.product_id = ${product_id}`);
  if (width_from !== undefined) rows = rows.where(sql<boolean>`t.width_mm >= ${width_from}`);
  if (width_to !== undefined) rows = rows.where(sql<boolean>`t.width_mm <= ${width_to}`);
  if (min_m !== undefined) rows = rows.where(sql<boolean>`t.m >= ${min_m}`);
  if (state) rows = rows.where(sql<boolean>`t.state = ${state}`);
  if (same_lot_as)
    rows = rows.where(sql<boolean>`t.id in (
      select r.batch_id from reels one join reels r on r.product_id = one.product_id and r.supplier_lot is not null
        and lower(r.supplier_lot) collate "C" = lower(one.supplier_lot) collate "C"
      where one.batch_id = ${same_lot_as})`);
  if ((state !== 'finished' && !same_lot_as) || warehouse_id)
    rows = rows.where(sql<boolean>`t.id in (select batch_id from stock_balances where quantity > 0
      ${warehouse_id ? sql`and warehouse_id = ${warehouse_id}` : sql``})`);
  return rows as unknown as Rows;
}

function rounded(value: Decimal | string | null, places: number): number | null {
  return value === null ? null : toNumber(round(decimalOf(value), places));
}
