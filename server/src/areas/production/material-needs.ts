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
type Row = OpenLine &
  TechnicalData & {
    unit_of_measure: string;
    remaining: string;
    delivery_date: Day;
    /** The quantity used by runs of the line, in kg. */
    used_paper: string;
    used_film: string;
    /** The quantity of the line that runs made. */
    made_by_runs: string;
  };

/**
 * Reads the material that open order lines still need: that of their unproduced quantity, less the material that their runs
 * have used beyond the goods already made. It must be ready at the start of the line's first job on the board, otherwise
 * `production_days` working days before the delivery.
 */
export async function readMaterialNeeds(
  db: Db,
  settings: MaterialOptions & { production_days: number; working_days: readonly number[] },
): Promise<MaterialNeeds> {
  const [{ rows }, starts] = await Promise.all([
    sql<Row>`
      select t.id as order_item_id, o.id as order_id, o.order_number, c.business_name as customer_name, p.id as product_id,
        p.code as product_code, p.unit_of_measure, t.quantity - t.produced_quantity as remaining, t.delivery_date,
        used.paper as used_paper, used.film as used_film,
        (select coalesce(sum(u.quantity), 0) from run_outputs u where u.order_item_id = t.id and u.undone_at is null) as made_by_runs,
        p.pezzi_per_scatola, p.numero_piste, p.lunghezza_cm, p.larghezza_bobina, p.peso_carta, p.larghezza_film,
        p.spessore_film, p.densita_film, p.colore_film
      from customer_order_items t
      join customer_orders o on o.id = t.order_id and o.deleted_at is null
      join customers c on c.id = o.customer_id
      join products p on p.id = t.product_id
      cross join lateral (
        select coalesce(sum(u.kg) filter (where m.peso_carta > 0 and coalesce(m.spessore_film, 0) = 0), 0) as paper,
          coalesce(sum(u.kg) filter (where m.spessore_film > 0 and coalesce(m.peso_carta, 0) = 0), 0) as film
        from production_runs r
        join run_inputs u on u.run_id = r.id and u.undone_at is null
        join batches b on b.id = u.batch_id
        join products m on m.id = b.product_id
        where r.order_item_id = t.id
      ) used
      where t.production_status <> 'completato' and t.produced_quantity < t.quantity and t.open_quantity > 0
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
    const made = () => materialsOf(row.unit_of_measure, row.made_by_runs, row);
    const add = (material: { m: Decimal; kg: Decimal }, of: ReturnType<typeof paperOf | typeof filmOf>) => {
      if (material.kg.gt(0)) needs.push({ ...line, day, ...of, ...material });
    };
    if (m_paper && kg_paper)
      add(
        lessUsed({ m: m_paper, kg: kg_paper }, row.used_paper, () => made().kg_paper),
        paperOf(row),
      );
    if (m_film && kg_film)
      add(
        lessUsed({ m: m_film, kg: kg_film }, row.used_film, () => made().kg_film),
        filmOf(row),
      );
  }
  return { needs, unclear };
}

/** @param madeKg the material of the goods that runs made */
function lessUsed({ m, kg }: { m: Decimal; kg: Decimal }, used: string, madeKg: () => Decimal | null) {
  if (decimalOf(used).eq(0)) return { m, kg };
  const ahead = decimalOf(used).minus(madeKg() ?? 0);
  if (ahead.lte(0)) return { m, kg };
  const needed = ahead.lt(kg) ? kg.minus(ahead) : decimalOf(0);
  return { m: m.times(needed).div(kg), kg: needed };
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
