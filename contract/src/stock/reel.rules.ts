/**
 * The physics of a reel, in exact decimals: weight, length, area, diameter and remnant. Widths and diameters in mm, lengths
 * in m, grammage in g/m², caliper in µm, density in g/cm³, weights in kg. Results are not rounded.
 */
import { decimalOf, round, type Decimal } from '../core/decimal.ts';

/** A number of the wire, the text of a `numeric`, or a decimal. */
export type Numeric = number | string | Decimal;
type Maybe = Numeric | null | undefined;
export type ReelUnit = 'kg' | 'm';

const PI = decimalOf('3.14159265358979323846264338327950288');
const MILLION = decimalOf(1_000_000);
const THOUSAND = decimalOf(1000);
const ZERO = decimalOf(0);

/** Density of a film when its product has none, in g/cm³: LDPE. */
export const DEFAULT_DENSITY = 0.92;
/** Maximum difference between the width of a reel and that of its product, in mm. */
export const WIDTH_TOLERANCE_MM = 2;
/** A remnant below this quantity, in kg or m, counts as 0. */
const LEAST_QUANTITY = '0.001';
export const QUANTITY_PLACES = 3;

/** The technical data of a product that determine its reels. */
export interface ReelProduct {
  peso_carta?: Maybe;
  spessore_carta?: Maybe;
  spessore_film?: Maybe;
  densita_film?: Maybe;
  peso_adesivo?: Maybe;
  larghezza_bobina?: Maybe;
  larghezza_film?: Maybe;
}

/** The values that convert between the weight and the length of one reel. */
export interface Web {
  width_mm: Numeric;
  gsm: Numeric;
}

/**
 * The grammage of a product: paper + film gauge × density + glue. The density is 0.92 if the product has none.
 * @returns null if the product has neither paper nor film; treats 0 as missing
 */
export function gsmOf(product: ReelProduct): Decimal | null {
  const paper = filled(product.peso_carta);
  const film = filled(product.spessore_film);
  if (!paper && !film) return null;
  const density = filled(product.densita_film) ?? decimalOf(DEFAULT_DENSITY);
  return (paper ?? ZERO).plus(film ? film.times(density) : ZERO).plus(filled(product.peso_adesivo) ?? ZERO);
}

/** The width that a product prescribes for its reels, in mm; null if any width fits. A film has the width of films. */
export function prescribedWidth(product: ReelProduct): Decimal | null {
  const [paper, film] = [filled(product.larghezza_bobina), filled(product.larghezza_film)];
  const isFilm = filled(product.spessore_film) && !filled(product.peso_carta);
  return (isFilm ? (film ?? paper) : (paper ?? film))?.times(10) ?? null;
}

/** Whether the width of a reel differs too much from that of its product. */
export function widthDiffers(width_mm: Numeric, product: ReelProduct): boolean {
  const prescribed = prescribedWidth(product);
  return prescribed !== null && decimalOf(width_mm).minus(prescribed).abs().gt(WIDTH_TOLERANCE_MM);
}

/**
 * The caliper of a product: the gauge of a film, the caliper of a paper, or both for a laminate.
 * @returns null if a layer is unknown
 */
export function caliperOf(product: ReelProduct): Decimal | null {
  const film = filled(product.spessore_film);
  const paper = filled(product.spessore_carta);
  if (filled(product.peso_carta) && !paper) return null;
  return film || paper ? (film ?? ZERO).plus(paper ?? ZERO) : null;
}

/** The weight of a length. */
export function kgOfMetres(metres: Numeric, { width_mm, gsm }: Web): Decimal {
  return decimalOf(metres).times(width_mm).times(gsm).div(MILLION);
}

/** The length of a weight. */
export function metresOfKg(kg: Numeric, { width_mm, gsm }: Web): Decimal {
  return decimalOf(kg).times(MILLION).div(decimalOf(width_mm).times(gsm));
}

/** The area of a quantity in the unit of the ledger. That of a weight does not pass through the length, a rounded quotient. */
export function squareMetresIn(unit: ReelUnit, quantity: Numeric, { width_mm, gsm }: Web): Decimal {
  return unit === 'm'
    ? decimalOf(quantity).times(width_mm).div(THOUSAND)
    : decimalOf(quantity).times(THOUSAND).div(gsm);
}

/** The length on a reel of this outer diameter; the core is measured outside. */
export function metresOfDiameter(od_mm: Numeric, core_mm: Numeric, caliper_um: Numeric): Decimal {
  return PI.times(ringOf(od_mm, core_mm)).div(decimalOf(caliper_um).times(4));
}

