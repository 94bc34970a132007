/** The cost of a run and its allotment to the outputs. Exact decimals; money in EUR, weights in kg. */
import { decimalOf, round, sum, toNumber, type Decimal } from '../core/decimal.ts';
import type { RunCost } from './runs.ts';

/** A number of the wire or the text of a `numeric`. */
type Amount = number | string;

export interface CostedInput {
  /** The used quantity, in the unit of its product; null while it is mounted. Without a use it costs nothing. */
  quantity: Amount | null;
  /** Null if it is not known. */
  unit_cost: Amount | null;
  currency: string | null;
}
export interface CostedOutput {
  output_id: number;
  batch_id: number | null;
  batch_number: string | null;
  quantity: Amount;
  /** Null if the weight is not known. */
  kg: Amount | null;
  unit_of_measure: string;
}
/** The rates of a machine hour and of a kilogram of sold waste. */
export interface CostRates {
  cost_per_hour: Amount | null;
  people: Amount | null;
  wages_per_hour: Amount;
  waste_price_per_kg: Amount;
}
export interface CostedRun extends CostRates {
  inputs: readonly CostedInput[];
  setup_minutes: Amount;
  run_minutes: Amount;
  waste_kg: Amount;
  /** In the order in which they were made. */
  outputs: readonly CostedOutput[];
}

const CURRENCY = 'EUR';
const CENTS = 2;
const UNIT_COST_PLACES = 5;
const MS_PER_MINUTE = 60_000;
const ZERO = decimalOf(0);

/**
 * Computes the cost of a run. Each input, the setup, the running time and the sold waste are rounded to the cent, then
 * summed. Inputs in other currencies are summed apart, and they and inputs without a cost make the result partial; a reel that
 * was returned unused does not.
 */
export function costOf(run: CostedRun): RunCost {
  const used = run.inputs.filter(({ quantity }) => quantity !== null && decimalOf(quantity).gt(0));
  const priced = used.filter(({ unit_cost }) => unit_cost !== null);
  const amounts = Map.groupBy(priced, ({ currency }) => currency!);
  const totals = new Map([...amounts].map(([currency, inputs]) => [currency, sum(inputs.map(amountOf))]));
  const material = totals.get(CURRENCY) ?? ZERO;
  const machine = timeCost(run.setup_minutes, run).plus(timeCost(run.run_minutes, run));
  const waste_sold = round(decimalOf(run.waste_kg).times(run.waste_price_per_kg), CENTS);
  const total = material.plus(machine).minus(waste_sold);
  const kg = sum(run.outputs.map((output) => decimalOf(output.kg ?? 0)));
  const knowsWeight = kg.gt(0) && run.outputs.every((output) => output.kg !== null);
  const costs = allotCost(total, weightsOf(run.outputs));
  const other = [...totals]
    .filter(([currency]) => currency !== CURRENCY)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: toNumber(amount) }));
  return {
    material: toNumber(material),
    machine: toNumber(machine),
    waste_sold: toNumber(waste_sold),
    total: toNumber(total),
    per_kg: knowsWeight ? toNumber(round(total.div(kg), UNIT_COST_PLACES)) : null,
    currency: CURRENCY,
    partial: other.length > 0 || priced.length < used.length,
    other,
    outputs: run.outputs.map(({ output_id, batch_id, batch_number }, index) => ({
      output_id,
      batch_id,
      batch_number,
      cost: toNumber(costs[index]!),
    })),
  };
}

/** The minutes of a run as typed; otherwise those from start to end less the setup. @param end in ms since the epoch */
export function runMinutes(
  { setup_minutes, run_minutes }: { setup_minutes: Amount | null; run_minutes: Amount | null },
  { start, end }: { start: number; end: number },
): Decimal {
  if (run_minutes !== null) return decimalOf(run_minutes);
  const rest = decimalOf(end - start)
    .div(MS_PER_MINUTE)
    .minus(setup_minutes ?? 0);
  return rest.gt(0) ? rest : ZERO;
}

/** The cost of a unit of a batch, with 5 decimals; null for a negative cost, which sold waste can cause. */
export function unitCostOf(cost: Amount | Decimal, quantity: Amount | Decimal): Decimal | null {
  const unit = round(decimalOf(cost).div(quantity), UNIT_COST_PLACES);
  return unit.lt(0) ? null : unit;
}

/** Divides a total in proportion to weights. Each share is rounded to the cent, and the last takes the rest. */
export function allotCost(total: Decimal, weights: readonly Decimal[]): Decimal[] {
  const all = sum(weights);
  let left = total;
  return weights.map((weight, index) => {
    const exact = round(total.times(weight).div(all), CENTS);
    // Many shares that are rounded up could exceed the total.
    const share = index === weights.length - 1 || exact.abs().gt(left.abs()) ? left : exact;
    left = left.minus(share);
    return share;
  });
}

/** Outputs share the cost by weight. Counted goods and goods without a weight share it by quantity. */
function weightsOf(outputs: readonly CostedOutput[]): Decimal[] {
  const byKg = outputs.map(({ kg }) => decimalOf(kg ?? 0));
  const areCounted = outputs.every(({ unit_of_measure: unit }) => unit === 'piece' || unit === 'box');
  const hasWeights = outputs.every(({ kg }) => kg !== null) && sum(byKg).gt(0);
  return hasWeights && !areCounted ? byKg : outputs.map(({ quantity }) => decimalOf(quantity));
}

function amountOf({ quantity, unit_cost }: CostedInput): Decimal {
  return round(decimalOf(quantity!).times(unit_cost!), CENTS);
}

/** Multiplies before it divides, so that the quotient is rounded once. */
function timeCost(minutes: Amount, { cost_per_hour, people, wages_per_hour }: CostRates): Decimal {
  const perHour = decimalOf(cost_per_hour ?? 0).plus(decimalOf(wages_per_hour).times(people ?? 0));
  return round(decimalOf(minutes).times(perHour).div(60), CENTS);
}
