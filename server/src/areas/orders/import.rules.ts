/** Converts spreadsheet rows to orders: parses each row, then groups the rows by the customer's order number. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { positive, decimal, text } from '@bobina/contract/core/fields.ts';
import type { ImportText } from '@bobina/contract/core/messages/messages.ts';
import { isDay, readDay } from '@bobina/contract/core/read-day.ts';
import type { ImportedRow } from '@bobina/contract/orders/orders.ts';

export interface ImportLine {
  /** Row number, counted from 1. */
  row: number;
  code: string;
  quantity: number;
  /** Null when the cell is empty. */
  unit_price: number | null;
  delivery_date: string;
}
/** A refused row, counted from 1, with the reason. */
export interface BadRow {
  row: number;
  fault: ImportText;
}
export interface ImportOrder {
  customer_order_number: string;
  /** The order date of the first row. */
  order_date: string;
  /** The earliest delivery date of the rows. */
  requested_delivery_date: string;
  lines: ImportLine[];
  bad: BadRow[];
}

// Built once, because building a schema costs far more than parsing a cell with it.
const NAME = text();
const QUANTITY = positive();
const PRICE = decimal();
/** A decimal number as people type it; excludes `0x10` and the empty string. */
const WRITTEN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

type Read = { number: string | null } & ({ line: Omit<ImportLine, 'row'>; order_date: string } | { fault: ImportText });

/**
 * Groups the rows into orders.
 * @param today the company's day, used for dates without a year
 * @returns the orders in the order of their first rows, and the rows that belong to no order
 */
export function gatherOrders(rows: readonly ImportedRow[], today: Day): { orders: ImportOrder[]; homeless: BadRow[] } {
  const orders = new Map<string, ImportOrder>();
  const homeless: BadRow[] = [];
  for (const [index, row] of rows.entries()) {
    const read = readRow(row, today);
    if (read.number === null) {
      homeless.push({ row: index + 1, fault: 'fault' in read ? read.fault : 'no_order_number' });
      continue;
    }
    const key = read.number.toLowerCase();
    const order = orders.get(key) ?? {
      customer_order_number: read.number,
      order_date: '',
      requested_delivery_date: '',
      lines: [],
      bad: [],
    };
    orders.set(key, order);
    if ('fault' in read) {
      order.bad.push({ row: index + 1, fault: read.fault });
      continue;
    }
    order.order_date ||= read.order_date;
    if (order.requested_delivery_date === '' || read.line.delivery_date < order.requested_delivery_date)
      order.requested_delivery_date = read.line.delivery_date;
    order.lines.push({ ...read.line, row: index + 1 });
  }
  return { orders: [...orders.values()], homeless };
}

/**
 * Returns the text of a cell (text or number), NFC-normalized and trimmed; null when empty, undefined for other types.
 */
function cellText(cell: unknown): string | null | undefined {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : undefined;
  if (typeof cell !== 'string') return undefined;
  return cell.isWellFormed() ? cell.normalize('NFC').trim() || null : undefined;
}

function cellName(cell: unknown): string | null | undefined {
  const text = cellText(cell);
  return text && !NAME.safeParse(text).success ? undefined : text;
}

/** Parses a date in any form that a date field accepts. */
function cellDay(cell: unknown, today: Day): string | null {
  const text = typeof cell === 'string' ? cellText(cell) : null;
  const read = text ? readDay(text, { today }) : null;
  return isDay(read) ? read : null;
}

function numberOf(text: string): number {
  return WRITTEN.test(text) ? Number(text) : Number.NaN;
}

/** Parses a number; a comma is a decimal point. Removes the binary rounding noise of computed cells. */
function cellNumber(cell: unknown): number {
  const number =
    typeof cell === 'string' ? numberOf(cell.trim().replace(',', '.')) : typeof cell === 'number' ? cell : Number.NaN;
  const near = Math.round(number * 1e5) / 1e5;
  return Math.abs(near - number) < 1e-9 * Math.max(1, Math.abs(number)) ? near : number;
}

function readRow(row: ImportedRow, today: Day): Read {
  const number = cellName(row.numero_ordine_cliente);
  if (number === undefined) return { number: null, fault: 'text' };
  if (number === null) return { number, fault: 'no_order_number' };
  const code = cellName(row.codice_prodotto);
  if (!code) return { number, fault: code === null ? 'no_product' : 'text' };
  const order_date = cellDay(row.data_ordine, today);
  if (!order_date) return { number, fault: 'no_order_date' };
  const delivery_date = cellDay(row.data_consegna, today);
  if (!delivery_date) return { number, fault: 'no_delivery_date' };
  const amount = cellNumber(row.quantita);
  const quantity = QUANTITY.safeParse(amount);
  if (!quantity.success) return { number, fault: amount > 0 ? 'quantity_form' : 'quantity' };
  const line = { code, quantity: quantity.data, delivery_date };
  if (cellText(row.prezzo_unitario) === null) return { number, order_date, line: { ...line, unit_price: null } };
  // Treats an invalid number as a price of 0, as the order screen does.
  const price = cellNumber(row.prezzo_unitario);
  const unit_price = PRICE.safeParse(Number.isNaN(price) ? 0 : price);
  if (!unit_price.success) return { number, fault: price > 0 ? 'price_form' : 'price' };
  return { number, order_date, line: { ...line, unit_price: unit_price.data } };
}
