/** The rows of the margins report: order lines with the sums of their orders, sorted and searched. Sums are exact. */
import { decimalOf, round, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { MarginRow } from '@bobina/contract/production/run-reports.ts';

/** A line, or the sum of an order of several lines, which has no product. */
export interface ShownMargin extends Omit<MarginRow, 'order_item_id' | 'product_id' | 'product_code' | 'quantity'> {
  id: string;
  product_id: number | null;
  product_code: string | null;
  quantity: number | null;
}
export interface MarginSums {
  net: number;
  cost: number | null;
  margin: number | null;
  margin_percent: number | null;
  so_far: boolean;
  partial: boolean;
}
/** How much of the lines has a margin. */
export interface MarginCoverage {
  lines: number;
  known: number;
  /** The share of the net amount in EUR of the lines with a margin, in percent with 1 decimal. */
  percent: number;
}
/** By order, with the sums of orders. */
export const BY_ORDER = 'order_number';
/** The order in which the server answers. */
export const NEWEST_FIRST = `-${BY_ORDER}`;
const CURRENCY = 'EUR';

/** Filters lines by order, customer or product. */
export function searchMargins(rows: readonly MarginRow[], q: string): MarginRow[] {
  const part = q.trim().toLowerCase();
  return rows.filter((row) =>
    [row.order_number, row.customer_name, row.product_code].some((text) => text.toLowerCase().includes(part)),
  );
}

/**
 * Sums lines. Only lines with a margin count: a line that was not made by a run, or that is paid in another currency, has
 * none, and makes the sum partial.
 */
export function sumMargins(rows: readonly MarginRow[]): MarginSums {
  const known = rows.filter(({ margin }) => margin !== null);
  const total = (values: (number | null)[]) => sum(values.map((value) => decimalOf(value!)));
  const net = total(known.map((row) => row.net));
  const margin = total(known.map((row) => row.margin));
  return {
    net: toNumber(net),
    cost: known.length > 0 ? toNumber(total(known.map((row) => row.cost))) : null,
    margin: known.length > 0 ? toNumber(margin) : null,
    margin_percent: net.gt(0) ? toNumber(round(margin.times(100).div(net), 2)) : null,
    so_far: rows.some(({ so_far }) => so_far),
    partial: known.length < rows.length || rows.some(({ partial }) => partial),
  };
}

/** Counts the lines with a margin. Those in another currency have none and no part of the net amount. */
export function coverageOf(rows: readonly MarginRow[]): MarginCoverage {
  const known = rows.filter(({ margin }) => margin !== null);
  const net = sum(rows.filter(({ currency }) => currency === CURRENCY).map((row) => decimalOf(row.net)));
  const part = sum(known.map((row) => decimalOf(row.net)));
  return {
    lines: rows.length,
    known: known.length,
    percent: net.gt(0) ? toNumber(round(part.times(100).div(net), 1)) : 0,
  };
}

/** Returns the rows to show. By order, each order of several lines is followed by its sum; other orders have lines alone. */
export function marginRows(rows: readonly MarginRow[], sort: string): ShownMargin[] {
  const lines = rows.map((row) => ({ ...row, id: `line ${row.order_item_id}` }));
  const key = sort.replace(/^-/, '');
  if (key !== BY_ORDER) return sorted(lines, key, sort.startsWith('-') ? -1 : 1);
  const orders = [...Map.groupBy(lines, ({ order_id }) => order_id).values()];
  if (!sort.startsWith('-')) orders.reverse();
  return orders.flatMap((own) => (own.length > 1 ? [...own, sumOfOrder(own)] : own));
}

function sumOfOrder(lines: readonly (MarginRow & { id: string })[]): ShownMargin {
  const { order_id, order_number, customer_id, customer_name, currency } = lines[0]!;
  const sums = sumMargins(lines);
  const isConverted = currency !== CURRENCY;
  return {
    id: `order ${order_id}`,
    order_id,
    order_number,
    customer_id,
    customer_name,
    currency,
    product_id: null,
    product_code: null,
    quantity: null,
    ...sums,
    // The price is the sum of all lines, also of those without a margin.
    net: toNumber(sum(lines.map((line) => decimalOf(line.net)))),
    ...(isConverted && { cost: null, margin: null, margin_percent: null }),
  };
}

function sorted(rows: readonly ShownMargin[], key: string, direction: number): ShownMargin[] {
  const valueOf = (row: ShownMargin) => row[key as keyof ShownMargin];
  return rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    // Lines without a value come last in both directions.
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return typeof one === 'number' && typeof other === 'number'
      ? direction * (one - other)
      : direction * String(one).localeCompare(String(other), undefined, { numeric: true });
  });
}
