/** Doubts about an output before it is saved: its quantity against the job, its weight against what is mounted, and a proposed number that is taken. */
import type { TFunction } from 'i18next';
import { decimalOf, sum, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Run, RunInput, RunOutput } from '@bobina/contract/production/runs.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { ReelInput } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import type { Formats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Doubt } from '../../../ui/overlay/ask-about-doubts.tsx';
import { findCode } from './resolve-scan.ts';

/** Percent by which the good weight may exceed the inputs before the user is asked: scales and nominal weights differ. */
const TOLERANCE_PERCENT = 5;

/** The part of the job, in percent, by which an output may exceed what is left of it before the user is asked. */
const EXCESS_PERCENT = 50;

interface Words {
  t: TFunction<'runs'>;
  formats: Formats;
}

/**
 * Doubts that the run makes more than it takes. None while a weight is unknown, or without a reel among the inputs: glue
 * and ink alone say nothing about the weight of the goods.
 * @param kg the weight of the new output; null if it is not known
 * @param path the field to go back to
 */
export async function weightDoubts(
  run: Pick<Run, 'inputs' | 'outputs'>,
  { kg, path }: { kg: Decimal | null; path: string },
  { t, formats }: Words,
): Promise<readonly Doubt[]> {
  if (kg === null || !run.inputs.some(({ is_reel }) => is_reel)) return [];
  const good = totalOf([...run.outputs.map((output) => output.kg), kg]);
  const mounted = totalOf(await Promise.all(run.inputs.map(weightOfInput)));
  if (!good || !mounted || good.times(100).lte(mounted.times(100 + TOLERANCE_PERCENT))) return [];
  const weight = (value: Decimal) => formats.quantity(toNumber(value), 'kg');
  return [{ path, text: t('made.tooHeavy', { good: weight(good), mounted: weight(mounted) }) }];
}

/**
 * The doubt that an output is far more than the job asks for, as with a zero too many: a line that it completes leaves the board.
 * @param job the quantity of the job and what is left of it; undefined without a job
 */
export function quantityDoubts(
  quantity: number,
  job: { quantity: number; rest: number; unit: string } | undefined,
  { t, formats }: Words,
): readonly Doubt[] {
  if (!job) return [];
  const excess = decimalOf(quantity).minus(job.rest);
  if (excess.times(100).lte(decimalOf(job.quantity).times(EXCESS_PERCENT))) return [];
  const shown = (value: number) => formats.quantity(value, job.unit, 3);
  return [{ path: 'quantity', text: t('made.farOver', { quantity: shown(quantity), rest: shown(job.rest) }) }];
}

/** The weight of an output as the server computes it, as far as the browser knows it; null if it does not. */
export async function weightOfOutput(
  { quantity, kg }: { quantity: number; kg: number | null | undefined },
  product: Product,
  outputs: readonly RunOutput[],
): Promise<Decimal | null> {
  if (kg != null) return decimalOf(kg);
  if (product.unit_of_measure === 'kg') return decimalOf(quantity);
  if (product.peso_netto) return decimalOf(quantity).times(product.peso_netto);
  const before = outputs.findLast((output) => output.product_id === product.id && output.kg !== null);
  if (before) return decimalOf(before.kg!).times(quantity).div(before.quantity);
  // How films are laid out is a setting that not every role can read.
  if (product.spessore_film) return null;
  const { materialsUnder } = await import('@bobina/contract/production/materials.rules.ts');
  const { kg_paper, issues } = materialsUnder({ scrap_percent: 0, film_layout: 'full_web' })(
    product.unit_of_measure,
    quantity,
    product,
  );
  return issues.some(({ severity }) => severity === 'error') ? null : kg_paper;
}

/** The weight of reels that were weighed; null if one was measured otherwise. */
export function weightOfReels(reels: readonly ReelInput[]): Decimal | null {
  return totalOf(reels.map(({ kg }) => kg ?? null));
}

/** The doubt that a proposed batch number belongs to other goods of the product. */
export async function numberDoubts(number: string, product: Product, { t }: Words): Promise<readonly Doubt[]> {
  // If it cannot be looked up, the save reports what is wrong.
  const found = await findCode(number).catch(() => []);
  const isTaken = found.some((one) => one.kind === 'batch' && one.product_id === product.id);
  return isTaken ? [{ path: 'batch_number', text: t('made.taken', { batch: number }) }] : [];
}

/** The weight that an input used, or that a mounted reel holds; null if it is not known. */
async function weightOfInput({ quantity, kg, batch_id, quantity_left, unit_of_measure }: RunInput) {
  if (quantity !== null) return kg;
  if (unit_of_measure === 'kg') return quantity_left;
  const reel = await queryClient.ensureQueryData(api.reels.get.query({ id: batch_id })).catch(() => null);
  return reel?.kg ?? null;
}

function totalOf(weights: readonly (number | Decimal | null)[]): Decimal | null {
  return weights.includes(null) ? null : sum(weights.map((weight) => decimalOf(weight!)));
}
