/** Reels as they are typed in a receipt or a split, and rows pasted from a spreadsheet. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { readDay } from '@bobina/contract/core/read-day.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';
import { MEASURE_PLACES, WIDTH_PLACES, type ReelInput } from '@bobina/contract/stock/reels.ts';
import { companyToday } from '../../../lib/company-day.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';

/** The data of a product that apply to its reels. */
export interface ReelProduct {
  code: string;
  unit_of_measure: string;
  has_production_date: boolean;
  has_expiry_date: boolean;
}

export type Field = keyof ReelInput;
export interface FieldDefinition {
  name: Field;
  kind: 'number' | 'whole' | 'text' | 'day' | 'winding';
  unit?: string;
  /** Its maximum number of decimals, if less than the usual five. */
  places?: number;
}

const ALWAYS: readonly FieldDefinition[] = [
  { name: 'width_mm', kind: 'number', unit: 'mm', places: WIDTH_PLACES },
  { name: 'kg', kind: 'number', unit: 'kg', places: MEASURE_PLACES },
  { name: 'm', kind: 'number', unit: 'm', places: MEASURE_PLACES },
  { name: 'supplier_lot', kind: 'text' },
  { name: 'mill_number', kind: 'text' },
];
const PRODUCTION: FieldDefinition = { name: 'production_date', kind: 'day' };
const EXPIRY: FieldDefinition = { name: 'expiry_date', kind: 'day' };
const MORE: readonly FieldDefinition[] = [
  { name: 'gross_kg', kind: 'number', unit: 'kg', places: MEASURE_PLACES },
  { name: 'tare_kg', kind: 'number', unit: 'kg', places: MEASURE_PLACES },
  { name: 'od_mm', kind: 'number', unit: 'mm' },
  { name: 'core_mm', kind: 'number', unit: 'mm' },
  { name: 'core_inner_mm', kind: 'number', unit: 'mm' },
  { name: 'caliper_um', kind: 'number', unit: 'µm' },
  { name: 'gsm', kind: 'number', unit: 'g/m²' },
  { name: 'splices', kind: 'whole' },
  { name: 'winding', kind: 'winding' },
  { name: 'location', kind: 'text' },
];
/** Fields that are the same for all reels of a delivery; a new row takes them over. */
const SHARED: readonly Field[] = [
  'width_mm',
  'tare_kg',
  'core_mm',
  'core_inner_mm',
  'caliper_um',
  'gsm',
  'winding',
  'supplier_lot',
  'location',
  'production_date',
  'expiry_date',
];

export type Values = Partial<Record<Field, Entered>>;
export interface Row {
  key: number;
  values: Values;
}
let made = 0;

/** Returns the fields of a reel in the order of the columns. @param all includes those that few deliveries state */
export function fieldsFor(product: ReelProduct, all: boolean): readonly FieldDefinition[] {
  const days = [...(product.has_production_date ? [PRODUCTION] : []), ...(product.has_expiry_date ? [EXPIRY] : [])];
  return [...ALWAYS, ...days, ...(all ? MORE : [])];
}

/** Returns whether the row uses a field that `fieldsFor` shows on demand only. */
export function usesMore({ values }: Pick<Row, 'values'>): boolean {
  return MORE.some(({ name }) => isFilled(values[name]));
}

/** Creates a row. */
export function rowWith(values: Values = {}): Row {
  return { key: ++made, values };
}

/** Creates the row after this one: with the fields that the reels of a delivery share. */
export function nextRow({ values }: Row): Row {
  return rowWith(Object.fromEntries(SHARED.flatMap((name) => (isFilled(values[name]) ? [[name, values[name]]] : []))));
}

/** Creates copies of a row; each reel has its own number of the mill, so that one is not copied. */
export function copiesOf({ values: { mill_number: _number, ...values } }: Row, count: number): Row[] {
  return Array.from({ length: count }, () => rowWith(values));
}

/** Whether none of the typed values identifies a single reel. */
export function isBlank({ values }: Row): boolean {
  return Object.entries(values).every(([name, value]) => SHARED.includes(name as Field) || !isFilled(value));
}

/** The row with a number of the mill, compared without regard to case as all scans are; -1 if none has it. */
export function indexOfNumber(rows: readonly Row[], scanned: string): number {
  return rows.findIndex(
    ({ values: { mill_number } }) =>
      typeof mill_number === 'string' && mill_number.trim().toLowerCase() === scanned.toLowerCase(),
  );
}

/** Returns the reels as the calls take them: empty fields are left out. */
export function typedReels(rows: readonly Row[]): ReelInput[] {
  return rows.map(
    ({ values }) => Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value))) as ReelInput,
  );
}

/**
 * Writes a table from a spreadsheet into the rows, from one field on to the right and downwards. A first line of column
 * titles decides the fields instead.
 * @param titleOf the title of a field in the reader's language
 * @returns the rows and the fields that were written; undefined if the text is not a table
 */
export function pasteRows(
  rows: readonly Row[],
  text: string,
  options: {
    at: { index: number; field: Field };
    fields: readonly FieldDefinition[];
    titleOf: (field: Field) => string;
    language: Language;
  },
): { rows: Row[]; written: Field[] } | undefined {
  if (!/[\t\n]/.test(text.trim())) return undefined;
  const table = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
    .filter((cells) => cells.some(Boolean));
  const { at, fields, language } = options;
  const titles = titlesIn(table[0] ?? [], options.titleOf);
  const start = fields.findIndex(({ name }) => name === at.field);
  const columns: readonly (FieldDefinition | undefined)[] = titles ?? fields.slice(start);
  const next = [...rows];
  const lines = titles ? table.slice(1) : table;
  for (const [offset, cells] of lines.entries()) {
    const index = at.index + offset;
    const row = next[index] ?? nextRow(next.at(-1) ?? rowWith());
    const values = { ...row.values };
    for (const [column, cell] of cells.entries()) {
      const field = columns[column];
      if (field && cell !== '') values[field.name] = valueOf(cell, field, language);
    }
    next[index] = { ...row, values };
  }
  const widest = Math.max(...lines.map((cells) => cells.length), 0);
  return { rows: next, written: columns.slice(0, widest).flatMap((field) => (field ? [field.name] : [])) };
}

function isFilled(value: Entered | undefined) {
  return value !== undefined && value !== null && value !== '';
}

/** The fields that a line of titles names; undefined if the line is not one. */
function titlesIn(cells: readonly string[], titleOf: (field: Field) => string) {
  const all = [...ALWAYS, PRODUCTION, EXPIRY, ...MORE];
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{M}|[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  const found = cells.map((cell) =>
    cell === ''
      ? undefined
      : all.find(({ name, unit = '' }) =>
          [name, titleOf(name), `${titleOf(name)}${unit}`].some((title) => plain(title) === plain(cell)),
        ),
  );
  return found.filter(Boolean).length >= Math.max(1, cells.filter(Boolean).length / 2) ? found : undefined;
}

function valueOf(cell: string, { kind, unit }: FieldDefinition, language: Language): Entered {
  if (kind === 'day') return readDay(cell, { today: companyToday() }) ?? cell;
  if (kind === 'text') return cell;
  const number = readNumber(cell, language, { whole: kind !== 'number', unit });
  return number.kind === 'number' ? number.value : cell;
}
