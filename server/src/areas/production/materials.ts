/** Computes the paper and film needs of selected items: reads their data and applies the contract's rules. */
import { sql } from 'kysely';
import { toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { UNITS } from '@bobina/contract/core/fields.ts';
import type { ProductionStatus } from '@bobina/contract/orders/statuses.ts';
import { warningMessage, type WarningCode } from '@bobina/contract/core/messages/messages.ts';
import type { materials, MaterialsResult } from '@bobina/contract/production/materials.ts';
import {
  groupMaterials,
  materialsUnder,
  type MaterialIssue,
  type MaterialNeed,
  type TechnicalData,
} from '@bobina/contract/production/materials.rules.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { firstText, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { numeric } from '../../platform/master-data.ts';
import { findLate, lateLine, readLateness } from '../orders/index.ts';
import { readSettings } from '../registry/index.ts';
import { withStock } from './material-stock.ts';
import { requireItems } from './items/named-item.ts';

const MATERIALS_ITEMS: List<SortOf<typeof materials.items>> = {
  columns: {
    order_number: text('o.order_number'),
    customer_order_number: text('o.customer_order_number'),
    code: text('product.code'),
    product_name: firstText('product.name', 'product.description'),
    quantity: value('t.quantity'),
    unit_of_measure: value('product.unit_of_measure'),
    delivery_date: value('t.delivery_date'),
  },
  order: 'order_number',
};

/** Lists the items that can be selected: not completed, with a quantity left to schedule. */
export async function listMaterialsItems(reading: Reading, { query }: HandlerInput<typeof materials.items>) {
  const lateness = query.late === undefined ? undefined : await readLateness(reading.db);
  let items = reading.db
    .selectFrom('customer_order_items as t')
    .innerJoin('customer_orders as o', 'o.id', 't.order_id')
    .innerJoin('products as product', 'product.id', 't.product_id')
    .where('o.deleted_at', 'is', null)
    .where('t.production_status', '<>', 'completato')
    .where('t.scheduling_status', '<>', 'completamente_programmato')
    .select(['t.id as item_id', 't.order_id', 'o.order_number', 'o.customer_order_number'])
    .select(['t.product_id', 'product.code', 't.delivery_date'])
    .select([
      sql<string>`coalesce(product.name, product.description)`.as('product_name'),
      numeric('t.quantity', 'quantity'),
      sql<(typeof UNITS)[number]>`product.unit_of_measure`.as('unit_of_measure'),
      numeric('t.produced_quantity', 'total_produced'),
      sql<number>`greatest(t.quantity - t.scheduled_quantity, 0)::float8`.as('remaining_to_schedule'),
      numeric('t.delivered_quantity', 'delivered_quantity'),
      numeric('t.scheduled_quantity', 'scheduled_quantity'),
      sql<ProductionStatus>`t.production_status`.as('production_status'),
    ]);
  if (lateness)
    items = items.where(query.late ? lateLine('t', lateness) : sql<boolean>`not ${lateLine('t', lateness)}`);
  const { rows, total } = await page(reading, items, query, MATERIALS_ITEMS, { reads: 'all' });
  const late = await findLate(
    reading.db,
    rows.map((row) => ({ ...row, id: row.item_id, is_closed: false })),
    lateness,
  );
  return {
    rows: rows.map(
      ({ delivered_quantity: _delivered, scheduled_quantity: _scheduled, production_status: _status, ...row }) => ({
        ...row,
        is_late: late.has(row.item_id),
      }),
    ),
    total,
  };
}

type ItemRow = TechnicalData & {
  item_id: number;
  order_id: number;
  order_number: string;
  customer_order_number: string | null;
  product_id: number;
  code: string;
  product_name: string;
  unit_of_measure: (typeof UNITS)[number];
  quantity: string;
  total_produced: string;
  remaining_quantity: string;
  pezzi_per_scatola: number | null;
  numero_piste: number | null;
  lunghezza_cm: string | null;
  colore_film: string | null;
};

/**
 * Computes the needs of the selected items. A value that cannot be computed is null and has a warning; it is never 0.
 * @throws 400 on an unknown id
 * @param showsStock whether the caller may read the stock coverage
 */
export async function calculateMaterials(
  { db, language }: Pick<Reading, 'db' | 'language'>,
  { sent, showsStock }: { sent: readonly number[]; showsStock: boolean },
): Promise<MaterialsResult> {
  const ids = [...new Set(sent)];
  const rows = await readNeeds(db, ids);
  requireItems(sent, new Set(rows.map(({ item_id }) => item_id)), 'itemIds');
  const settings = await readSettings(db);
  const materialsOf = materialsUnder(settings);
  const needs = rows.map((row): MaterialNeed => ({
    item_id: row.item_id,
    product: row,
    materials: materialsOf(row.unit_of_measure, row.remaining_quantity, row),
  }));
  const describeIssue = ({ code, severity, missing }: MaterialIssue, item_id: number) => ({
    item_id,
    severity,
    code,
    missing,
    message: warningMessage(language, code.toLowerCase() as WarningCode),
  });
  const groups = groupMaterials(needs);
  return {
    ...(showsStock ? await withStock(db, groups) : groups),
    items: rows.map((row, index) => detailOf(row, needs[index]!)),
    warnings: needs.flatMap(({ item_id, materials: { issues } }) =>
      issues.map((issue) => describeIssue(issue, item_id)),
    ),
  };
}

/** In id order. */
async function readNeeds(db: Db, ids: readonly number[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select t.id as item_id, t.order_id, o.order_number, o.customer_order_number, t.product_id, p.code, coalesce(p.name, p.description) as product_name, p.unit_of_measure,
      t.quantity, t.produced_quantity as total_produced, greatest(t.quantity - t.produced_quantity, 0) as remaining_quantity,
      p.pezzi_per_scatola, p.numero_piste, p.lunghezza_cm, p.larghezza_bobina, p.peso_carta, p.larghezza_film, p.spessore_film, p.densita_film, p.colore_film
    from customer_order_items t join customer_orders o on o.id = t.order_id and o.deleted_at is null join products p on p.id = t.product_id
    where t.id = any(${ids})`.execute(db);
  const found = new Map(rows.map((row) => [row.item_id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

function shown(amount: Decimal | string | null): number | null {
  return amount === null ? null : toNumber(amount);
}

function detailOf(row: ItemRow, { materials: need }: MaterialNeed): MaterialsResult['items'][number] {
  return {
    item_id: row.item_id,
    order_id: row.order_id,
    order_number: row.order_number,
    customer_order_number: row.customer_order_number,
    product_id: row.product_id,
    code: row.code,
    product_name: row.product_name,
    unit_of_measure: row.unit_of_measure,
    pezzi_per_scatola: row.pezzi_per_scatola,
    numero_piste: row.numero_piste,
    colore_film: row.colore_film,
    quantity: toNumber(row.quantity),
    total_produced: toNumber(row.total_produced),
    remaining_quantity: toNumber(row.remaining_quantity),
    lunghezza_cm: shown(row.lunghezza_cm),
    pieces: shown(need.pieces),
    metri_lineari_carta: shown(need.m_paper),
    kg_carta: shown(need.kg_paper),
    metri_lineari_film: shown(need.m_film),
    kg_film: shown(need.kg_film),
    densita_film: shown(need.density),
  };
}
