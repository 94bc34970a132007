/** Classifies the rows of a spreadsheet: valid, skipped, or refused by the server. */
import { fitsDecimals, GREATEST } from '@bobina/contract/core/decimal.ts';
import { text } from '@bobina/contract/core/fields.ts';
import { MOST_LINES } from '@bobina/contract/orders/orders.ts';
import {
  cellDay,
  cellNumber,
  cellText,
  isEmptyCell,
  type DayReading,
  type SheetCell,
  type SheetLine,
} from '../../../ui/spreadsheet/cells.rules.ts';
import { FIELDS, findColumns, type Field, type Places } from './columns.rules.ts';

/** Reasons why a row is not sent. */
export const SKIPPED = ['noNumber', 'noProduct', 'noQuantity'] as const;
/** Reasons why the server will refuse the whole order of the row. Unknown products are found by the dry run. */
export const REFUSED = [
  'badNumber',
  'badProduct',
  'unknownProduct',
  'badQuantity',
  'noOrderDate',
  'noDeliveryDate',
  'badPrice',
] as const;
/** Corrections and doubtful values of rows that are sent. */
export const NOTED = ['doubtfulQuantity', 'doubtfulPrice', 'noPrice', 'zeroPrice'] as const;
export type Reason = (typeof SKIPPED)[number] | (typeof REFUSED)[number] | (typeof NOTED)[number];
export type RowState = 'taken' | 'noted' | 'refused' | 'skipped';

export interface ReadRow {
  /** Row number in the spreadsheet; the first row is 1. */
  row: number;
  state: RowState;
  reasons: readonly Reason[];
  /** What the server says of the row, beside the reasons. */
  messages?: readonly string[];
  numero_ordine_cliente: string;
  data_ordine: string;
  codice_prodotto: string;
  quantita: number;
  data_consegna: string;
  /** Null for an empty cell: the price of the customer's list, otherwise 0. */
  prezzo_unitario: number | null;
  /** Original cell texts that differ from the values read. */
  typed: Partial<Record<Field, string>>;
}

const NAME = text();

export type SheetReading =
  | { fault: 'tooShort' }
  | {
      fault: 'missingColumns';
      /** Names of the missing columns. */
      columns: string;
      headers: string[];
      /** The first filled cell of each column. */
      examples: string[];
      at: Places;
    }
  | { fault: 'tooManyRows'; most: number }
  | { fault: 'noRows'; rows: ReadRow[] }
  | { rows: ReadRow[] };

const EMPTY: SheetCell = { value: null };

/** How to read a sheet: its days, and the places of its columns if the user has assigned them. */
export type SheetOptions = DayReading & { assigned?: Places | undefined };

/**
 * Reads a sheet: the first non-empty row holds the headers, the others are order rows.
 * @param onRow called after each row
 */
export function readSheet(
  sheet: readonly SheetLine[],
  { assigned, ...days }: SheetOptions,
  onRow: (done: number, total: number) => void = () => {},
): SheetReading {
  const [headers, ...rest] = sheet.filter(({ cells }) => cells.some((cell) => !isEmptyCell(cell)));
  if (!headers || rest.length === 0) return { fault: 'tooShort' };
  const names = Array.from({ length: widthOf([headers, ...rest.slice(0, 1)]) }, (_, at) =>
    cellText(headers.cells[at] ?? EMPTY),
  );
  const found = findColumns(names);
  if (!assigned && found.missing.length > 0) {
    const examples = names.map((_, at) => exampleOf(rest, at));
    return { fault: 'missingColumns', columns: found.missing.join(', '), headers: names, examples, at: found.at };
  }
  const at = assigned ?? found.at;
  if (rest.length > MOST_LINES) return { fault: 'tooManyRows', most: MOST_LINES };
  const rows = rest.map(({ row, cells }, index) => {
    onRow(index + 1, rest.length);
    return readRow(row, Object.fromEntries(FIELDS.map((field) => [field, cells[at[field]] ?? EMPTY])) as never, days);
  });
  return rows.every(({ state }) => state === 'skipped') ? { fault: 'noRows', rows } : { rows };
}

/** Marks the rows whose code has no active product. The server refuses the whole order of such a row. */
export function markUnknown(rows: readonly ReadRow[], codes: readonly string[]): readonly ReadRow[] {
  if (codes.length === 0) return rows;
  const unknown = new Set(codes);
  return rows.map((row) => {
    if (row.state === 'skipped' || !unknown.has(row.codice_prodotto)) return row;
    return { ...row, state: 'refused', reasons: ['unknownProduct', ...row.reasons] };
  });
}

function widthOf(lines: readonly SheetLine[]) {
  return Math.max(...lines.map(({ cells }) => cells.length));
}

function exampleOf(lines: readonly SheetLine[], at: number): string {
  const found = lines.find(({ cells }) => cells[at] && !isEmptyCell(cells[at]));
  return found ? cellText(found.cells[at]!) : '';
}

function isAny(list: readonly string[], reasons: readonly Reason[]) {
  return reasons.some((reason) => list.includes(reason));
}

function stateOf(reasons: readonly Reason[]): RowState {
  return isAny(SKIPPED, reasons)
    ? 'skipped'
    : isAny(REFUSED, reasons)
      ? 'refused'
      : reasons.length > 0
        ? 'noted'
        : 'taken';
}

function readRow(row: number, cells: Readonly<Record<Field, SheetCell>>, days: DayReading): ReadRow {
  const number = cellText(cells.numero_ordine_cliente);
  const code = cellText(cells.codice_prodotto);
  const quantity = cellNumber(cells.quantita);
  const price = cellNumber(cells.prezzo_unitario);
  const ordered = cellDay(cells.data_ordine, days);
  const wanted = cellDay(cells.data_consegna, days);
  const amount = quantity.value ?? 0;
  const reasons = (
    [
      ['noNumber', number === ''],
      ['noProduct', code === ''],
      ['noQuantity', amount <= 0],
      ['badNumber', number !== '' && !NAME.safeParse(number).success],
      ['badProduct', code !== '' && !NAME.safeParse(code).success],
      ['badQuantity', amount > 0 && (amount > GREATEST || !fitsDecimals(amount))],
      ['noOrderDate', ordered < '1900'],
      ['noDeliveryDate', wanted < '1900'],
      ['badPrice', (price.value ?? 0) < 0 || (price.value ?? 0) > GREATEST || !fitsDecimals(price.value ?? 0)],
      ['doubtfulQuantity', quantity.isDoubtful],
      ['doubtfulPrice', price.isDoubtful],
      ['noPrice', isEmptyCell(cells.prezzo_unitario)],
      ['zeroPrice', price.value === null && !isEmptyCell(cells.prezzo_unitario)],
    ] satisfies [Reason, boolean][]
  ).flatMap(([reason, holds]) => (holds ? [reason] : []));
  const typed = (field: Field, differs: boolean) =>
    differs && !isEmptyCell(cells[field]) ? { [field]: cellText(cells[field]) } : {};
  return {
    row,
    state: stateOf(reasons),
    reasons,
    numero_ordine_cliente: number,
    data_ordine: ordered,
    codice_prodotto: code,
    quantita: amount,
    data_consegna: wanted,
    prezzo_unitario: isEmptyCell(cells.prezzo_unitario) ? null : (price.value ?? 0),
    typed: {
      ...typed('quantita', quantity.value === null || quantity.isDoubtful),
      ...typed('prezzo_unitario', price.value === null || price.isDoubtful),
      ...typed('data_ordine', ordered === ''),
      ...typed('data_consegna', wanted === ''),
    },
  };
}
