/** What the cells of a spreadsheet say: texts, days and numbers, whichever way they were entered. Spec 3 §5. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { readDay } from '@bobina/contract/core/read-day.ts';
import { readNumber } from '../../../lib/numbers.ts';

export interface SheetCell {
  value: string | number | boolean | Date | null;
  /** How the sheet shows a number: `00123`. */
  shown?: string | undefined;
}

export function isEmptyCell({ value }: SheetCell): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** As a person reads it. Leading zeros that only the cell's format makes belong to a code. */
export function cellText({ value, shown }: SheetCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return shown && /^\d+$/.test(shown) && Number(shown) === value ? shown : String(value);
  if (value instanceof Date) return dayOfDate(value);
  return String(value).normalize('NFC').trim();
}

const DAY_MS = 86_400_000;
/** Up to 31/12/9999. */
const LAST_SERIAL = 2_958_465;
/** The 29/02/1900 that spreadsheets count and the calendar lacks. */
const PHANTOM = 60;

/** Days counted from 1900: 1 is 01/01/1900, 45000.75 still 15/03/2023. */
export function dayOfSerial(serial: number): string {
  const whole = Math.floor(serial);
  if (!Number.isFinite(serial) || whole < 1 || whole > LAST_SERIAL || whole === PHANTOM) return '';
  return new Date(Date.UTC(1899, 11, whole < PHANTOM ? 31 : 30) + whole * DAY_MS).toISOString().slice(0, 10);
}

/** How the days of a workbook are read. */
export interface DayReading {
  /** The company's today, for days without a year. */
  today: Day;
  /** What is added to a serial number: see SINCE_1904. */
  later?: number;
}

/** What is to be added to the serials of a workbook that counts from 1904. */
export const SINCE_1904 = 1462;

/** `YYYY-MM-DD`; empty when the cell holds no day. */
export function cellDay({ value }: SheetCell, { today, later = 0 }: DayReading): string {
  if (value instanceof Date) return dayOfDate(value);
  if (typeof value === 'number') return dayOfSerial(value + later);
  return typeof value === 'string' ? (readDay(withoutTime(value.normalize('NFKC').trim()), { today }) ?? '') : '';
}

export interface CellNumber {
  /** null when the cell holds none. */
  value: number | null;
  /** `1.500` may mean more than it was read as. */
  isDoubtful: boolean;
}
/** A comma is a decimal point; a currency sign is no matter; a computed cell loses the noise of binary fractions. */
export function cellNumber({ value }: SheetCell): CellNumber {
  if (typeof value === 'number') {
    const near = Math.round(value * 1e5) / 1e5;
    const isNoise = Math.abs(near - value) < 1e-9 * Math.max(1, Math.abs(value));
    return { value: Number.isFinite(value) ? (isNoise ? near : value) : null, isDoubtful: false };
  }
  if (typeof value !== 'string') return { value: null, isDoubtful: false };
  const read = readNumber(value.replaceAll(/[€$£]|\bEUR\b/gi, ''), 'it');
  if (read.kind === 'ambiguous') return { value: read.decimal, isDoubtful: true };
  return { value: read.kind === 'number' ? read.value : null, isDoubtful: false };
}

function two(number: number) {
  return String(number).padStart(2, '0');
}

function dayOf(year: number, month: number, day: number) {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The day on the calendar of whoever made the Date. */
function dayOfDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** `15/03/2026 10.30`, `2026-03-15T23:59:00Z`, `Sat Dec 12 2026 10:00:00 GMT+0100`. */
function withoutTime(text: string) {
  return text
    .replace(/^(\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4})[T ]+\d{1,2}[:.]\d{2}.*$/, '$1')
    .replace(/[T\s]+\d{1,2}:\d{2}.*$/, '');
}
