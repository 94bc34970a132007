/** How the rows of a spreadsheet become orders: each row read, then gathered by the customer's order number. Spec 3 §5. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { positive, decimal, text } from '@bobina/contract/core/fields.ts';
import type { ImportText } from '@bobina/contract/core/messages/messages.ts';
import { isDay, readDay } from '@bobina/contract/core/read-day.ts';
import type { ImportedRow } from '@bobina/contract/orders/orders.ts';

export interface ImportLine {
  /** Its row, counted from 1. */
  row: number;
  code: string;
  quantity: number;
  unit_price: number;
  delivery_date: string;
}
/** A row that is refused, counted from 1, and why. */
export interface BadRow {
  row: number;
  fault: ImportText;
}
export interface ImportOrder {
  customer_order_number: string;
  /** The first of its rows'. */
  order_date: string;
  /** The earliest delivery. */
  requested_delivery_date: string;
  lines: ImportLine[];
  bad: BadRow[];
}

// Built once: building a schema costs far more than reading a cell by it.
const NAME = text();
const QUANTITY = positive();
const PRICE = decimal();
/** A number as people write it: neither `0x10` nor nothing. */
const WRITTEN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

type Read = { number: string | null } & ({ line: Omit<ImportLine, 'row'>; order_date: string } | { fault: ImportText });

/**
 * @param today the company's, for days without a year
 * @returns the orders in the order of their first rows, and the rows that belong to none
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

/** What a cell says: a text or a number, NFC and trimmed; null when empty, undefined when it is neither. */
function cellText(cell: unknown): string | null | undefined {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : undefined;
  if (typeof cell !== 'string') return undefined;
  return cell.isWellFormed() ? cell.normalize('NFC').trim() || null : undefined;
}

function cellName(cell: unknown): string | null | undefined {
  const said = cellText(cell);
  return said && !NAME.safeParse(said).success ? undefined : said;
}

/** A day in any form that a day field reads. */
function cellDay(cell: unknown, today: Day): string | null {
  const said = typeof cell === 'string' ? cellText(cell) : null;
  const read = said ? readDay(said, { today }) : null;
  return isDay(read) ? read : null;
}

function numberOf(said: string): number {
  return WRITTEN.test(said) ? Number(said) : Number.NaN;
}

/** A comma is a decimal point. A computed cell carries the noise of binary fractions, which is taken off. */
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
  // What is no number is a price of 0, as on the screen.
  const price = cellNumber(row.prezzo_unitario);
  const unit_price = PRICE.safeParse(Number.isNaN(price) ? 0 : price);
  if (!unit_price.success) return { number, fault: price > 0 ? 'price_form' : 'price' };
  return { number, order_date, line: { code, quantity: quantity.data, unit_price: unit_price.data, delivery_date } };
}
