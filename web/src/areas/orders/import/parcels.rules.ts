/** Splits the rows of a spreadsheet into batches for sending. All rows of one order are in the same batch. */
import type { ImportedRow, ImportResult } from '@bobina/contract/orders/orders.ts';
import { FIELDS } from './columns.rules.ts';
import type { ReadRow } from './rows.rules.ts';

/** Maximum number of rows per request. */
export const PARCEL_ROWS = 500;

export interface Parcel {
  orders: ImportedRow[];
  /** Row number of each order row in the spreadsheet. */
  rows: number[];
}

/**
 * Groups all rows except skipped ones into requests. Orders keep the sequence of their first rows.
 * @param most maximum number of rows per request, unless a single order has more
 */
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
/** Returns the number of distinct orders, without skipped rows. */
export function countOrders(rows: readonly ReadRow[]): number {
  return new Set(rows.filter(({ state }) => state !== 'skipped').map(orderOf)).size;
}

/** One problem or correction that the import reports. */
export interface Finding {
  id: string;
  kind: 'warning' | 'missing_products' | 'invalid_rows';
  order: string | null;
  /** Row number in the spreadsheet. */
  row: number | null;
  message: string;
  products: readonly string[];
}

/** Converts the server's answer for a parcel to findings with the row numbers of the spreadsheet. */
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

/**
 * Marks the rows that the server will refuse for a reason that the file does not show, and those of orders that exist
 * already. Unknown products are marked by their codes.
 */
export function markFound(rows: readonly ReadRow[], findings: readonly Omit<Finding, 'id'>[]): readonly ReadRow[] {
  const news = findings.filter(({ kind }) => kind !== 'missing_products');
  const byRow = Map.groupBy(news, ({ row }) => row);
  const byOrder = Map.groupBy(byRow.get(null) ?? [], ({ order }) => order?.toLowerCase());
  return rows.map((row) => {
    const found = byRow.get(row.row) ?? byOrder.get(orderOf(row));
    if (!found || row.state === 'skipped' || row.state === 'refused') return row;
    const isRefused = found.some(({ kind }) => kind === 'invalid_rows');
    return { ...row, state: isRefused ? 'refused' : 'noted', messages: found.map(({ message }) => message) };
  });
}

/** Compares order numbers as the server does. */
function orderOf({ numero_ordine_cliente }: ReadRow) {
  return numero_ordine_cliente.toLowerCase();
}
