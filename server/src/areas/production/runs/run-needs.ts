/** The materials that the job of an open run needs, and the reels in stock that fit. */
import { sql } from 'kysely';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import { can, type Rights } from '@bobina/contract/core/permissions.ts';
import {
  mountIssues,
  mountNeeds,
  type MountedGoods,
  type MountingJob,
  type MountNeed,
} from '@bobina/contract/production/run.rules.ts';
import type { FittingReel, Run, RunNeed } from '@bobina/contract/production/runs.ts';
import { WIDTH_TOLERANCE_MM } from '@bobina/contract/stock/reel.rules.ts';
import type { Db } from '../../../platform/database/db.ts';
import { companyToday } from '../../registry/index.ts';

/** Number of reels that are proposed. */
const PROPOSED = 3;
/** Number of reels that are compared with the job; the query leaves out all that do not fit by their product or width. */
const COMPARED = 50;

type Job = MountingJob & { product_id: number };

/** Adds what the job of an open run needs; to callers who may read the stock also the reels that fit. */
export async function withNeeds(db: Db, run: Run, user: Rights): Promise<Run> {
  if (run.ended_at !== null) return run;
  const job = run.order_item_id === null ? undefined : await readMountingJob(db, run.order_item_id);
  const needs: RunNeed[] = [];
  for (const need of job ? mountNeeds(job) : []) {
    const amount = toNumber(need.amount);
    needs.push({
      gsm: need.layer === 'peso_carta' ? amount : null,
      film_um: need.layer === 'spessore_film' ? amount : null,
      width_mm: need.width && toNumber(need.width),
      is_least_width: need.isLeastWidth,
      colour: need.colour,
      ...(can(user, 'stock.read') && { reels: await readFitting(db, job!, need) }),
    });
  }
  return { ...run, needs };
}

/** Reads the technical data of the product of an order line. */
export async function readMountingJob(db: Db, item: number): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    select p.id as product_id, p.is_reel, p.peso_carta, p.spessore_film, p.densita_film, p.peso_adesivo, p.larghezza_bobina,
      p.larghezza_film, p.colore_film
    from customer_order_items i join products p on p.id = i.product_id where i.id = ${item}`.execute(db);
  return rows[0];
}

/**
 * Reads the oldest reels in stock that a mount would not warn about, in the order of the warning about an older remnant.
 * Reels of the product of the job are what it makes.
 */
async function readFitting(db: Db, job: Job, need: MountNeed): Promise<FittingReel[]> {
  const least = need.width?.minus(WIDTH_TOLERANCE_MM).toFixed() ?? null;
  const most = need.isLeastWidth ? null : (need.width?.plus(WIDTH_TOLERANCE_MM).toFixed() ?? null);
  const { rows } = await sql<FittingReel & { goods: MountedGoods }>`
    select r.batch_id, r.code, p.id as product_id, p.code as product_code, r.width_mm::float8 as width_mm,
      sum(s.quantity)::float8 as quantity, p.unit_of_measure,
      (array_agg(w.name order by s.quantity desc, w.id))[1] as warehouse_name, r.location,
      jsonb_build_object('width_mm', r.width_mm, 'gsm', r.gsm, 'peso_carta', p.peso_carta, 'spessore_film', p.spessore_film,
        'densita_film', p.densita_film, 'peso_adesivo', p.peso_adesivo, 'larghezza_bobina', p.larghezza_bobina,
        'larghezza_film', p.larghezza_film, 'colore_film', p.colore_film) as goods
    from products p
    join stock_balances s on s.product_id = p.id and s.quantity > 0
    join warehouses w on w.id = s.warehouse_id
    join reels r on r.batch_id = s.batch_id
    join batches b on b.id = r.batch_id
    where p.is_reel and p.deleted_at is null and p.id <> ${job.product_id}
      and ${sql.ref(`p.${need.layer}`)} = ${need.amount.toFixed()}::numeric
      and r.width_mm >= coalesce(${least}::numeric, r.width_mm) and r.width_mm <= coalesce(${most}::numeric, r.width_mm)
      and (${need.colour}::text is null or lower(trim(p.colore_film)) = lower(${need.colour}::text))
      and r.machine_id is null and b.hold_reason is null
      and coalesce(b.expiry_date >= ${await companyToday(db)}::date, true)
    group by r.batch_id, b.id, p.id
    order by b.expiry_date nulls last, b.production_date nulls last, r.created_at, r.batch_id limit ${COMPARED}`.execute(
    db,
  );
  return rows
    .filter(({ goods }) => mountIssues(job, goods).length === 0)
    .slice(0, PROPOSED)
    .map((row) => {
      const { goods: _, ...reel } = row;
      return reel;
    });
}
