/**
 * Computes the purchase proposals of one product from one running balance by day. Quantities are exact decimals in the
 * product's unit.
 */
import { addDays, type Day } from '../core/dates.ts';
import { decimalOf, round, sum, type Decimal } from '../core/decimal.ts';
import { addWorkingDays, workingDayUntil } from '../core/working-days.ts';

export interface Dated {
  day: Day;
  quantity: Decimal;
}
/** A price that is valid today. */
export interface Offer {
  supplier_id: number;
  supplier_name: string;
  /** Above 0. */
  unit_price: Decimal;
  currency: string;
  /** Working days from the order to the arrival. */
  lead_days: number;
  from_quantity: Decimal;
}
export interface ProductToPlan<N extends Dated = Dated, R extends Dated = Dated> {
  /** Usable stock of today. */
  stock: Decimal;
  /** The minimum stock. */
  floor: Decimal;
  needs: readonly N[];
  /** The expected receipts of open orders. */
  receipts: readonly R[];
  min_lot: Decimal;
  lot_multiple: Decimal | null;
  /** Calendar days, the day of need first. */
  cover_days: number;
  offers: readonly Offer[];
  /** The product's own supplier: preferred among equal offers. */
  own_supplier_id: number | null;
  /** Without an offer. */
  lead_days: number;
}
export interface PlanOptions {
  today: Day;
  working_days: readonly number[];
  /** Working days from the arrival to the use. */
  receipt_days: number;
}
export interface Alternative extends Offer {
  arrives_on: Day;
  in_time: boolean;
  /** Of a cheaper offer that arrives too late: (price − its price) × quantity, to the cent. */
  saves: Decimal | null;
}
export interface Planned<N extends Dated = Dated, R extends Dated = Dated> {
  /** Null if only the floor requires it. */
  need_day: Day | null;
  shortage: Decimal;
  quantity: Decimal;
  order_by: Day;
  arrival_day: Day;
  /** `order_by` is in the past. */
  late: boolean;
  /** Null without an offer. */
  offer: Offer | null;
  alternatives: Alternative[];
  /** The needs of the day of need and of the days that it covers. */
  needs: N[];
  receipts: R[];
  /** stock + coming − needs = balance; floor − balance = shortage. */
  why: { stock: Decimal; coming: Decimal; needs: Decimal; balance: Decimal; floor: Decimal; cover: Decimal };
}
/** One day of the expected balance. */
export interface ProjectedDay {
  day: Day;
  receipts: Decimal;
  needs: Decimal;
  balance: Decimal;
}

const ZERO = decimalOf(0);
const FIRST_CURRENCY = 'EUR';
const PLACES = 5;
const ROUND_UP = 3;

/**
 * Proposes orders so that the balance never stays below the floor. A day before today counts as today. A shortage
 * before the day on which an order of today arrives is reduced by the receipts up to that day, so that an order that was
 * placed late is not proposed again.
 * @returns proposals by their day of need
 */
export function planProduct<N extends Dated, R extends Dated>(
  product: ProductToPlan<N, R>,
  options: PlanOptions,
): Planned<N, R>[] {
  const needs = fromToday(product.needs, options.today);
  const receipts = fromToday(product.receipts, options.today);
  const plan: Planned<N, R>[] = [];
  const needed = sumByDay(needs);
  const state = { product, needs, receipts, needed, received: sumByDay(receipts), options, before: plan };
  for (const day of needed.length > 0 ? needed.map((row) => row.day) : [null]) {
    const found = proposalOn(day, state);
    if (found) plan.push(found);
  }
  return plan;
}

/** The expected balance of today and of each day on which something arrives or is needed. */
export function projectProduct(
  { stock, needs, receipts }: Pick<ProductToPlan, 'stock' | 'needs' | 'receipts'>,
  today: Day,
): ProjectedDay[] {
  const needed = sumByDay(fromToday(needs, today));
  const received = sumByDay(fromToday(receipts, today));
  const days = [...new Set([today, ...needed.map(({ day }) => day), ...received.map(({ day }) => day)])].toSorted();
  const on = (rows: readonly Dated[], day: Day) => rows.find((row) => row.day === day)?.quantity ?? ZERO;
  let balance = stock;
  return days.map((day) => {
    const row = { day, receipts: on(received, day), needs: on(needed, day) };
    balance = balance.plus(row.receipts).minus(row.needs);
    return { ...row, balance };
  });
}

/** Raises a quantity to the least lot, then to the next multiple; to 5 decimals, never below the quantity. */
export function roundToLot(quantity: Decimal, min_lot: Decimal, lot_multiple: Decimal | null): Decimal {
  const least = quantity.lt(min_lot) ? min_lot : quantity;
  const lots = lot_multiple?.gt(0) ? least.div(lot_multiple).round(0, ROUND_UP) : null;
  if (!lots) return least.round(PLACES, ROUND_UP);
  // A quotient is rounded to 20 places, which can hide a rest.
  const rounded = lots.times(lot_multiple!);
  return rounded.lt(least) ? rounded.plus(lot_multiple!) : rounded;
}

/**
 * Chooses among the offers of a quantity: of each supplier the price with the largest `from_quantity` up to it. Those in
 * time come first, by currency (EUR first) and price; if none is in time, the first to arrive. The product's own supplier
 * wins a tie.
 * @param wanted the day of arrival; null if any day is in time
 */
