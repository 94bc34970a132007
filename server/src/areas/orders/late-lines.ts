/**
 * Finds the late lines of customer orders by the contract's rule. Lateness is not stored, because it changes with the
 * day.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import { isLate, type LineInTime } from '@bobina/contract/orders/late.rules.ts';
import type { ProductionStatus } from '@bobina/contract/orders/statuses.ts';
import { firstStarts, lastEnds } from '@bobina/contract/production/calendar.rules.ts';
import type { Db } from '../../platform/database/db.ts';
import { companyToday, readCalendar } from '../registry/index.ts';

/** A line with the sum of its jobs. */
export interface LineToJudge extends LineInTime {
  id: number;
  scheduled_quantity: number | string;
}
export interface Lateness {
  today: Day;
  /** The day on which the last job of each line ends. */
  ends: ReadonlyMap<number, Day>;
  /** Lines that are late because of their jobs although their delivery day has not passed. */
  byJobs: readonly number[];
}

/** The order of the jobs on a machine: `s` is the scheduling, `i` its line, `o` its order. */
export const boardOrder = sql`s.position nulls last, case i.priority when 'alta' then 1 when 'media' then 2 else 3 end,
  lower(o.order_number) collate "C", s.id`;

/** What the runs of a job `s` made of its line, as `made.quantity`; null without any. A lateral join. */
export const madeOfJob = sql`left join lateral (
    select sum(o.quantity) as quantity from production_runs r join run_outputs o on o.run_id = r.id
    where r.scheduling_id = s.id and o.order_item_id = s.order_item_id and o.undone_at is null
  ) made on true`;

/** What is left to produce of a job `s` of the line `i`; needs `madeOfJob`. */
export const leftOfJob = sql`greatest(0, least(s.quantity_to_produce - coalesce(made.quantity, 0), i.quantity - i.produced_quantity))`;

/**
 * The minutes that a job `s` of the line `i` still takes, rounded up; needs `madeOfJob`. Only the runs of the job shorten
 * it: other operations of the line do not tell on which machine they were made.
 */
export const leftMinutes = sql<number>`case when made.quantity > 0
  then ceil(s.production_minutes * ${leftOfJob} / s.quantity_to_produce)::integer else s.production_minutes end`;

/**
 * Computes the inputs of the lateness rule from all open jobs.
 * @param items reads only the machines that have jobs of these lines
 */
export async function readLateness(db: Db, items?: readonly number[]): Promise<Lateness> {
  const calendar = await readCalendar(db);
  const boards = await readJobs(db, items);
  const ends = lastEnds(boards, calendar);
  const late = boards.flat().filter((job) => isLate(lineOf(job), calendar.today, ends.get(job.item_id)));
  return { today: calendar.today, ends, byJobs: [...new Set(late.map(({ item_id }) => item_id))] };
}

/** Reads the day on which the first job of each line starts on the board. Lines without a job are absent. */
export async function readJobStarts(db: Db): Promise<Map<number, Day>> {
  return firstStarts(await readJobs(db, undefined), await readCalendar(db));
}

/** Builds the SQL condition that a line is late. @param line the alias of its `customer_order_items` row */
export function lateLine(line: string, { today, byJobs }: Lateness): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${line}.${name}`);
  return sql<boolean>`(${column('open_quantity')} > 0
    and (${column('delivery_date')} < ${today} or ${column('id')} = any(${byJobs}::integer[])))`;
}

/**
 * Returns the ids of the late lines. Reads the jobs only when they can affect the result.
 * @param known lateness data of all machines, if already read
 */
export async function findLate(db: Db, lines: readonly LineToJudge[], known?: Lateness): Promise<Set<number>> {
  if (lines.length === 0) return new Set();
  const today = known?.today ?? (await companyToday(db));
  const undecided = lines.filter((line) => canBeLateByJobs(line) && !isLate(line, today));
  const { ends } =
    known ??
    (undecided.length > 0
      ? await readLateness(
          db,
          undecided.map(({ id }) => id),
        )
      : { ends: new Map<number, Day>() });
  return new Set(lines.filter((line) => isLate(line, today, ends.get(line.id))).map(({ id }) => id));
}

function canBeLateByJobs({ production_status, scheduled_quantity }: LineToJudge): boolean {
  return production_status !== 'completato' && Number(scheduled_quantity) > 0;
}

interface JobRow {
  item_id: number;
  production_minutes: number;
  left_minutes: number;
  not_before: Day | null;
  delivery_date: Day;
  quantity: string;
  delivered_quantity: string;
}
function lineOf(job: JobRow): LineInTime {
  return { ...job, is_closed: false, production_status: 'in_produzione' satisfies ProductionStatus };
}

/** Reads the jobs of each machine, in machine order. */
async function readJobs(db: Db, items: readonly number[] | undefined): Promise<JobRow[][]> {
  const machines = items && (await machinesOf(db, items));
  const concerned = machines ? sql`s.machine_id = any(${machines}::integer[])` : sql`true`;
  const { rows } = await sql<JobRow & { machine_id: number }>`
    select s.machine_id, s.order_item_id as item_id, s.production_minutes, ${leftMinutes} as left_minutes, s.not_before,
      i.delivery_date, i.quantity, i.delivered_quantity
    from production_schedulings s
    join customer_order_items i on i.id = s.order_item_id and i.production_status <> 'completato'
    join customer_orders o on o.id = i.order_id and o.deleted_at is null
    ${madeOfJob}
    where ${concerned}
    order by s.machine_id, ${boardOrder}`.execute(db);
  return [...Map.groupBy(rows, ({ machine_id }) => machine_id).values()];
}

/** A separate query, because as a subquery it makes the planner visit the jobs one by one. */
async function machinesOf(db: Db, items: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ machine_id: number }>`
    select distinct machine_id from production_schedulings where order_item_id = any(${items}::integer[])`.execute(db);
  return rows.map(({ machine_id }) => machine_id);
}
