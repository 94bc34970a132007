/** The one place where a file for a spreadsheet is written: every export goes through it, and every text through safeText. */
import { utils, write, type CellObject, type WorkSheet } from '@e965/xlsx';
import { safeText, sheetName, type CellValue } from './cells.ts';

export interface Sheet {
  title: string;
  labels: string[];
  rows: CellValue[][];
}
export interface WorkbookJob {
  sheets: Sheet[];
}

const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** @returns the bytes of an .xlsx */
export function workbookOf({ sheets }: WorkbookJob): ArrayBuffer {
  const book = utils.book_new();
  for (const sheet of sheets) utils.book_append_sheet(book, sheetOf(sheet), sheetName(sheet.title), true);
  return write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer;
}

function cellOf(value: CellValue): CellObject | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'number') return { t: 'n', v: value };
  if (typeof value === 'boolean') return { t: 'b', v: value };
  if (typeof value === 'string') return { t: 's', v: safeText(value) };
  // A serial, not a Date: a day has no time zone.
  return { t: 'n', v: (Date.parse(`${value.day}T00:00:00Z`) - EPOCH) / DAY_MS, z: 'dd/mm/yyyy' };
}

function widthOf(values: CellValue[]) {
  return {
    wch: Math.min(
      60,
      Math.max(8, ...values.slice(0, 200).map((value) => (typeof value === 'string' ? value.length : 10))) + 2,
    ),
  };
}

function sheetOf({ labels, rows }: Sheet): WorkSheet {
  const sheet: WorkSheet = {};
  [labels, ...rows].forEach((row, r) =>
    row.forEach((value, c) => {
      const cell = cellOf(value);
      if (cell) sheet[utils.encode_cell({ r, c })] = cell;
    }),
  );
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: Math.max(labels.length - 1, 0) } });
  sheet['!cols'] = labels.map((label, c) => widthOf([label, ...rows.slice(0, 200).map((row) => row[c] ?? null)]));
  sheet['!autofilter'] = { ref: sheet['!ref'] };
  return sheet;
}