export function rankOffers(
  { offers, own_supplier_id }: Pick<ProductToPlan, 'offers' | 'own_supplier_id'>,
  {
    quantity,
    wanted,
    options: { today, working_days },
  }: { quantity: Decimal; wanted: Day | null; options: PlanOptions },
): Alternative[] {
  const ranked = offersFor(offers, quantity)
    .map((offer) => ({
      ...offer,
      arrives_on: addWorkingDays(today, offer.lead_days, working_days),
      in_time: wanted === null || addWorkingDays(wanted, -offer.lead_days, working_days) >= today,
      saves: null as Decimal | null,
    }))
    .toSorted(
      (a, b) =>
        Number(b.in_time) - Number(a.in_time) ||
        (a.in_time ? 0 : compare(a.arrives_on, b.arrives_on)) ||
        compare(currencyRank(a), currencyRank(b)) ||
        a.unit_price.cmp(b.unit_price) ||
        Number(b.supplier_id === own_supplier_id) - Number(a.supplier_id === own_supplier_id) ||
        a.supplier_id - b.supplier_id,
    );
  const [best] = ranked;
  return ranked.map((offer) => {
    const isCheaper = offer.currency === best!.currency && offer.unit_price.lt(best!.unit_price);
    const saves =
      isCheaper && !offer.in_time ? round(best!.unit_price.minus(offer.unit_price).times(quantity), 2) : null;
    return { ...offer, saves };
  });
}

/** The price of each supplier for a quantity: the one with the largest `from_quantity` up to it. */
export function offersFor(offers: readonly Offer[], quantity: Decimal): Offer[] {
  const bySupplier = new Map<number, Offer>();
  for (const offer of offers) {
    if (offer.from_quantity.gt(quantity)) continue;
    const known = bySupplier.get(offer.supplier_id);
    if (!known || known.from_quantity.lt(offer.from_quantity)) bySupplier.set(offer.supplier_id, offer);
  }
  return [...bySupplier.values()];
}

interface State<N extends Dated, R extends Dated> {
  product: ProductToPlan<N, R>;
  needs: readonly N[];
  receipts: readonly R[];
  /** Their sums by day. */
  needed: readonly Dated[];
  received: readonly Dated[];
  options: PlanOptions;
  before: readonly Planned<N, R>[];
}

/** The proposal of a day of need, or of the floor alone (null); undefined where nothing lacks. */
function proposalOn<N extends Dated, R extends Dated>(
  day: Day | null,
  { product, needs, receipts, needed, received, options, before }: State<N, R>,
): Planned<N, R> | undefined {
  const { stock, floor } = product;
  const { today, working_days, receipt_days } = options;
  const until = day ?? today;
  const used = quantityOf(needed, (need) => need.day <= until);
  const proposed = sum(before.map(({ quantity }) => quantity));
  /** Receipts up to this day count. Grows to the arrival of a late order. */
  let horizon = until;
  for (;;) {
    const counted = horizon;
    const coming = quantityOf(received, (receipt) => receipt.day <= counted).plus(proposed);
    const balance = stock.plus(coming).minus(used);
    const shortage = floor.minus(balance);
    if (!shortage.gt(0)) return undefined;
    const end = addDays(until, product.cover_days - 1);
    const later = quantityOf(needed, (need) => need.day > until && need.day <= end);
    const unmet = later.minus(quantityOf(received, (receipt) => receipt.day > counted && receipt.day <= end));
    const cover = unmet.gt(0) ? unmet : ZERO;
    const quantity = roundToLot(shortage.plus(cover), product.min_lot, product.lot_multiple);
    // Goods arrive on working days.
    const wanted = day && workingDayUntil(addWorkingDays(day, -receipt_days, working_days), working_days);
    const [best, ...alternatives] = rankOffers(product, { quantity, wanted, options });
    const lead = best?.lead_days ?? product.lead_days;
    const order_by = wanted === null ? today : addWorkingDays(wanted, -lead, working_days);
    const late = order_by < today;
    const arrival_day = wanted === null || late ? addWorkingDays(today, lead, working_days) : wanted;
    if (arrival_day > horizon) {
      horizon = arrival_day;
      continue;
    }
    return {
      need_day: day,
      shortage,
      quantity,
      order_by,
      arrival_day,
      late,
      offer: best ?? null,
      alternatives,
      needs: day === null ? [] : needs.filter((need) => need.day >= day && need.day <= (cover.gt(0) ? end : day)),
      receipts: receipts.filter((receipt) => receipt.day <= counted),
      why: { stock, coming, needs: used, balance, floor, cover },
    };
  }
}

/** By day; past days are today. */
function fromToday<T extends Dated>(rows: readonly T[], today: Day): T[] {
  return rows.map((row) => (row.day < today ? { ...row, day: today } : row)).toSorted((a, b) => compare(a.day, b.day));
}

function quantityOf(rows: readonly Dated[], counts: (row: Dated) => boolean): Decimal {
  let total = ZERO;
  for (const row of rows) if (counts(row)) total = total.plus(row.quantity);
  return total;
}

/** Adds the rows of each day; expects them in the order of days. */
function sumByDay(rows: readonly Dated[]): Dated[] {
  const days: Dated[] = [];
  for (const { day, quantity } of rows) {
    const last = days.at(-1);
    if (last?.day === day) last.quantity = last.quantity.plus(quantity);
    else days.push({ day, quantity });
  }
  return days;
}

function currencyRank({ currency }: Offer): string {
  return currency === FIRST_CURRENCY ? '' : currency;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
