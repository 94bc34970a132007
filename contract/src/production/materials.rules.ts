/**
 * The paper and film that a quantity takes (rules §5). Exact decimals throughout, rounded by who shows them. Widths and
 * lengths in cm, paper in g/m², film in µm, density in g/cm³. Empty or 0 means missing.
 */
import { decimalOf, sum, toNumber, type Decimal } from '../core/decimal.ts';

/** Of the film where its product names none: LDPE. */
export const DEFAULT_DENSITY = 0.92;
/** g/cm³, offered as choices for a product. */
export const FILM_DENSITIES = { LDPE: 0.92, HDPE: 0.95, PP: 0.91, BOPP: 0.91, PA: 1.15, PET: 1.39, PVC: 1.35 } as const;

const TECHNICAL = [
  'pezzi_per_scatola',
  'numero_piste',
  'lunghezza_cm',
  'larghezza_bobina',
  'peso_carta',
  'larghezza_film',
  'spessore_film',
  'densita_film',
] as const;
type TechnicalField = (typeof TECHNICAL)[number];
export type MaterialField = TechnicalField;
export type TechnicalData = { [K in TechnicalField]?: number | string | null | undefined } & {
  colore_film?: string | null | undefined;
};

export interface MaterialOptions {
  scrap_percent: number | string;
  film_layout: 'full_web' | 'per_track';
}
export const MATERIAL_ISSUES = ['MISSING_DATA', 'UNIT_NOT_CONVERTIBLE', 'NO_MATERIAL', 'TRACKS_ASSUMED'] as const;
export interface MaterialIssue {
  severity: 'error' | 'warning';
  code: (typeof MATERIAL_ISSUES)[number];
  missing: MaterialField[];
}
/** What is not needed, or cannot be worked out, is null: an issue says which. */
export interface Materials {
  pieces: Decimal | null;
  m_paper: Decimal | null;
  kg_paper: Decimal | null;
  m_film: Decimal | null;
  kg_film: Decimal | null;
  /** Of the film, as used; null without film. */
  density: Decimal | null;
  issues: MaterialIssue[];
}

type Numbers = Record<TechnicalField, Decimal | null>;
const PAPER = ['larghezza_bobina', 'peso_carta'] as const;
const FILM = ['larghezza_film', 'spessore_film'] as const;

const filled = (value: number | string | null | undefined): Decimal | null => {
  const number = value == null || value === '' ? null : decimalOf(value);
  return number?.gt(0) ? number : null;
};
const missingOf = (numbers: Numbers, fields: readonly TechnicalField[]) =>
  fields.filter((field) => numbers[field] === null);
const missingData = (missing: TechnicalField[]): MaterialIssue => ({
  severity: 'error',
  code: 'MISSING_DATA',
  missing,
});
/** kg of a metre: width (cm) × weight (g/m²) × 1e-5. */
const kgPerMetre = (width: Decimal, weight: Decimal) => width.times(weight).times('0.00001');

/**
 * What a reel in stock weighs. @param width cm @param weight g/m²; of a film µm × g/cm³
 * @returns null where its unit tells neither weight nor length
 */
export const kgOfReel = (unit: string, quantity: string, width: number, weight: Decimal): Decimal | null => {
  if (unit === 'kg') return decimalOf(quantity);
  return unit === 'm' ? decimalOf(quantity).times(kgPerMetre(decimalOf(width), weight)) : null;
};

type Plan = {
  usesPaper: boolean;
  usesFilm: boolean;
  paperKg: Decimal | null;
  filmKg: Decimal | null;
  tracks: Decimal;
  density: Decimal;
};
type Web = { metres: Decimal | null; pieces: Decimal | null };

/** How far the web runs, without scrap. What is missing for it goes into `issues`. */
const webOf = (
  unit: string,
  quantity: Decimal,
  numbers: Numbers,
  plan: Plan,
  filmPerPaper: Decimal,
  issues: MaterialIssue[],
): Web => {
  const none = { metres: null, pieces: null };
  switch (unit) {
    case 'box':
    case 'piece': {
      const needed = unit === 'box' ? (['pezzi_per_scatola', 'lunghezza_cm'] as const) : (['lunghezza_cm'] as const);
      const missing = missingOf(numbers, needed);
      if (missing.length > 0) issues.push(missingData(missing));
      const perUnit = unit === 'box' ? numbers.pezzi_per_scatola : decimalOf(1);
      const pieces = perUnit && quantity.times(perUnit);
      return missing.length > 0
        ? { ...none, pieces }
        : { pieces, metres: pieces!.times(numbers.lunghezza_cm!).div(plan.tracks.times(100)) };
    }
    case 'm':
      return { ...none, metres: quantity.div(plan.tracks) };
    case 'kg': {
      // The weight is of both materials: without one of them it tells nothing.
      if ((plan.usesPaper && !plan.paperKg) || (plan.usesFilm && !plan.filmKg)) return none;
      const perMetre = (plan.paperKg ?? decimalOf(0)).plus((plan.filmKg ?? decimalOf(0)).times(filmPerPaper));
      return { ...none, metres: quantity.div(perMetre) };
    }
    default:
      issues.push({ severity: 'error', code: 'UNIT_NOT_CONVERTIBLE', missing: [] });
      return none;
  }
};

