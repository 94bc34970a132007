import { sql } from 'kysely';
import { decimalOf, round, toNumber } from '@bobina/contract/core/decimal.ts';
import {
  caliperOf,
  contentOf,
  gsmOf,
  prescribedWidth,
  WIDTH_TOLERANCE_MM,
  widthDiffers,
  type ReelProduct,
  type ReelUnit,
} from '@bobina/contract/stock/reel.rules.ts';
import type { ReelInput } from '@bobina/contract/stock/reels.ts';
import type { Act } from '../../../platform/context.ts';
import type { FieldChecks } from '../../../platform/problem.ts';

/** The data of a product that its reels are computed from. */
export type MeasuringProduct = ReelProduct & { unit_of_measure: string };

/** A new reel with its width and its quantity, both exact decimal texts. */
export interface MeasuredReel {
  input: ReelInput;
  width_mm: string;
  quantity: string;
}

/** Reads the technical data of reel products; the act has locked them for share. */
export async function readMeasuringProducts(act: Act, ids: readonly number[]): Promise<Map<number, MeasuringProduct>> {
  const { rows } = await sql<MeasuringProduct & { id: number }>`
    select id, unit_of_measure, peso_carta, spessore_carta, spessore_film, densita_film, peso_adesivo, larghezza_bobina, larghezza_film
    from products where id = any(${ids}::integer[])`.execute(act.tx);
  return new Map(rows.map((product) => [product.id, product]));
}

/**
 * Computes the width and the quantity of new reels; adds their errors to `checks`, and a warning for each measurement that
 * differs by more than `checkPercent`.
 * @param path the request path of the list
 * @returns the reels without errors
 */
export function measureReels(
  act: Act,
  {
    product,
    reels,
    path,
    checkPercent,
    checks,
  }: {
    product: MeasuringProduct;
    reels: readonly ReelInput[];
    path: string;
    checkPercent: number;
    checks: FieldChecks;
  },
): MeasuredReel[] {
  const measured: MeasuredReel[] = [];
  for (const [index, input] of reels.entries()) {
    const at = `${path}.${index}`;
    const prescribed = prescribedWidth(product);
    const width = input.width_mm ?? (prescribed && round(prescribed, 1));
    if (!width) {
      checks.add(`${at}.width_mm`, 'required');
      continue;
    }
    if (widthDiffers(width, product))
      checks.add(`${at}.width_mm`, 'width_differs', { max: WIDTH_TOLERANCE_MM, width: toNumber(prescribed!) });
    const gsm = input.gsm ?? gsmOf(product);
    if (!gsm) {
      checks.add(`${at}.gsm`, 'no_grammage');
      continue;
    }
    const found = contentOf(
      input,
      {
        ...input,
        unit: product.unit_of_measure as ReelUnit,
        width_mm: width,
        gsm,
        caliper_um: input.caliper_um ?? caliperOf(product),
      },
      checkPercent,
    );
    if ('faults' in found) {
      for (const fault of found.faults) checks.add(`${at}.${fault.path}`, fault.code, fault.values);
      continue;
    }
    for (const { path: measurement, ...deviation } of found.deviations) {
      const details = {
        deviation_percent: toNumber(round(deviation.deviation_percent, 2)),
        m: toNumber(round(deviation.m, 1)),
      };
      act.warn('reel_deviation', details, `${at}.${measurement}`, details);
    }
    measured.push({ input, width_mm: decimalOf(width).toFixed(), quantity: found.quantity.toFixed() });
  }
  return measured;
}
