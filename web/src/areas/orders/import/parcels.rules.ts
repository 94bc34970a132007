/** How the rows of a spreadsheet are sent: some hundreds at a time, the rows of one order always together. */
import type { ImportedRow, ImportResult } from '@bobina/contract/orders/orders.ts';
import { FIELDS } from './columns.rules.ts';
import type { ReadRow } from './rows.rules.ts';

/** Rows of one request. */
export const PARCEL_ROWS = 500;

export interface Parcel {
  orders: ImportedRow[];
  /** Where each stands in the spreadsheet. */
  rows: number[];
}

/** @returns everything but the rows left out, orders in the order of their first rows */
export function packRows(rows: readonly ReadRow[], most = PARCEL_ROWS): Parcel[] {
  const orders = Map.groupBy(
    rows.filter(({ state }) => state !== 'skipped'),
    orderOf,
  );
  const parcels: Parcel[] = [];
  for (const order of orders.values()) {
    const last = parcels.at(-1);
    const parcel = last && last.rows.length + order.length <= most ? last : { orders: [], rows: [] };
    if (parcel !== last) parcels.push(parcel);
    for (const row of order) {
      parcel.orders.push(Object.fromEntries(FIELDS.map((field) => [field, row[field]])));
      parcel.rows.push(row.row);
    }
  }
  return parcels;
}
export function countOrders(rows: readonly ReadRow[]): number {
  return new Set(rows.filter(({ state }) => state !== 'skipped').map(orderOf)).size;
}

/** One line of the list of what was not taken as it stands in the file. */
export interface Finding {
  id: string;
  kind: 'warning' | 'missing_products' | 'invalid_rows';
  order: string | null;
  /** Of the spreadsheet. */
  row: number | null;
  message: string;
  products: readonly string[];
}

/** What the server said of a parcel, with the spreadsheet's own row numbers. */
export function findingsOf({ warnings, errors }: ImportResult, { rows }: Parcel): Omit<Finding, 'id'>[] {
  const rowOf = (sent: number | null) => (sent === null ? null : (rows[sent - 1] ?? null));
  return [
    ...errors.flatMap(({ type, message, orderNumber, row, error, products, items }): Omit<Finding, 'id'>[] =>
      items.length > 0
        ? items.map((item) => ({
            kind: type,
            order: orderNumber,
            row: rowOf(item.row),
            message: item.error,
            products: [],
          }))
        : [{ kind: type, order: orderNumber, row: rowOf(row), message: error ?? message, products }],
    ),
    ...warnings.map(({ orderNumber, message }) => ({
      kind: 'warning' as const,
      order: orderNumber,
      row: null,
      message,
      products: [],
    })),
  ];
}

/** As the server tells orders apart. */
function orderOf({ numero_ordine_cliente }: ReadRow) {
  return numero_ordine_cliente.toLowerCase();
}
