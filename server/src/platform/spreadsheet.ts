/** Files for spreadsheets. Every text passes through `safeText`. */
import type { CellObject, utils as Utils, WorkSheet } from '@e965/xlsx';

/** A day is a cell with a date format. */
export type Cell = string | number | null | { day: string };
export interface Sheet {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** Builds an Excel file. Titles have at most 31 characters. The first one loads the library, which keeps 3 MB of heap. */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx');
  const book = utils.book_new();
  for (const sheet of sheets)
    utils.book_append_sheet(book, sheetOf(sheet, utils), sheet.title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31), true);
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

/** Builds a CSV file for European spreadsheets: semicolons, decimal commas, a byte order mark. */
export function writeCsv({ heads, rows }: Pick<Sheet, 'heads' | 'rows'>): string {
  const lines = [heads, ...rows].map((row) => row.map(csvCell).join(';'));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function sheetOf({ heads, rows }: Sheet, utils: typeof Utils): WorkSheet {
  const sheet: WorkSheet = {};
  for (const [r, row] of [heads, ...rows].entries())
    for (const [c, value] of row.entries()) {
      const cell = cellOf(value);
      if (cell) sheet[utils.encode_cell({ r, c })] = cell;
    }
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: heads.length - 1 } });
  sheet['!cols'] = heads.map((head, c) => ({
    wch: widthOf([head, ...rows.slice(0, 200).map((row) => row[c] ?? null)]),
  }));
  return sheet;
}

function widthOf(cells: readonly Cell[]): number {
  return Math.min(60, Math.max(8, ...cells.map((cell) => (typeof cell === 'string' ? cell.length : 10))) + 2);
}

function cellOf(value: Cell): CellObject | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'number') return { t: 'n', v: value };
  if (typeof value === 'string') return { t: 's', v: safeText(value) };
  return { t: 'n', v: (Date.parse(`${value.day}T00:00:00Z`) - EPOCH) / DAY_MS, z: 'dd/mm/yyyy' };
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'object') return value.day.split('-').toReversed().join('/');
  const text = safeText(value);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An apostrophe keeps spreadsheets from reading a text as a formula. */
function safeText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
