/**
 * Computes the paper and film for a quantity. Exact decimals throughout; callers round for display. Widths and lengths
 * in cm, paper in g/m², film in µm, density in g/cm³. Treats 0 and empty as missing.
 */
import { decimalOf, sum, toNumber, type Decimal } from '../core/decimal.ts';
import { DEFAULT_DENSITY } from '../stock/reel.rules.ts';

export { DEFAULT_DENSITY };
/** Densities offered for a product, in g/cm³. */
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
/** A value is null when it is not needed or cannot be computed; in the second case an issue states the reason. */
export interface Materials {
  pieces: Decimal | null;
  m_paper: Decimal | null;
  kg_paper: Decimal | null;
  m_film: Decimal | null;
  kg_film: Decimal | null;
  /** Density of the film as used; null without film. */
  density: Decimal | null;
  issues: MaterialIssue[];
}

type Numbers = Record<TechnicalField, Decimal | null>;
const PAPER = ['larghezza_bobina', 'peso_carta'] as const;
const FILM = ['larghezza_film', 'spessore_film'] as const;
const ZERO = decimalOf(0);
const ONE = decimalOf(1);
const HUNDRED = decimalOf(100);
const USUAL_DENSITY = decimalOf(DEFAULT_DENSITY);
const PER_METRE = decimalOf('0.00001');

/**
 * Weight of a reel in stock, in kg. @param width cm @param weight g/m²; for film µm × g/cm³
 * @returns null if the unit is neither a weight nor a length
 */
export function kgOfReel(unit: string, quantity: string, width: number, weight: Decimal): Decimal | null {
  if (unit === 'kg') return decimalOf(quantity);
  return unit === 'm' ? decimalOf(quantity).times(kgPerMetre(decimalOf(width), weight)) : null;
}

/** Values that depend on the product only, not on the quantity. */
interface Plan {
  numbers: Numbers;
  usesPaper: boolean;
  usesFilm: boolean;
  paperMissing: TechnicalField[];
  filmMissing: TechnicalField[];
  /** kg per metre. */
  paperKg: Decimal | null;
  filmKg: Decimal | null;
  tracks: Decimal;
  density: Decimal;
  /** Metres of film per metre of paper. */
  filmPerPaper: Decimal;
}
type Web = { metres: Decimal | null; pieces: Decimal | null };

const NOTHING: Omit<Materials, 'issues'> = {
  pieces: null,
  m_paper: null,
  kg_paper: null,
  m_film: null,
  kg_film: null,
  density: null,
};
/**
 * Returns a function that computes the materials of an item under these settings. The values of a product are computed
 * once and shared by its items.
 * @returns a function of an item: its unit, the quantity still to be produced, and its product
 */
export function materialsUnder({ scrap_percent, film_layout }: MaterialOptions) {
  const withScrap = HUNDRED.plus(scrap_percent).div(HUNDRED);
  const plans = new Map<string, Plan>();
  const planFor = (product: TechnicalData): Plan => {
    let key = product.colore_film?.trim() ? 'film' : '';
    for (const field of TECHNICAL) key += `|${product[field] ?? ''}`;
    const plan = plans.get(key) ?? planOf(product, film_layout);
    plans.set(key, plan);
    return plan;
  };
  return (unit: string, quantity: number | string, product: TechnicalData): Materials => {
    const plan = planFor(product);
    const { usesPaper, usesFilm, paperMissing, filmMissing, paperKg, filmKg, filmPerPaper } = plan;
    if (!usesPaper && !usesFilm)
      return { ...NOTHING, issues: [{ severity: 'warning', code: 'NO_MATERIAL', missing: [] }] };

    const issues: MaterialIssue[] = [];
    const web = webOf(unit, decimalOf(quantity), plan, issues);
    if (paperMissing.length > 0) issues.push(missingData(paperMissing));
    if (filmMissing.length > 0) issues.push(missingData(filmMissing));
    const needsTracks = unit === 'kg' ? usesFilm && film_layout === 'per_track' : unit !== 'l';
    if (!plan.numbers.numero_piste && needsTracks)
      issues.push({ severity: 'warning', code: 'TRACKS_ASSUMED', missing: ['numero_piste'] });

    const metres = web.metres && web.metres.times(withScrap);
    const m_paper = paperKg && metres;
    const m_film = filmKg && metres && metres.times(filmPerPaper);
    return {
      pieces: web.pieces,
      m_paper,
      kg_paper: m_paper && m_paper.times(paperKg),
      m_film,
      kg_film: m_film && m_film.times(filmKg),
      density: usesFilm ? plan.density : null,
      issues,
    };
  };
}

/** An item with its materials. */
export interface MaterialNeed {
  item_id: number;
  product: TechnicalData;
  materials: Materials;
}

/**
 * Groups paper by grammage and width, and film by gauge, width and colour, in order of first appearance; sums are
 * unrounded.
 */
