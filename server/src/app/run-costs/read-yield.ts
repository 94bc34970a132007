/** The yield report of runs. */
import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import { WORST_RUNS, type YIELD_GROUPS, type YieldRow } from '@bobina/contract/production/run-reports.ts';
import type { RunSummary } from '@bobina/contract/production/runs.ts';
import { readRunSummaries } from '../../areas/production/runs/run-rows.ts';
import type { Db } from '../../platform/database/db.ts';

/** Days of the start of runs, in the time zone of the company. */
interface Period {
  from?: Day | undefined;
  to?: Day | undefined;
}
type Group = (typeof YIELD_GROUPS)[number];

/** The key and the label of a group; rows are ordered by their label. */
const GROUPS: Record<Group, { key: RawBuilder<unknown>; label: RawBuilder<string> }> = {
  machine: { key: sql`r.machine_id`, label: sql`m.code` },
  product: { key: sql`p.id`, label: sql`p.code` },
  month: { key: sql`to_char(r.day, 'YYYY-MM')`, label: sql`to_char(r.day, 'YYYY-MM')` },
  person: { key: sql`u.id`, label: sql`u.name` },
};

/** Sums the closed runs of a period by group. A run without a product or a person has the key `''`. */
export async function readYield(db: Db, { group, ...period }: Period & { group: Group }): Promise<YieldRow[]> {
  const { key, label } = GROUPS[group];
  const { rows } = await sql<YieldRow>`
    with runs as (${weighedRuns(period)})
    select coalesce((${key})::text, '') as key, coalesce(${label}, '') as label, count(*)::integer as runs,
      sum(input_kg)::float8 as input_kg, sum(good_kg)::float8 as good_kg, sum(trim_kg + setup_kg + scrap_kg)::float8 as waste_kg,
      sum(trim_kg)::float8 as trim_kg, sum(setup_kg)::float8 as setup_kg, sum(scrap_kg)::float8 as scrap_kg,
      sum(input_kg - good_kg - trim_kg - setup_kg - scrap_kg)::float8 as unexplained_kg,
      round(100 * sum(good_kg) / nullif(sum(input_kg), 0), 2)::float8 as yield_percent
    from runs r
    join machines m on m.id = r.machine_id
    left join products p on p.id = r.product_id
    left join users u on u.id = r.created_by
    where r.is_closed
    group by 1, 2 order by lower(coalesce(${label}, '')) collate "C", 1`.execute(db);
  return rows;
}

/** Reads the runs of a period with the lowest yield, and counts those with an unknown weight. */
export async function readWorstRuns(db: Db, period: Period): Promise<{ runs: RunSummary[]; not_closed: number }> {
  const { rows } = await sql<{ ids: number[]; not_closed: number }>`
    with runs as (${weighedRuns(period)})
    select
      array(select id from runs where is_closed and input_kg > 0 order by good_kg / input_kg, id desc limit ${WORST_RUNS}) as ids,
      (select count(*) from runs where not is_closed)::integer as not_closed`.execute(db);
  const { ids, not_closed } = rows[0]!;
  const found = new Map((await readRunSummaries(db, ids)).map((run) => [run.id, run]));
  return { runs: ids.map((id) => found.get(id)!), not_closed };
}

/** The runs of a period with their weights. A run is closed if all weights are known. */
function weighedRuns({ from, to }: Period): RawBuilder<unknown> {
  return sql`
    select t.id, t.machine_id, t.created_by, (t.started_at at time zone s.time_zone)::date as day,
      coalesce(l.product_id, o.product_id) as product_id, i.kg as input_kg, o.kg as good_kg, w.trim_kg, w.setup_kg, w.scrap_kg,
      i.unknown = 0 and o.unknown = 0 as is_closed
    from production_runs t
    cross join settings s
    left join customer_order_items l on l.id = t.order_item_id
    cross join lateral (
      select coalesce(sum(kg), 0) as kg, count(*) filter (where kg is null) as unknown
      from run_inputs where run_id = t.id and undone_at is null
    ) i
    cross join lateral (
      select coalesce(sum(kg), 0) as kg, count(*) filter (where kg is null) as unknown,
        (array_agg(product_id order by to_at, id))[1] as product_id
      from run_outputs where run_id = t.id and undone_at is null
    ) o
    cross join lateral (
      select coalesce(sum(kg) filter (where kind = 'trim'), 0) as trim_kg, coalesce(sum(kg) filter (where kind = 'setup'), 0) as setup_kg,
        coalesce(sum(kg) filter (where kind = 'scrap'), 0) as scrap_kg
      from run_wastes where run_id = t.id
    ) w
    where (${from ?? null}::date is null or t.started_at >= ${from ?? null}::date::timestamp at time zone s.time_zone)
      and (${to ?? null}::date is null or t.started_at < (${to ?? null}::date + 1)::timestamp at time zone s.time_zone)`;
}
