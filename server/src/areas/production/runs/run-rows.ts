/** Reads runs in their API form. */
import { sql } from 'kysely';
import { balanceOf } from '@bobina/contract/production/run.rules.ts';
import type {
  Run,
  RunInput,
  RunOutput,
  runs as contract,
  RunSummary,
  RunWaste,
} from '@bobina/contract/production/runs.ts';
import type { Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { AUDIT, nullableNumeric } from '../../../platform/master-data.ts';
import { notFound } from '../../../platform/problem.ts';
import { gsmOfProduct } from '../../registry/index.ts';

const RUNS: List<SortOf<typeof contract.list>> = {
  columns: {
    started_at: value('t.started_at'),
    ended_at: value('t.ended_at'),
    machine_code: text('m.code'),
    order_number: text('o.order_number'),
    product_code: text('p.code'),
  },
  alsoSearched: ['m.description', 'c.business_name', 'p.name', 'p.description', 't.notes'],
  order: '-started_at',
};

/** Lists runs with their mass balance. `from` and `to` are days in the time zone of the company. */
export async function listRuns(reading: Reading, { query }: HandlerInput<typeof contract.list>) {
  let rows = runRows(reading.db);
  if (query.machine_id) rows = rows.where('t.machine_id', '=', query.machine_id);
  if (query.order_item_id) rows = rows.where('t.order_item_id', '=', query.order_item_id);
  if (query.batch_id)
    rows = rows.where(
      sql<boolean>`t.id in (select run_id from run_outputs where batch_id = ${query.batch_id} and undone_at is null)`,
    );
  if (query.open !== undefined) rows = rows.where('t.ended_at', query.open ? 'is' : 'is not', null);
  if (query.from) rows = rows.where(sql<boolean>`t.started_at >= ${startOfDay(query.from)}`);
  if (query.to) rows = rows.where(sql<boolean>`t.started_at < ${startOfDay(query.to, 1)}`);
  const found = await page(reading, rows, query, RUNS, { reads: 'all' });
  return { rows: found.rows.map(withBalance), total: found.total };
}

/** Reads one run. @throws NOT_FOUND */
export async function readRun(db: Db, id: number): Promise<Run> {
  const row = await runRows(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return {
    ...withBalance(row),
    inputs: await readInputs(db, { run: id }),
    outputs: await readOutputs(db, { run: id }),
    wastes: await readWastes(db, { run: id }),
  };
}

/** Reads runs without their inputs, outputs and wastes, in any order. */
export async function readRunSummaries(db: Db, ids: readonly number[]): Promise<RunSummary[]> {
  if (ids.length === 0) return [];
  const rows = await runRows(db).where('t.id', 'in', ids).execute();
  return rows.map(withBalance);
}

/** The rows of a run that were not undone, or single rows of it. */
interface Wanted {
  run: number;
  ids?: readonly number[];
}

/** Reads the inputs of a run in the order in which they were mounted. The weight and length of a mounted reel are current. */
export async function readInputs(db: Db, { run, ids }: Wanted): Promise<RunInput[]> {
  const { rows } = await sql<RunInput>`
    select t.id, t.run_id, t.batch_id, b.batch_number, b.product_id, p.code as product_code,
      coalesce(p.name, p.description) as product_name, p.unit_of_measure, t.is_reel, t.mounted_at, t.dismounted_at,
      t.quantity::float8 as quantity, t.kg::float8 as kg, t.version,
      case when t.quantity is null then s.quantity::float8 end as quantity_left,
      case when t.quantity is null then
        round(case p.unit_of_measure when 'm' then s.quantity else s.quantity * 1000000 / (r.width_mm * g.gsm) end, 1)::float8 end as m_left
    from run_inputs t
    join batches b on b.id = t.batch_id
    join products p on p.id = b.product_id
    left join reels r on r.batch_id = t.batch_id
    cross join lateral (select coalesce(r.gsm, ${gsmOfProduct('p')}) as gsm) g
    cross join lateral (select coalesce(sum(quantity), 0) as quantity from stock_balances where batch_id = t.batch_id) s
    where t.run_id = ${run} and t.undone_at is null and ${among(ids)}
    order by t.mounted_at, t.id`.execute(db);
  return rows;
}

/** Reads the outputs of a run in the order in which they were made. */
export async function readOutputs(db: Db, { run, ids }: Wanted): Promise<RunOutput[]> {
  const { rows } = await sql<RunOutput>`
    select t.id, t.run_id, t.batch_id, b.batch_number, t.product_id, p.code as product_code,
      coalesce(p.name, p.description) as product_name, p.unit_of_measure, t.order_item_id, t.quantity::float8 as quantity,
      t.kg::float8 as kg, t.from_at, t.to_at, t.version
    from run_outputs t
    join products p on p.id = t.product_id
    left join batches b on b.id = t.batch_id
    where t.run_id = ${run} and t.undone_at is null and ${among(ids)}
    order by t.to_at, t.id`.execute(db);
  return rows;
}

/** Reads the wastes of a run in the order in which they were entered. */
export async function readWastes(db: Db, { run, ids }: Wanted): Promise<RunWaste[]> {
  const { rows } = await sql<RunWaste>`
    select t.id, t.run_id, t.kind, t.kg::float8 as kg, t.reason, t.input_id, b.batch_number, t.at, u.name as by_name
    from run_wastes t left join users u on u.id = t.by
    left join run_inputs i on i.id = t.input_id left join batches b on b.id = i.batch_id
    where t.run_id = ${run} and ${among(ids)} order by t.id`.execute(db);
  return rows;
}

function among(ids: readonly number[] | undefined) {
  return ids ? sql`t.id = any(${ids}::integer[])` : sql`true`;
}

function startOfDay(day: string, later = 0) {
  return sql`(${day}::date + ${later}::integer)::timestamp at time zone (select time_zone from settings)`;
}

type Row = Omit<RunSummary, 'balance'> & {
  weights: { inputs: (number | null)[]; outputs: (number | null)[]; wastes: number[] };
  mass_balance_percent: string;
};

function withBalance({ weights, mass_balance_percent, ...run }: Row): RunSummary {
  return { ...run, balance: balanceOf(weights, mass_balance_percent) };
}

function runRows(db: Db) {
  return db
    .selectFrom('production_runs as t')
    .innerJoin('machines as m', 'm.id', 't.machine_id')
    .leftJoin('customer_order_items as i', 'i.id', 't.order_item_id')
    .leftJoin('customer_orders as o', 'o.id', 'i.order_id')
    .leftJoin('customers as c', 'c.id', 'o.customer_id')
    .leftJoin('products as p', 'p.id', 'i.product_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .select(['t.id', 't.machine_id', 'm.code as machine_code', 'm.description as machine_description'])
    .select(['t.scheduling_id', 't.order_item_id', 'i.order_id', 'o.order_number'])
    .select(['o.customer_id', 'c.business_name as customer_name'])
    .select(['i.product_id', 'p.code as product_code', 't.started_at', 't.ended_at', 't.notes', ...AUDIT])
    .select([
      sql<string | null>`coalesce(p.name, p.description)`.as('product_name'),
      nullableNumeric('t.setup_minutes', 'setup_minutes'),
      nullableNumeric('t.run_minutes', 'run_minutes'),
      sql<Row['weights']>`jsonb_build_object(
        'inputs', coalesce((select jsonb_agg(w.kg) from run_inputs w where w.run_id = t.id and w.undone_at is null), '[]'),
        'outputs', coalesce((select jsonb_agg(w.kg) from run_outputs w where w.run_id = t.id and w.undone_at is null), '[]'),
        'wastes', coalesce((select jsonb_agg(w.kg) from run_wastes w where w.run_id = t.id), '[]'))`.as('weights'),
      sql<string>`(select mass_balance_percent from settings)`.as('mass_balance_percent'),
    ]);
}
