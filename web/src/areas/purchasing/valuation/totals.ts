/** What is shown of the valued rows: found, grouped, ordered and summed. Sums are exact. */
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { ValuedRow } from '@bobina/contract/purchasing/valuation.ts';

export interface ShownRow extends ValuedRow {
  id: string;
}
const DEFAULT_CURRENCY = 'EUR';

/** By product code or description, without case. */
export function found(rows: readonly ValuedRow[], q: string): ValuedRow[] {
  const part = q.trim().toLowerCase();
  return rows.filter(
    (row) => row.product_code.toLowerCase().includes(part) || row.product_description.toLowerCase().includes(part),
  );
}
export function shown(rows: readonly ValuedRow[], isGrouped: boolean): ShownRow[] {
  return isGrouped ? grouped(rows) : rows.map((row) => ({ ...row, id: `${keyOf(row)}|${row.batch_number ?? ''}` }));
}

/** @param sort `field` or `-field` */
export function sorted(rows: readonly ShownRow[], sort: string): ShownRow[] {
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

export function currencyOf({ currency }: Pick<ValuedRow, 'currency'>): string {
  return currency || DEFAULT_CURRENCY;
}
/** The values of each currency, never converted; zero euros where there is nothing. */
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

/** One row per product and warehouse, whatever its batches; a group is worth what its rows are. */
function grouped(rows: readonly ValuedRow[]): ShownRow[] {
  return [...Map.groupBy(rows, keyOf)].map(([id, own]) => ({
    ...own[0]!,
    id,
    batch_number: null,
    quantity: total(own.map(({ quantity }) => quantity)),
    value: total(own.map(({ value }) => value)),
  }));
}