/** The outer diameter of a reel with this length. */
export function diameterOfMetres(metres: Numeric, core_mm: Numeric, caliper_um: Numeric): Decimal {
  return decimalOf(metres).times(caliper_um).times(4).div(PI).plus(square(core_mm)).sqrt();
}

/** The caliper that follows from the length and the diameter of a full reel. */
export function caliperOfReel(metres: Numeric, od_mm: Numeric, core_mm: Numeric): Decimal {
  return PI.times(ringOf(od_mm, core_mm)).div(decimalOf(metres).times(4));
}

/** The share of a reel that is left, by its diameter now and at an earlier reading; the caliper cancels out. */
export function remnantRatio(od_mm: Numeric, earlier_od_mm: Numeric, core_mm: Numeric): Decimal {
  return ringOf(od_mm, core_mm).div(ringOf(earlier_od_mm, core_mm));
}

/** Difference between two lengths in percent of the first. */
export function deviationPercent(metres: Numeric, other: Numeric): Decimal {
  return decimalOf(metres).minus(other).abs().times(100).div(metres);
}

/** A quantity in the unit of the ledger, as a length. */
export function metresIn(unit: ReelUnit, quantity: Numeric, web: Web): Decimal {
  return unit === 'm' ? decimalOf(quantity) : metresOfKg(quantity, web);
}

/** A quantity in the unit of the ledger, as a weight. */
export function kgIn(unit: ReelUnit, quantity: Numeric, web: Web): Decimal {
  return unit === 'kg' ? decimalOf(quantity) : kgOfMetres(quantity, web);
}

/** A length in the unit of the ledger. */
export function quantityOfMetres(unit: ReelUnit, metres: Numeric, web: Web): Decimal {
  return unit === 'm' ? decimalOf(metres) : kgOfMetres(metres, web);
}

/** A weight in the unit of the ledger. */
export function quantityOfKg(unit: ReelUnit, kg: Numeric, web: Web): Decimal {
  return unit === 'kg' ? decimalOf(kg) : metresOfKg(kg, web);
}

/** A field error of a measurement. */
export type MeasureFault = {
  path: string;
  code:
    | 'required'
    | 'above'
    | 'max'
    | 'od_below_core'
    | 'gross_below_tare'
    | 'no_caliper'
    | 'remnant_above_balance'
    | 'one_remnant';
  values?: Record<string, string | number>;
};

/** The ways to state the quantity on a reel; several can be given. */
export interface Content {
  kg?: Maybe;
  gross_kg?: Maybe;
  tare_kg?: Maybe;
  m?: Maybe;
  od_mm?: Maybe;
}

/** The values of the reel that a measurement needs. */
export interface Measured extends Web {
  unit: ReelUnit;
  tare_kg?: Maybe;
  core_mm?: Maybe;
  /** The caliper of the reel, else of its product. */
  caliper_um?: Maybe;
}

/** Another measurement that differs from the booked quantity. */
export interface Deviation {
  path: keyof Content;
  deviation_percent: Decimal;
  m: Decimal;
}

/**
 * The quantity on a new reel, rounded to three decimals. If several measurements are given, that in the unit of the ledger
 * is booked, then the other, then the diameter.
 * @param checkPercent the difference from which another measurement is reported as a deviation
 */
export function contentOf(
  content: Content,
  reel: Measured,
  checkPercent: Numeric,
): { quantity: Decimal; deviations: Deviation[] } | { faults: MeasureFault[] } {
  const faults: MeasureFault[] = [];
  const weights = weightsOf(content, reel, faults);
  const lengths = present(content.m)
    ? [{ path: 'm' as const, quantity: quantityOfMetres(reel.unit, content.m, reel) }]
    : [];
  const stated = reel.unit === 'kg' ? [...weights, ...lengths] : [...lengths, ...weights];
  if (present(content.od_mm)) {
    const byDiameter = quantityOfDiameter(content.od_mm, reel, stated.length === 0, faults);
    if (byDiameter) stated.push({ path: 'od_mm', quantity: byDiameter });
  }
  const [booked, ...others] = stated;
  if (!booked && faults.length === 0) faults.push({ path: 'kg', code: 'required' });
  const quantity = booked && round(booked.quantity, QUANTITY_PLACES);
  if (quantity?.lte(0)) faults.push({ path: booked!.path, code: 'above', values: { min: 0 } });
  if (faults.length > 0) return { faults };
  const metres = metresIn(reel.unit, quantity!, reel);
  const deviations = others
    .map(({ quantity: other }) => metresIn(reel.unit, other, reel))
    .map((m, at) => ({ path: others[at]!.path, m, deviation_percent: deviationPercent(metres, m) }))
    .filter(({ deviation_percent }) => deviation_percent.gt(checkPercent));
  return { quantity: quantity!, deviations };
}