/** @param quantity what is still to be produced, in the product's unit */
export const materialsFor = (
  unit: string,
  quantity: number | string,
  product: TechnicalData,
  options: MaterialOptions,
): Materials => {
  const numbers = Object.fromEntries(TECHNICAL.map((field) => [field, filled(product[field])])) as Numbers;
  const usesPaper = PAPER.some((field) => numbers[field]);
  const usesFilm =
    FILM.some((field) => numbers[field]) || numbers.densita_film !== null || Boolean(product.colore_film?.trim());
  const nothing: Materials = {
    pieces: null,
    m_paper: null,
    kg_paper: null,
    m_film: null,
    kg_film: null,
    density: null,
    issues: [],
  };
  if (!usesPaper && !usesFilm)
    return { ...nothing, issues: [{ severity: 'warning', code: 'NO_MATERIAL', missing: [] }] };

  const issues: MaterialIssue[] = [];
  const density = numbers.densita_film ?? decimalOf(DEFAULT_DENSITY);
  const paperMissing = usesPaper ? missingOf(numbers, PAPER) : [];
  const filmMissing = usesFilm ? missingOf(numbers, FILM) : [];
  const plan: Plan = {
    usesPaper,
    usesFilm,
    paperKg: usesPaper && paperMissing.length === 0 ? kgPerMetre(numbers.larghezza_bobina!, numbers.peso_carta!) : null,
    filmKg:
      usesFilm && filmMissing.length === 0
        ? kgPerMetre(numbers.larghezza_film!, numbers.spessore_film!.times(density))
        : null,
    tracks: numbers.numero_piste ?? decimalOf(1),
    density,
  };
  const scrap = decimalOf(100).plus(options.scrap_percent).div(100);
  const filmPerPaper = options.film_layout === 'per_track' ? plan.tracks : decimalOf(1);
  const web = webOf(unit, decimalOf(quantity), numbers, plan, filmPerPaper, issues);
  if (paperMissing.length > 0) issues.push(missingData(paperMissing));
  if (filmMissing.length > 0) issues.push(missingData(filmMissing));
  const needsTracks = unit === 'kg' ? usesFilm && options.film_layout === 'per_track' : unit !== 'l';
  if (!numbers.numero_piste && needsTracks)
    issues.push({ severity: 'warning', code: 'TRACKS_ASSUMED', missing: ['numero_piste'] });

  const metres = web.metres && web.metres.times(scrap);
  const m_paper = plan.paperKg && metres;
  const m_film = plan.filmKg && metres && metres.times(filmPerPaper);
  return {
    pieces: web.pieces,
    m_paper,
    kg_paper: m_paper && m_paper.times(plan.paperKg!),
    m_film,
    kg_film: m_film && m_film.times(plan.filmKg!),
    density: usesFilm ? density : null,
    issues,
  };
};

/** An item with what it takes. */
export interface MaterialNeed {
  item_id: number;
  product: TechnicalData;
  materials: Materials;
}
const colourOf = ({ colore_film }: TechnicalData) => colore_film?.trim().toLowerCase() || null;

const gather = <Key extends object>(
  needs: readonly MaterialNeed[],
  amounts: (materials: Materials) => [Decimal | null, Decimal | null],
  keyOf: (product: TechnicalData) => Key,
) => {
  const groups = new Map<string, { key: Key; metres: Decimal[]; kg: Decimal[]; items: number[] }>();
  for (const { item_id, product, materials } of needs) {
    const [metres, kg] = amounts(materials);
    if (!metres || !kg) continue;
    const key = keyOf(product);
    const name = JSON.stringify(key);
    const group = groups.get(name) ?? { key, metres: [], kg: [], items: [] };
    groups.set(name, group);
    group.metres.push(metres);
    group.kg.push(kg);
    group.items.push(item_id);
  }
  return [...groups.values()].map(({ key, metres, kg, items }) => ({
    ...key,
    metri_lineari: toNumber(sum(metres)),
    kg_necessari: toNumber(sum(kg)),
    items,
  }));
};
const number = (value: number | string | null | undefined) => Number(value);

/** Paper by grammage and width, film by gauge, width and colour, in the order that they first appear; sums are unrounded. */
export const groupMaterials = (needs: readonly MaterialNeed[]) => {
  const total = (amounts: (Decimal | null)[]) => toNumber(sum(amounts.filter((amount) => amount !== null)));
  return {
    summary: {
      total_carta_kg: total(needs.map(({ materials }) => materials.kg_paper)),
      total_film_kg: total(needs.map(({ materials }) => materials.kg_film)),
      total_items: needs.length,
    },
    carta: gather(
      needs,
      ({ m_paper, kg_paper }) => [m_paper, kg_paper],
      ({ peso_carta, larghezza_bobina }) => ({
        peso_carta: number(peso_carta),
        larghezza_bobina: number(larghezza_bobina),
      }),
    ),
    film: gather(
      needs,
      ({ m_film, kg_film }) => [m_film, kg_film],
      (product) => ({
        spessore_film: number(product.spessore_film),
        larghezza_film: number(product.larghezza_film),
        colore_film: colourOf(product),
      }),
    ),
  };
};
