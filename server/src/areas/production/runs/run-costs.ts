/** The cost of runs: computed from their inputs, times and wastes while they are open, and kept when they end. */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import { costOf, runMinutes, unitCostOf, type CostedOutput } from '@bobina/contract/production/cost.rules.ts';
import type { COST_SOURCES, RunCost } from '@bobina/contract/production/runs.ts';
import { now } from '../../../platform/clock.ts';
import type { Act } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { keepRunCosts, lockRunCosts } from '../../stock/index.ts';

/** The price of a product on a day by the price list, as decimal texts. */
export interface ListPrice {
  product_id: number;
  day: Day;
  unit_price: string;
  currency: string;
}
/** Reads the prices of the days on which batches without a known cost were mounted. Production must not import purchasing. */
export type ReadListPrices = (
  db: Db,
  wanted: readonly { product_id: number; day: Day }[],
) => Promise<readonly ListPrice[]>;

/** The cost of a unit of an input, and its source. */
export interface InputCost {
  unit_cost: string | null;
  currency: string | null;
  cost_source: (typeof COST_SOURCES)[number];
}
export interface CostOfRun {
  is_ended: boolean;
  /** By the id of the input. */
  inputs: ReadonlyMap<number, InputCost>;
  cost: RunCost;
}

interface RunRow {
  id: number;
  started_at: string;
  ended_at: string | null;
  setup_minutes: string | null;
  run_minutes: string | null;
  cost_per_hour: string | null;
  people: number | null;
  wages_per_hour: string;
  waste_price_per_kg: string;
  waste_kg: string;
}
interface InputRow {
  id: number;
  run_id: number;
  product_id: number;
  quantity: string | null;
  day: Day;
  is_known: boolean;
  unit_cost: string | null;
  currency: string | null;
  source: InputCost['cost_source'] | null;
}
type OutputRow = CostedOutput & { run_id: number };

/** Computes the costs of runs, with those of their inputs. An ended run has the costs that it had at its end. */
export async function readRunCosts(
  db: Db,
  { runs, readListPrices }: { runs: readonly number[]; readListPrices: ReadListPrices },
): Promise<Map<number, CostOfRun>> {
  if (runs.length === 0) return new Map();
  const [rows, inputs, outputs] = await Promise.all([
    readRates(db, runs),
    readInputs(db, runs),
    readOutputsToCost(db, runs),
  ]);
  const unknown = inputs.filter(({ is_known }) => !is_known);
  const prices = unknown.length > 0 ? await readListPrices(db, unknown) : [];
  const priceOf = new Map(prices.map((price) => [`${price.product_id} ${price.day}`, price]));
  const inputsOf = Map.groupBy(inputs, ({ run_id }) => run_id);
  const outputsOf = Map.groupBy(outputs, ({ run_id }) => run_id);
  return new Map(
    rows.map((run) => {
      const costed = (inputsOf.get(run.id) ?? []).map((input) => ({
        id: input.id,
        quantity: input.quantity,
        ...costOfInput(input, priceOf.get(`${input.product_id} ${input.day}`)),
      }));
      const times = {
        start: Date.parse(run.started_at),
        end: run.ended_at ? Date.parse(run.ended_at) : now().getTime(),
      };
      const cost = costOf({
        ...run,
        setup_minutes: run.setup_minutes ?? 0,
        run_minutes: runMinutes(run, times).toString(),
        inputs: costed,
        outputs: outputsOf.get(run.id) ?? [],
      });
      const byInput = costed.map(({ id, unit_cost, currency, cost_source }) => {
        return [id, { unit_cost, currency, cost_source }] as const;
      });
      return [run.id, { is_ended: run.ended_at !== null, inputs: new Map(byInput), cost }];
    }),
  );
}

/**
 * Writes the cost of the batches that a run made. The act has locked the run. A batch of several runs has the average by
 * quantity.
 */
export async function keepCostsOfRun(
  act: Act,
  { run, readListPrices }: { run: number; readListPrices: ReadListPrices },
): Promise<void> {
  const { rows: madeByRun } = await sql<{ batch_id: number }>`
    select distinct batch_id from run_outputs where run_id = ${run} and batch_id is not null`.execute(act.tx);
  if (madeByRun.length === 0) return;
  const batches = madeByRun.map(({ batch_id }) => batch_id);
  await lockRunCosts(act, batches);
  const { rows } = await sql<{ id: number; run_id: number; batch_id: number; quantity: string; is_made: boolean }>`
    select id, run_id, batch_id, quantity, undone_at is null as is_made from run_outputs
    where batch_id = any(${batches}::integer[])`.execute(act.tx);
  const live = rows.filter(({ is_made }) => is_made);
  const costs = await readRunCosts(act.tx, { runs: [...new Set(live.map(({ run_id }) => run_id))], readListPrices });
  const made = [...Map.groupBy(live, ({ batch_id }) => batch_id)].map(([batch_id, outputs]) => {
    const parts = outputs.map(({ id, run_id }) => {
      const { cost } = costs.get(run_id)!;
      return cost.partial ? null : decimalOf(cost.outputs.find(({ output_id }) => output_id === id)!.cost);
    });
    const known = parts.filter((part) => part !== null);
    const quantity = sum(outputs.map((output) => decimalOf(output.quantity)));
    const unit_cost = known.length < parts.length ? null : unitCostOf(sum(known), quantity);
    return { batch_id, unit_cost: unit_cost && unit_cost.toFixed() };
  });
  const kept = new Set(made.map(({ batch_id }) => batch_id));
  const gone = [...new Set(rows.map(({ batch_id }) => batch_id))].filter((batch) => !kept.has(batch));
  await keepRunCosts(act, { made: made.toSorted((a, b) => a.batch_id - b.batch_id), gone });
}

