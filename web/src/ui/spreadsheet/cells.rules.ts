/** Parsing of spreadsheet cells: texts, days and numbers in any format in which they were entered. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { readDay } from '@bobina/contract/core/read-day.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';

export interface SheetCell {
  value: string | number | boolean | Date | null;
  /** The number as the sheet formats it: `00123`. */
  shown?: string | undefined;
}

/** A row of cells with its row number in the spreadsheet. */
export interface SheetLine {
  row: number;
  cells: readonly SheetCell[];
}

/** Returns whether the cell has no value or only blanks. */
export function isEmptyCell({ value }: SheetCell): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * Returns the text of a cell as displayed. Leading zeros of the number format are kept, because they belong to a code.
 */
export function cellText({ value, shown }: SheetCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return shown && /^\d+$/.test(shown) && Number(shown) === value ? shown : String(value);
  if (value instanceof Date) return dayOfDate(value);
  return String(value).normalize('NFC').trim();
}

// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const BLANKS = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** Returns a text as one line of at most 200 characters, as the server's texts are. */
export function asLine(text: string): string {
  return text.replaceAll(BLANKS, ' ').trim().slice(0, 200).toWellFormed();
}

/** Normalises the text of a header: ignores case, accents (`QUANTITA'`) and the kind of white space. */
export function plainHeader(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s\u00a0\u202f_]+/g, ' ')
    .toLowerCase();
}

/** Normalises a header further: also ignores white space and punctuation (`Q.tà *`). */
export function bareHeader(text: string): string {
  return plainHeader(text).replaceAll(/[*:.°\s]/g, '');
}

const DAY_MS = 86_400_000;
/** Serial number of 31/12/9999. */
const LAST_SERIAL = 2_958_465;
/** Serial number of 29/02/1900: spreadsheets count this day, but it did not exist. */
const PHANTOM = 60;

/**
 * Converts a serial number of the 1900 date system to a day: 1 is 01/01/1900, 45000.75 is 15/03/2023.
 * @returns '' for no valid day
 */
export function dayOfSerial(serial: number): string {
  const whole = Math.floor(serial);
  if (!Number.isFinite(serial) || whole < 1 || whole > LAST_SERIAL || whole === PHANTOM) return '';
  return new Date(Date.UTC(1899, 11, whole < PHANTOM ? 31 : 30) + whole * DAY_MS).toISOString().slice(0, 10);
}

/** Settings for reading the days of a workbook. */
export interface DayReading {
  /** The company's current day, for days without a year. */
  today: Day;
  /** Days to add to a serial number: see SINCE_1904. */
  later?: number;
}

/** Days to add to the serial numbers of a workbook with the 1904 date system. */
export const SINCE_1904 = 1462;

/** Returns `YYYY-MM-DD`, or '' when the cell holds no day. */
export function cellDay({ value }: SheetCell, { today, later = 0 }: DayReading): string {
  if (value instanceof Date) return dayOfDate(value);
  if (typeof value === 'number') return dayOfSerial(value + later);
  return typeof value === 'string' ? (readDay(withoutTime(value.normalize('NFKC').trim()), { today }) ?? '') : '';
}

export interface CellNumber {
  /** null when the cell holds no number. */
  value: number | null;
  /** True for an ambiguous number: `1.500` may be 1.5 or 1500. */
  isDoubtful: boolean;
}
/**
 * Reads a number with a comma as decimal separator, as a number field does. Removes binary rounding errors of computed
 * cells.
 */
export function cellNumber({ value }: SheetCell): CellNumber {
  if (typeof value === 'number') {
    const near = Math.round(value * 1e5) / 1e5;
    const isNoise = Math.abs(near - value) < 1e-9 * Math.max(1, Math.abs(value));
    return { value: Number.isFinite(value) ? (isNoise ? near : value) : null, isDoubtful: false };
  }
  if (typeof value !== 'string') return { value: null, isDoubtful: false };
  const read = readNumber(value, 'it');
  if (read.kind === 'ambiguous') return { value: read.decimal, isDoubtful: true };
  return { value: read.kind === 'number' ? read.value : null, isDoubtful: false };
}

function two(number: number) {
  return String(number).padStart(2, '0');
}

function dayOf(year: number, month: number, day: number) {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Returns the day in the local time zone, in which the Date was created. */
function dayOfDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** Removes the time: `15/03/2026 10.30`, `2026-03-15T23:59:00Z`, `Sat Dec 12 2026 10:00:00 GMT+0100`. */
function withoutTime(text: string) {
  return text
    .replace(/^(\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4})[T ]+\d{1,2}[:.]\d{2}.*$/, '$1')
    .replace(/[T\s]+\d{1,2}:\d{2}.*$/, '');
}
