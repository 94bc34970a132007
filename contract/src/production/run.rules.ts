/** The mass balance of a run, and which batches its outputs descend from. Exact decimals; weights in kg. */
import { decimalOf, round, sum, toNumber, type Decimal } from '../core/decimal.ts';
import { gsmOf, prescribedWidth, WIDTH_TOLERANCE_MM, type ReelProduct } from '../stock/reel.rules.ts';
import type { RunBalance } from './runs.ts';

/** Difference of a reel's own grammage from that of its product, from which it is another grammage. */
const GSM_TOLERANCE_PERCENT = 3;

/** A weight of the wire or the text of a `numeric`; null if it is not known. */
type Weight = number | string | null;

/**
 * Compares input with output. The computed figures are null while a weight is unknown, and a percentage also without
 * input.
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
 * length, which also represents an output entered later, to everything.
 */
export function descendsFrom<T extends number | string>(
  output: { from_at: T; to_at: T },
  { is_reel, mounted_at, dismounted_at }: InputTimes<T>,
): boolean {
  if (!is_reel || output.from_at === output.to_at || mounted_at === dismounted_at) return true;
  return mounted_at < output.to_at && (dismounted_at === null || dismounted_at > output.from_at);
}

/** Technical data of the product of a job. Widths in cm, paper in g/m², film in µm. */
export interface MountingJob extends ReelProduct {
  is_reel: boolean;
  colore_film?: string | null;
}

/** A batch that is mounted: data of its product, and width and grammage of a reel where it has its own. */
export interface MountedGoods extends ReelProduct {
  width_mm: Weight;
  gsm: Weight;
  colore_film?: string | null;
}

/** A paper or a film that a job needs. */
export interface MountNeed {
  layer: 'peso_carta' | 'spessore_film';
  /** g/m² of a paper, µm of a film. */
  amount: Decimal;
  /** In mm; null if any width fits. */
  width: Decimal | null;
  /** Whether wider reels fit too, because the job cuts reels from them. */
  isLeastWidth: boolean;
  colour: string | null;
}

/** The paper and the film that a job needs, by the data of its product: none, one or both. */
export function mountNeeds(job: MountingJob): MountNeed[] {
  const need = (layer: MountNeed['layer'], width: MountingJob['larghezza_bobina'], colour: string | null) =>
    isFilled(job[layer])
      ? [
          {
            layer,
            amount: decimalOf(job[layer]!),
            width: isFilled(width) ? decimalOf(width!).times(10) : null,
            isLeastWidth: job.is_reel,
            colour,
          },
        ]
      : [];
  return [
    ...need('peso_carta', job.larghezza_bobina, null),
    ...need('spessore_film', job.larghezza_film, job.colore_film?.trim() || null),
  ];
}

/** A difference between the job and the mounted material: with g/m² or µm, in mm, or as a colour. */
interface MountIssue {
  code: 'mount_grammage' | 'mount_width' | 'mount_colour';
  found: string;
  needed: string;
}

/**
 * Compares a batch with the paper or the film that a job needs. Goods that are neither, such as glue, have no issues. A job
 * that makes reels cuts them from wider ones, so that only a narrower one is an issue.
 */
export function mountIssues(job: MountingJob, goods: MountedGoods): MountIssue[] {
  const issues: MountIssue[] = [];
  const needs = mountNeeds(job).filter(({ layer }) => isFilled(goods[layer]));
  const addOff = (found: Decimal, needed: Decimal, unit: 'g/m²' | 'µm') =>
    issues.push({ code: 'mount_grammage', found: `${found.toFixed()} ${unit}`, needed: `${needed.toFixed()} ${unit}` });
  for (const { layer, amount } of needs) {
    const found = decimalOf(goods[layer]!);
    if (!found.eq(amount)) addOff(found, amount, layer === 'peso_carta' ? 'g/m²' : 'µm');
  }
  const nominal = gsmOf(goods);
  // The certificate of the mill may differ a little from the nominal grammage.
  const isOff =
    goods.gsm !== null && nominal && nominal.minus(goods.gsm).abs().times(100).gt(nominal.times(GSM_TOLERANCE_PERCENT));
  if (isOff && issues.length === 0) addOff(decimalOf(goods.gsm!), nominal, 'g/m²');
  // Goods of both layers have the width of the paper.
  const [need] = needs;
  const width = goods.width_mm === null ? prescribedWidth(goods) : decimalOf(goods.width_mm);
  if (width && need?.width) {
    const mm = need.width;
    const isOther = need.isLeastWidth
      ? width.lt(mm.minus(WIDTH_TOLERANCE_MM))
      : width.minus(mm).abs().gt(WIDTH_TOLERANCE_MM);
    if (isOther) issues.push({ code: 'mount_width', found: width.toFixed(), needed: mm.toFixed() });
  }
  const needed = needs.find(({ colour }) => colour !== null)?.colour ?? null;
  const colour = goods.colore_film?.trim() ?? '';
  if (needed !== null && colour.toLowerCase() !== needed.toLowerCase())
    issues.push({ code: 'mount_colour', found: colour || '—', needed });
  return issues;
}

function isFilled(value: ReelProduct['peso_carta']): boolean {
  return value !== null && value !== undefined && decimalOf(value).gt(0);
}

function totalOf(weights: readonly Weight[]) {
  return weights.includes(null) ? null : sum(weights.map((weight) => decimalOf(weight!)));
}