/** Fixes the costs of a run that the act ends: of its inputs, its outputs, its machine and its waste. */
export async function fixCostsOfRun(
  act: Act,
  { run, readListPrices }: { run: number; readListPrices: ReadListPrices },
): Promise<void> {
  const { inputs, cost } = (await readRunCosts(act.tx, { runs: [run], readListPrices })).get(run)!;
  const fixed = [...inputs].map(([id, input]) => ({ id, ...input }));
  await sql`
    update run_inputs t set unit_cost = c.unit_cost, currency = c.currency, cost_source = c.cost_source
    from jsonb_to_recordset(${JSON.stringify(fixed)}::jsonb) as c (id integer, unit_cost numeric, currency text, cost_source text)
    where t.id = c.id`.execute(act.tx);
  await sql`
    update run_outputs t set cost = c.cost
    from jsonb_to_recordset(${JSON.stringify(cost.outputs)}::jsonb) as c (output_id integer, cost numeric)
    where t.id = c.output_id`.execute(act.tx);
  await sql`
    update production_runs t set cost_per_hour = m.cost_per_hour, people = m.people, wages_per_hour = s.wages_per_hour,
      waste_price_per_kg = s.waste_price_per_kg
    from machines m, settings s where t.id = ${run} and m.id = t.machine_id`.execute(act.tx);
}

/** Marks the costs of a reopened run as computed from its inputs and rates again. */
export async function releaseCostsOfRun(act: Act, run: number): Promise<void> {
  await sql`update run_inputs set unit_cost = null, currency = null, cost_source = null where run_id = ${run}`.execute(
    act.tx,
  );
  await sql`update run_outputs set cost = null where run_id = ${run}`.execute(act.tx);
  await sql`
    update production_runs set cost_per_hour = null, people = null, wages_per_hour = null, waste_price_per_kg = null
    where id = ${run}`.execute(act.tx);
}

function costOfInput({ is_known, unit_cost, currency, source }: InputRow, price: ListPrice | undefined): InputCost {
  if (is_known) return { unit_cost, currency, cost_source: source ?? 'none' };
  return price
    ? { unit_cost: price.unit_price, currency: price.currency, cost_source: 'list' }
    : { unit_cost: null, currency: null, cost_source: 'none' };
}

async function readRates(db: Db, runs: readonly number[]): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select t.id, t.started_at, t.ended_at, t.setup_minutes, t.run_minutes,
      case when t.wages_per_hour is null then m.cost_per_hour else t.cost_per_hour end as cost_per_hour,
      case when t.wages_per_hour is null then m.people else t.people end as people,
      coalesce(t.wages_per_hour, s.wages_per_hour) as wages_per_hour,
      coalesce(t.waste_price_per_kg, s.waste_price_per_kg) as waste_price_per_kg,
      (select coalesce(sum(kg), 0) from run_wastes w where w.run_id = t.id) as waste_kg
    from production_runs t join machines m on m.id = t.machine_id cross join settings s
    where t.id = any(${runs}::integer[])`.execute(db);
  return rows;
}

/** A batch without a row in `batch_costs`, such as opening stock, has the price of the list on the day of its mount. */
async function readInputs(db: Db, runs: readonly number[]): Promise<InputRow[]> {
  const { rows } = await sql<InputRow>`
    select t.id, t.run_id, b.product_id, t.quantity,
      to_char(t.mounted_at at time zone (select time_zone from settings), 'YYYY-MM-DD') as day,
      t.cost_source is not null or c.batch_id is not null as is_known,
      case when t.cost_source is null then c.unit_cost else t.unit_cost end as unit_cost,
      case when t.cost_source is null then c.currency else t.currency end as currency,
      coalesce(t.cost_source, c.source) as source
    from run_inputs t join batches b on b.id = t.batch_id left join batch_costs c on c.batch_id = t.batch_id
    where t.run_id = any(${runs}::integer[]) and t.undone_at is null
    order by t.id`.execute(db);
  return rows;
}

async function readOutputsToCost(db: Db, runs: readonly number[]): Promise<OutputRow[]> {
  const { rows } = await sql<OutputRow>`
    select t.id as output_id, t.run_id, t.batch_id, b.batch_number, t.quantity, t.kg, p.unit_of_measure
    from run_outputs t join products p on p.id = t.product_id left join batches b on b.id = t.batch_id
    where t.run_id = any(${runs}::integer[]) and t.undone_at is null
    order by t.to_at, t.id`.execute(db);
  return rows;
}