/** The ways to state the remaining quantity of a reel; exactly one is given. */
export interface Remnant {
  gross_kg?: Maybe;
  tare_kg?: Maybe;
  kg?: Maybe;
  od_mm?: Maybe;
  /** Metres used since the reel was put on or last read. */
  counter_m?: Maybe;
  m?: Maybe;
  empty?: boolean | null | undefined;
}
export const REMNANT_WAYS = ['gross_kg', 'kg', 'od_mm', 'counter_m', 'm', 'empty'] as const;
export type RemnantWay = (typeof REMNANT_WAYS)[number];

/** A used reel: its balance, and the last reading with a diameter. */
export interface UsedReel extends Measured {
  balance: Numeric;
  last_od?: { od_mm: Numeric; quantity: Numeric } | null | undefined;
}

/**
 * The quantity left on a reel, rounded to three decimals, at most the balance; less than 0.001 counts as 0. By diameter it
 * is the share of the last reading with a diameter, else it follows from the caliper.
 * @returns `ratio`: the share of the last reading, null unless it was used
 */
export function remnantOf(
  remnant: Remnant,
  reel: UsedReel,
): { way: RemnantWay; quantity: Decimal; ratio: Decimal | null } | { faults: MeasureFault[] } {
  const ways = REMNANT_WAYS.filter((way) => (way === 'empty' ? remnant.empty === true : present(remnant[way])));
  const [way, second] = ways;
  if (!way || second) return { faults: [{ path: second ?? 'kg', code: 'one_remnant' }] };
  const faults: MeasureFault[] = [];
  const found = quantityLeft(way, remnant, reel, faults);
  if (!found) return { faults };
  const { quantity, ratio } = found;
  const rounded = round(quantity, QUANTITY_PLACES);
  const balance = decimalOf(reel.balance);
  if (rounded.gt(balance) && quantity.gt(balance)) {
    const max = round(balance, QUANTITY_PLACES).toNumber();
    return { faults: [{ path: way, code: 'remnant_above_balance', values: { max, unit: reel.unit } }] };
  }
  if (quantity.lt(0)) {
    const max = round(metresIn(reel.unit, balance, reel), 1).toNumber();
    return { faults: [{ path: way, code: 'max', values: { max } }] };
  }
  const left = quantity.lt(LEAST_QUANTITY) ? ZERO : rounded.gt(balance) ? balance : rounded;
  return { way, quantity: left, ratio };
}

/**
 * The serial shipping container code (SSCC), 18 digits: extension digit 0, company prefix, serial, check digit.
 * @throws RangeError when the serial does not fit
 */
export function ssccOf(prefix: string, serial: number): string {
  const places = 16 - prefix.length;
  const digits = String(serial);
  if (digits.length > places) throw new RangeError(`The serial ${serial} has more than ${places} digits`);
  const body = `0${prefix}${digits.padStart(places, '0')}`;
  return `${body}${checkDigit(body)}`;
}

/** Whether a text is an SSCC with the right check digit. */
export function isSscc(text: string): boolean {
  return /^\d{18}$/.test(text) && checkDigit(text.slice(0, 17)) === Number(text[17]);
}

/** The values of AI 8001. */
export interface RollProduct {
  width_mm: Numeric;
  m: Numeric;
  core_inner_mm?: Maybe;
  winding?: number | null | undefined;
  splices?: number | null | undefined;
}

/**
 * AI 8001, 14 digits: width, length, inner core, winding and splices. Whole numbers, half up; 9 for an unknown winding or
 * number of splices, 000 for an unknown core.
 * @returns null if a value has too many digits
 */
export function rollProductOf({ width_mm, m, core_inner_mm, winding, splices }: RollProduct): string | null {
  const parts: [Numeric, number][] = [
    [width_mm, 4],
    [m, 5],
    [core_inner_mm ?? 0, 3],
  ];
  const digits = parts.map(([value, places]) => round(decimalOf(value), 0).toFixed().padStart(places, '0'));
  if (digits.some((text, at) => text.length > parts[at]![1])) return null;
  const counted = splices == null || splices > 8 ? 9 : splices;
  return `${digits.join('')}${winding ?? 9}${counted}`;
}