export function groupMaterials(needs: readonly MaterialNeed[]) {
  const paper = gather(
    needs,
    ({ m_paper, kg_paper }) => [m_paper, kg_paper],
    ({ peso_carta, larghezza_bobina }) => ({
      peso_carta: number(peso_carta),
      larghezza_bobina: number(larghezza_bobina),
    }),
  );
  const film = gather(
    needs,
    ({ m_film, kg_film }) => [m_film, kg_film],
    (product) => ({
      spessore_film: number(product.spessore_film),
      larghezza_film: number(product.larghezza_film),
      colore_film: colourOf(product),
    }),
  );
  const total = (groups: readonly { kg: Decimal }[]) => toNumber(sum(groups.map(({ kg }) => kg)));
  const shown = <Key extends object>(groups: ReturnType<typeof gather<Key>>) =>
    groups.map(({ key, metres, kg, items }) => ({
      ...key,
      metri_lineari: toNumber(metres),
      kg_necessari: toNumber(kg),
      items,
    }));
  return {
    summary: { total_carta_kg: total(paper), total_film_kg: total(film), total_items: needs.length },
    carta: shown(paper),
    film: shown(film),
  };
}

// A double preserves the sign of any decimal.
function filled(value: number | string | null | undefined): Decimal | null {
  return value != null && Number(value) > 0 ? decimalOf(value) : null;
}

function missingOf(numbers: Numbers, fields: readonly TechnicalField[]) {
  return fields.filter((field) => numbers[field] === null);
}

function missingData(missing: TechnicalField[]): MaterialIssue {
  return {
    severity: 'error',
    code: 'MISSING_DATA',
    missing,
  };
}

/** kg per metre: width (cm) × weight (g/m²) × 1e-5. */
function kgPerMetre(width: Decimal, weight: Decimal) {
  return width.times(weight).times(PER_METRE);
}

function planOf(product: TechnicalData, film_layout: MaterialOptions['film_layout']): Plan {
  const numbers = Object.fromEntries(TECHNICAL.map((field) => [field, filled(product[field])])) as Numbers;
  const usesPaper = PAPER.some((field) => numbers[field]);
  const usesFilm =
    FILM.some((field) => numbers[field]) || numbers.densita_film !== null || Boolean(product.colore_film?.trim());
  const density = numbers.densita_film ?? USUAL_DENSITY;
  const paperMissing = usesPaper ? missingOf(numbers, PAPER) : [];
  const filmMissing = usesFilm ? missingOf(numbers, FILM) : [];
  const tracks = numbers.numero_piste ?? ONE;
  return {
    numbers,
    usesPaper,
    usesFilm,
    paperMissing,
    filmMissing,
    paperKg: usesPaper && paperMissing.length === 0 ? kgPerMetre(numbers.larghezza_bobina!, numbers.peso_carta!) : null,
    filmKg:
      usesFilm && filmMissing.length === 0
        ? kgPerMetre(numbers.larghezza_film!, numbers.spessore_film!.times(density))
        : null,
    tracks,
    density,
    filmPerPaper: film_layout === 'per_track' ? tracks : ONE,
  };
}

/** Length of the web in metres, without scrap. Adds missing values to `issues`. */
function webOf(unit: string, quantity: Decimal, plan: Plan, issues: MaterialIssue[]): Web {
  const none = { metres: null, pieces: null };
  const { numbers, tracks } = plan;
  switch (unit) {
    case 'box':
    case 'piece': {
      const needed = unit === 'box' ? (['pezzi_per_scatola', 'lunghezza_cm'] as const) : (['lunghezza_cm'] as const);
      const missing = missingOf(numbers, needed);
      if (missing.length > 0) issues.push(missingData(missing));
      const perUnit = unit === 'box' ? numbers.pezzi_per_scatola : ONE;
      const pieces = perUnit && quantity.times(perUnit);
      return missing.length > 0
        ? { ...none, pieces }
        : { pieces, metres: pieces!.times(numbers.lunghezza_cm!).div(tracks.times(HUNDRED)) };
    }
    case 'm':
      return { ...none, metres: quantity.div(tracks) };
    case 'kg': {
      // The weight covers both materials, so it determines nothing when one of them is unknown.
      if ((plan.usesPaper && !plan.paperKg) || (plan.usesFilm && !plan.filmKg)) return none;
      const perMetre = (plan.paperKg ?? ZERO).plus((plan.filmKg ?? ZERO).times(plan.filmPerPaper));
      return { ...none, metres: quantity.div(perMetre) };
    }
    default:
      issues.push({ severity: 'error', code: 'UNIT_NOT_CONVERTIBLE', missing: [] });
      return none;
  }
}

function colourOf({ colore_film }: TechnicalData) {
  return colore_film?.trim().toLowerCase() || null;
}

function gather<Key extends object>(
  needs: readonly MaterialNeed[],
  amounts: (materials: Materials) => [Decimal | null, Decimal | null],
  keyOf: (product: TechnicalData) => Key,
) {
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
  return [...groups.values()].map(({ key, metres, kg, items }) => ({ key, metres: sum(metres), kg: sum(kg), items }));
}

function number(value: number | string | null | undefined) {
  return Number(value);
}
