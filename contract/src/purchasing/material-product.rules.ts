/** Which products are material, and which of them meets a need. Widths in cm, grammage in g/m², gauge in µm. */
import { decimalOf, type Decimal } from '../core/decimal.ts';
import type { MATERIAL_KINDS } from './proposals.ts';

export type MaterialKind = (typeof MATERIAL_KINDS)[number];
type Numeric = number | string | null;

export interface MaterialData {
  status: string;
  unit_of_measure: string;
  lunghezza_cm: Numeric;
  numero_piste: Numeric;
  pezzi_per_scatola: Numeric;
  peso_carta: Numeric;
  larghezza_bobina: Numeric;
  spessore_film: Numeric;
  larghezza_film: Numeric;
  colore_film: string | null;
}
export interface MaterialCandidate extends MaterialData {
  product_id: number;
  code: string;
  stock: Decimal;
  /** Id of the newest order line of the product; 0 if it was never bought. */
  last_bought: number;
}
/** The width and quality that a line needs. */
export interface MaterialAsked {
  kind: MaterialKind;
  /** g/m² for paper, µm for film. */
  weight: Decimal;
  width_cm: Decimal;
  /** Lower case, trimmed; null for none. */
  colour: string | null;
}
export interface ChosenMaterial {
  product_id: number;
  /** Part of the need, above 0 up to 1. */
  share: Decimal;
}
export interface MetBy<C extends MaterialCandidate> {
  product: C;
  share: Decimal;
  /** Width of the product; null if any width fits. */
  width_cm: Decimal | null;
}

const ONE = decimalOf(1);
const MM_PER_CM = 10;

/** Whether a product is paper or film that can be bought as material; null if it is neither. 0 counts as missing. */
export function materialKind(product: MaterialData): MaterialKind | null {
  const isSheet = product.unit_of_measure === 'kg' || product.unit_of_measure === 'm';
  const isFinished = [product.lunghezza_cm, product.numero_piste, product.pezzi_per_scatola].some(isFilled);
  if (product.status !== 'active' || !isSheet || isFinished) return null;
  const [paper, film] = [isFilled(product.peso_carta), isFilled(product.spessore_film)];
  if (paper === film) return null;
  return paper ? 'paper' : 'film';
}

/**
 * Chooses the products that meet a need. The exact width comes before a product without a width, and that before a wider
 * one, the narrowest first. `chosen` products that fit are used in their order and by their shares; what their shares
 * leave falls to the first of them. Otherwise the product in stock is taken, then the one that was bought last.
 * @param wider_mm a product may be this much wider; 0 for the exact width alone
 * @returns empty if no product fits; the shares add up to 1
 */
export function meetNeed<C extends MaterialCandidate>(
  asked: MaterialAsked,
  { candidates, chosen, wider_mm }: { candidates: readonly C[]; chosen: readonly ChosenMaterial[]; wider_mm: number },
): MetBy<C>[] {
  const fitting = candidates.flatMap((product) => {
    const width_cm = fits(product, asked, wider_mm);
    return width_cm === undefined ? [] : [{ product, width_cm, share: ONE }];
  });
  const byHand = chosen.flatMap(({ product_id, share }) => {
    const found = fitting.find(({ product }) => product.product_id === product_id);
    return found ? [{ ...found, share }] : [];
  });
  if (byHand.length > 0) return shareOut(byHand);
  const [best] = fitting.toSorted(
    (a, b) =>
      widthRank(a.width_cm, asked) - widthRank(b.width_cm, asked) ||
      Number(b.product.stock.gt(0)) - Number(a.product.stock.gt(0)) ||
      b.product.last_bought - a.product.last_bought ||
      a.product.product_id - b.product.product_id,
  );
  return best ? [best] : [];
}

/** Converts a colour to the form that is compared; null for none. */
export function foldColour(colour: string | null | undefined): string | null {
  return colour?.trim().toLowerCase() || null;
}

function isFilled(value: Numeric): boolean {
  return value !== null && Number(value) > 0;
}

/** The width of a product that fits, null if it has none; undefined if it does not fit. */
function fits(product: MaterialCandidate, asked: MaterialAsked, wider_mm: number): Decimal | null | undefined {
  const kind = materialKind(product);
  if (kind !== asked.kind) return undefined;
  const [weight, width] =
    kind === 'paper' ? [product.peso_carta, product.larghezza_bobina] : [product.spessore_film, product.larghezza_film];
  if (!asked.weight.eq(weight!)) return undefined;
  if (kind === 'film' && foldColour(product.colore_film) !== asked.colour) return undefined;
  if (!isFilled(width)) return null;
  const wider = decimalOf(width!).minus(asked.width_cm).times(MM_PER_CM);
  return wider.gte(0) && wider.lte(wider_mm) ? decimalOf(width!) : undefined;
}

/** -1 for the exact width, 0 for none, otherwise the centimetres too wide. */
function widthRank(width: Decimal | null, { width_cm }: MaterialAsked): number {
  if (width === null) return 0;
  return width.eq(width_cm) ? -1 : Number(width.minus(width_cm));
}

function shareOut<T extends { share: Decimal }>(parts: readonly T[]): T[] {
  let left = ONE;
  const shared = parts.flatMap((part) => {
    const share = part.share.lt(left) ? part.share : left;
    left = left.minus(share);
    return share.gt(0) ? [{ ...part, share }] : [];
  });
  return shared.map((part, index) => (index === 0 ? { ...part, share: part.share.plus(left) } : part));
}
