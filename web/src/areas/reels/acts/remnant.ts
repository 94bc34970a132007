/** The typed remaining quantity of a reel: one reading of one kind. */
import { decimalOf, round } from '@bobina/contract/core/decimal.ts';
import type { FieldProblem } from '@bobina/contract/core/errors.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { fieldProblem } from '@bobina/contract/core/parse.ts';
import { MEASURE_PLACES, type Reel } from '@bobina/contract/stock/reels.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';

/** Ways to measure the remnant, the most precise first. */
export const WAYS = ['gross_kg', 'kg', 'od_mm', 'counter_m', 'm'] as const;
export type Way = (typeof WAYS)[number];
export type Remnant = { [W in Way]?: number } & { tare_kg?: number; splices?: number; empty?: true; finish?: true };

const UNITS: Record<Way, string> = { gross_kg: 'kg', kg: 'kg', od_mm: 'mm', counter_m: 'm', m: 'm' };

/** Returns the unit of a reading. */
export function unitOfWay(way: Way): string {
  return UNITS[way];
}

/** Returns the way that is proposed: the gross weight where the tare is known, else the net weight. */
export function firstWay({ tare_kg }: Pick<Reel, 'tare_kg'>): Way {
  return tare_kg === null ? 'kg' : 'gross_kg';
}

/** Returns the body of the call; null while the reading is not a number. */
export function typedRemnant(typed: { way: Way; value: Entered; tare: Entered; splices: Entered }): Remnant | null {
  const { way, value, tare, splices } = typed;
  if (typeof value !== 'number') return null;
  return {
    [way]: value,
    ...(way === 'gross_kg' && typeof tare === 'number' && { tare_kg: tare }),
    ...(typeof splices === 'number' && splices > 0 && { splices }),
  };
}

/** The readings with more decimals than a booking has: the call would round them silently. */
export function tooExact(remnant: Remnant, language: Language): FieldProblem[] {
  const measures = ['gross_kg', 'tare_kg', 'kg', 'counter_m', 'm'] as const;
  return measures
    .filter((path) => remnant[path] !== undefined && !round(decimalOf(remnant[path]), MEASURE_PLACES).eq(remnant[path]))
    .map((path) => fieldProblem(language, path, 'decimals', { max: MEASURE_PLACES }));
}
