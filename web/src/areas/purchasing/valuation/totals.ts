/** Filters, groups, sorts and sums the valued rows. Sums are exact. */
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { ValuedRow } from '@bobina/contract/purchasing/valuation.ts';

export interface ShownRow extends ValuedRow {
  id: string;
}
const DEFAULT_CURRENCY = 'EUR';

/** Filters by product code or description, ignoring case. */
export function found(rows: readonly ValuedRow[], q: string): ValuedRow[] {
  const part = q.trim().toLowerCase();
  return rows.filter(
    (row) => row.product_code.toLowerCase().includes(part) || row.product_description.toLowerCase().includes(part),
  );
}
/** Returns the rows to display with their ids, grouped if requested. */
export function shown(rows: readonly ValuedRow[], isGrouped: boolean): ShownRow[] {
  return isGrouped ? grouped(rows) : rows.map((row) => ({ ...row, id: `${keyOf(row)}|${row.batch_number ?? ''}` }));
}

/** Sorts the rows, with product, warehouse and batch as further keys. @param sort `field` or `-field` */
export function sortValues(rows: readonly ShownRow[], sort: string): ShownRow[] {
  const key = sort.replace(/^-/, '') as keyof ShownRow;
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = (a: ShownRow, b: ShownRow) => {
    const [one, other] = [a[key], b[key]];
    return typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one ?? '').localeCompare(String(other ?? ''), undefined, { numeric: true });
  };
  const rest = (a: ShownRow, b: ShownRow) =>
    a.product_code.localeCompare(b.product_code, undefined, { numeric: true }) ||
    a.warehouse_name.localeCompare(b.warehouse_name) ||
    (a.batch_number ?? '').localeCompare(b.batch_number ?? '');
  return rows.toSorted((a, b) => direction * compare(a, b) || rest(a, b));
}

/** Returns the row's currency, or EUR if it has none. */
export function currencyOf({ currency }: Pick<ValuedRow, 'currency'>): string {
  return currency || DEFAULT_CURRENCY;
}
/** Returns the sum of each currency, without conversion; zero euros if there are no rows. */
export function totals(rows: readonly ValuedRow[]): { currency: string; value: number }[] {
  const sums = [...Map.groupBy(rows, currencyOf)].map(([currency, own]) => ({
    currency,
    value: total(own.map(({ value }) => value)),
  }));
  return sums.length === 0
    ? [{ currency: DEFAULT_CURRENCY, value: 0 }]
    : sums.toSorted((a, b) => a.currency.localeCompare(b.currency));
}

function total(values: readonly number[]) {
  return toNumber(sum(values.map((value) => decimalOf(value))));
}

function keyOf(row: ValuedRow) {
  return [row.product_id, row.warehouse_id, row.currency, row.unit_price].join('|');
}

/** Merges the batches of rows with the same product, warehouse, currency and price. */
function grouped(rows: readonly ValuedRow[]): ShownRow[] {
  return [...Map.groupBy(rows, keyOf)].map(([id, own]) => ({
    ...own[0]!,
    id,
    batch_number: null,
    quantity: total(own.map(({ quantity }) => quantity)),
    value: total(own.map(({ value }) => value)),
  }));
}