/** Whether a barcode is the GTIN-14 of variable-measure goods, beside which AI 8001 may be printed. */
export function isVariableMeasure(barcode: string | null | undefined): boolean {
  return (
    /^9\d{13}$/.test(barcode?.trim() ?? '') && checkDigit(barcode!.trim().slice(0, 13)) === Number(barcode!.trim()[13])
  );
}

function quantityLeft(way: RemnantWay, remnant: Remnant, reel: UsedReel, faults: MeasureFault[]) {
  const { unit, balance } = reel;
  const as = (quantity: Decimal | null | undefined) => (quantity ? { quantity, ratio: null } : null);
  switch (way) {
    case 'empty':
      return as(ZERO);
    case 'kg':
      return as(quantityOfKg(unit, remnant.kg!, reel));
    case 'm':
      return as(quantityOfMetres(unit, remnant.m!, reel));
    case 'counter_m':
      return as(decimalOf(balance).minus(quantityOfMetres(unit, remnant.counter_m!, reel)));
    case 'gross_kg': {
      const net = netWeight(remnant.gross_kg!, remnant.tare_kg ?? reel.tare_kg, faults);
      return as(net && quantityOfKg(unit, net, reel));
    }
    case 'od_mm': {
      const { last_od, core_mm } = reel;
      if (!last_od || !present(core_mm)) return as(quantityOfDiameter(remnant.od_mm!, reel, true, faults));
      if (isBelowCore(remnant.od_mm!, core_mm, faults)) return null;
      const ratio = remnantRatio(remnant.od_mm!, last_od.od_mm, core_mm);
      // Divides last: the ratio is a rounded quotient.
      const quantity = ringOf(remnant.od_mm!, core_mm).times(last_od.quantity).div(ringOf(last_od.od_mm, core_mm));
      return { quantity, ratio };
    }
  }
}

function weightsOf(content: Content, reel: Measured, faults: MeasureFault[]) {
  const net = present(content.gross_kg) ? netWeight(content.gross_kg, content.tare_kg ?? reel.tare_kg, faults) : null;
  return [
    ...(present(content.kg)
      ? [{ path: 'kg' as keyof Content, quantity: quantityOfKg(reel.unit, content.kg, reel) }]
      : []),
    ...(net ? [{ path: 'gross_kg' as keyof Content, quantity: quantityOfKg(reel.unit, net, reel) }] : []),
  ];
}

function netWeight(gross: Numeric, tare: Maybe, faults: MeasureFault[]): Decimal | null {
  if (!present(tare)) {
    faults.push({ path: 'tare_kg', code: 'required' });
    return null;
  }
  if (decimalOf(gross).gte(tare)) return decimalOf(gross).minus(tare);
  faults.push({ path: 'gross_kg', code: 'gross_below_tare', values: { min: Number(tare.toString()) } });
  return null;
}

/** @param isNeeded false if another measurement is booked: then an unknown core or caliper is accepted */
function quantityOfDiameter(od_mm: Numeric, reel: Measured, isNeeded: boolean, faults: MeasureFault[]): Decimal | null {
  const { core_mm, caliper_um, unit } = reel;
  if (present(core_mm) && isBelowCore(od_mm, core_mm, faults)) return null;
  if (present(core_mm) && present(caliper_um))
    return quantityOfMetres(unit, metresOfDiameter(od_mm, core_mm, caliper_um), reel);
  if (isNeeded && !present(core_mm)) faults.push({ path: 'core_mm', code: 'required' });
  if (isNeeded && !present(caliper_um)) faults.push({ path: 'od_mm', code: 'no_caliper' });
  return null;
}

function isBelowCore(od_mm: Numeric, core_mm: Numeric, faults: MeasureFault[]): boolean {
  if (decimalOf(od_mm).gt(core_mm)) return false;
  faults.push({ path: 'od_mm', code: 'od_below_core', values: { min: Number(core_mm.toString()) } });
  return true;
}

function ringOf(od_mm: Numeric, core_mm: Numeric): Decimal {
  return square(od_mm).minus(square(core_mm));
}

function square(value: Numeric): Decimal {
  return decimalOf(value).times(value);
}

function present(value: Maybe): value is Numeric {
  return value !== null && value !== undefined;
}

function filled(value: Maybe): Decimal | null {
  return present(value) && decimalOf(value).gt(0) ? decimalOf(value) : null;
}

/** The GS1 check digit, modulo 10, of the digits before it. */
function checkDigit(body: string): number {
  const sum = body
    .split('')
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
