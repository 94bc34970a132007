/** The content of a supplier invoice, and readers of its parts. Missing values are not completed. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import { textAt, UnreadableFile, type XmlElement } from '../../platform/incoming-files/read-xml.ts';

export interface ReadLine {
  description: string;
  supplier_code: string | null;
  barcode: string | null;
  quantity: Decimal | null;
  unit_of_measure: string | null;
  unit_price: Decimal;
  net_amount: Decimal;
  vat_rate: Decimal;
  natura: string | null;
  ddt_number: string | null;
  ddt_date: Day | null;
  order_number: string | null;
}
export interface ReadVat {
  vat_rate: Decimal;
  natura: string | null;
  net_amount: Decimal;
  vat_amount: Decimal;
  esigibilita: 'I' | 'D' | 'S' | null;
}
export interface ReadInstalment {
  due_date: Day;
  amount: Decimal;
  method: string | null;
  iban: string | null;
}
export interface ReadInvoice {
  supplier_name: string;
  /** With the code of the country; null if the file has none. */
  supplier_vat: string | null;
  kind: 'invoice' | 'credit_note';
  document_type: string | null;
  number: string;
  document_date: Day;
  currency: string;
  lines: ReadLine[];
  vat: ReadVat[];
  total_amount: Decimal;
  /** The total less the part that is not paid to the supplier. */
  to_pay_amount: Decimal;
  credited_number: string | null;
  notes: string | null;
  instalments: ReadInstalment[];
}

/** Texts of a file are cut to these lengths. */
const LONGEST = 1000;
const LONGEST_CODE = 200;
const LONGEST_NOTES = 10_000;
/** Lines of one invoice. */
export const MOST_LINES = 5000;

/** A text without control characters, cut to a length; null when it is absent or empty. */
export function readText(element: XmlElement, ...path: string[]): string | null {
  return clean(textAt(element, ...path), LONGEST);
}
/** A code or number, cut to its length. */
export function readCode(element: XmlElement, ...path: string[]): string | null {
  return clean(textAt(element, ...path), LONGEST_CODE);
}
/** Joins notes, cut to their length. */
export function joinNotes(texts: readonly (string | null)[]): string | null {
  return clean(texts.filter(Boolean).join(' · '), LONGEST_NOTES);
}

/** Requires a text. @throws UnreadableFile */
export function requireText(value: string | null, what: string): string {
  if (value === null) throw new UnreadableFile(`${what} is missing`);
  return value;
}

/** A decimal; null when it is absent. @throws UnreadableFile for anything but a decimal of the usual size */
export function readDecimal(element: XmlElement, ...path: string[]): Decimal | null {
  const text = textAt(element, ...path);
  if (text === null) return null;
  if (!/^[+-]?\d{1,12}(\.\d{1,12})?$/.test(text)) throw new UnreadableFile(`not a number: ${path.at(-1)}`);
  return decimalOf(text.replace('+', ''));
}
/** Requires a decimal. @throws UnreadableFile */
export function requireDecimal(element: XmlElement, ...path: string[]): Decimal {
  const value = readDecimal(element, ...path);
  if (value === null) throw new UnreadableFile(`${path.at(-1)} is missing`);
  return value;
}

/** A day as YYYY-MM-DD or YYYYMMDD, with or without a time zone; null when it is absent. @throws UnreadableFile */
export function readDocumentDay(text: string | null): Day | null {
  if (text === null) return null;
  const [, year, month, date] = /^(\d{4})-?(\d\d)-?(\d\d)([Z+T-].*)?$/.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day || day < '1900-01-01')
    throw new UnreadableFile('not a day');
  return day;
}

/** A VAT number with the code of its country, as letters and digits alone; null when it is empty. */
export function joinVat(country: string | null, number: string | null): string | null {
  const digits = (number ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
  const prefix = (country ?? '').toUpperCase().replace(/[^A-Z]/g, '');
  if (digits === '') return null;
  return prefix === '' || digits.startsWith(prefix) ? digits : `${prefix}${digits}`;
}

/** A currency of three letters. @throws UnreadableFile */
export function readCurrency(text: string | null): string {
  if (text === null || !/^[A-Z]{3}$/.test(text)) throw new UnreadableFile('currency');
  return text;
}

/** Checks the required fields of an invoice. @throws UnreadableFile */
export function checkRead(invoice: ReadInvoice): ReadInvoice {
  const net = sum(invoice.vat.map(({ net_amount }) => net_amount));
  const vat = sum(invoice.vat.map(({ vat_amount }) => vat_amount));
  if (invoice.lines.length === 0) throw new UnreadableFile('no lines');
  if (invoice.lines.length > MOST_LINES) throw new UnreadableFile('too many lines');
  for (const amount of [net, vat, invoice.total_amount, invoice.to_pay_amount])
    if (amount.lt(0)) throw new UnreadableFile('negative total');
  for (const rate of [...invoice.lines, ...invoice.vat].map(({ vat_rate }) => vat_rate))
    if (rate.lt(0) || rate.gt(100)) throw new UnreadableFile('VAT rate');
  return invoice;
}

function clean(text: string | null, longest: number): string | null {
  const cleaned = (text ?? '')
    // oxlint-disable-next-line no-control-regex -- control characters are replaced on purpose
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .normalize('NFC')
    .trim();
  return cleaned === '' || !cleaned.isWellFormed() ? null : cleaned.slice(0, longest).trim();
}
