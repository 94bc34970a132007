/** The mass balance of a run, and which batches its outputs descend from. Exact decimals; weights in kg. */
import { decimalOf, round, sum, toNumber } from '../core/decimal.ts';
import type { RunBalance } from './runs.ts';

/** A weight of the wire or the text of a `numeric`; null if it is not known. */
type Weight = number | string | null;

/**
 * Compares what went in with what came out. The computed figures are null while a weight is unknown, and a percentage also
 * when nothing went in.
 * @param warningPercent the unexplained part of the input, in either direction, above which the balance has a warning
 */
export function balanceOf(
  { inputs, outputs, wastes }: { inputs: readonly Weight[]; outputs: readonly Weight[]; wastes: readonly Weight[] },
  warningPercent: number | string,
): RunBalance {
  const input = totalOf(inputs);
  const good = totalOf(outputs);
  const waste = totalOf(wastes)!;
  const unexplained = input && good && input.minus(good).minus(waste);
  const isEmpty = !input || input.eq(0);
  return {
    input_kg: input && toNumber(input),
    good_kg: good && toNumber(good),
    waste_kg: toNumber(waste),
    unexplained_kg: unexplained && toNumber(unexplained),
    unexplained_percent: unexplained && !isEmpty ? toNumber(round(unexplained.times(100).div(input), 3)) : null,
    yield_percent: unexplained && !isEmpty ? toNumber(round(good.times(100).div(input), 2)) : null,
    closed: unexplained !== null,
    warning: unexplained !== null && unexplained.abs().times(100).gt(input!.times(warningPercent)),
  };
}

/** Instants in one comparable form, such as ISO texts of one length or minutes. */
interface InputTimes<T> {
  is_reel: boolean;
  mounted_at: T;
  /** Null while it is mounted. */
  dismounted_at: T | null;
}

/**
 * Whether an output descends from an input of its run. A reel must have been on the machine between the end of the previous
 * output and the end of this one; the intervals are half open. Other batches belong to the whole run, and an interval without
 * length, which also stands for an output entered later, to everything.
 */
export function descendsFrom<T extends number | string>(
  output: { from_at: T; to_at: T },
  { is_reel, mounted_at, dismounted_at }: InputTimes<T>,
): boolean {
  if (!is_reel || output.from_at === output.to_at || mounted_at === dismounted_at) return true;
  return mounted_at < output.to_at && (dismounted_at === null || dismounted_at > output.from_at);
}

function totalOf(weights: readonly Weight[]) {
  return weights.includes(null) ? null : sum(weights.map((weight) => decimalOf(weight!)));
}
