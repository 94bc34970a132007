/** The paper and film that open order lines still need, with the day on which it must be ready. */
import { sql } from 'kysely';
import { decimalOf, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import { addWorkingDays } from '@bobina/contract/core/working-days.ts';
import {
  materialsUnder,
  type MaterialIssue,
  type MaterialOptions,
  type TechnicalData,
} from '@bobina/contract/production/materials.rules.ts';
import type { Db } from '../../platform/database/db.ts';
import { readJobStarts } from '../orders/index.ts';

export interface OpenLine {
  order_item_id: number;
  order_id: number;
  order_number: string;
  customer_name: string;
  product_id: number;
  product_code: string;
}
/** Paper or film for one order line. */
export interface MaterialNeedOfLine extends OpenLine {
  day: Day;
  kind: 'paper' | 'film';
  /** g/m² for paper, µm for film. */
  weight: Decimal;
  width_cm: Decimal;
  colour: string | null;
  m: Decimal;
  kg: Decimal;
}
export interface MaterialNeeds {
  needs: MaterialNeedOfLine[];
  /** Lines whose material cannot be computed. */
  unclear: (OpenLine & Pick<MaterialIssue, 'code' | 'missing'>)[];
}
type Row = OpenLine & TechnicalData & { unit_of_measure: string; remaining: string; delivery_date: Day };

/**
 * Reads the material of what is not yet produced of open order lines. It must be ready at the start of the line's first
 * job on the board, otherwise `production_days` working days before the delivery.
 */
export async function readMaterialNeeds(
  db: Db,
  settings: MaterialOptions & { production_days: number; working_days: readonly number[] },
): Promise<MaterialNeeds> {
  const [{ rows }, starts] = await Promise.all([
    sql<Row>`
      select t.id as order_item_id, o.id as order_id, o.order_number, c.business_name as customer_name, p.id as product_id,
        p.code as product_code, p.unit_of_measure, t.quantity - t.produced_quantity as remaining, t.delivery_date,
        p.pezzi_per_scatola, p.numero_piste, p.lunghezza_cm, p.larghezza_bobina, p.peso_carta, p.larghezza_film,
        p.spessore_film, p.densita_film, p.colore_film
      from customer_order_items t
      join customer_orders o on o.id = t.order_id and o.deleted_at is null
      join customers c on c.id = o.customer_id
      join products p on p.id = t.product_id
      where t.production_status <> 'completato' and t.produced_quantity < t.quantity and t.delivered_quantity < t.quantity
      order by t.delivery_date, t.id`.execute(db),
    readJobStarts(db),
  ]);
  const materialsOf = materialsUnder(settings);
  const needs: MaterialNeedOfLine[] = [];
  const unclear: MaterialNeeds['unclear'] = [];
  for (const row of rows) {
    const line = lineOf(row);
    const day =
      starts.get(row.order_item_id) ??
      addWorkingDays(row.delivery_date, -settings.production_days, settings.working_days);
    const { m_paper, kg_paper, m_film, kg_film, issues } = materialsOf(row.unit_of_measure, row.remaining, row);
    for (const { severity, code, missing } of issues)
      if (severity === 'error') unclear.push({ ...line, code, missing });
    if (m_paper && kg_paper) needs.push({ ...line, day, ...paperOf(row), m: m_paper, kg: kg_paper });
    if (m_film && kg_film) needs.push({ ...line, day, ...filmOf(row), m: m_film, kg: kg_film });
  }
  return { needs, unclear };
}

function lineOf({ order_item_id, order_id, order_number, customer_name, product_id, product_code }: Row): OpenLine {
  return { order_item_id, order_id, order_number, customer_name, product_id, product_code };
}

/** The values that the computed metres require are present. */
function paperOf(row: Row) {
  return {
    kind: 'paper',
    weight: decimalOf(row.peso_carta!),
    width_cm: decimalOf(row.larghezza_bobina!),
    colour: null,
  } as const;
}

function filmOf(row: Row) {
  return {
    kind: 'film',
    weight: decimalOf(row.spessore_film!),
    width_cm: decimalOf(row.larghezza_film!),
    colour: row.colore_film?.trim().toLowerCase() || null,
  } as const;
}
