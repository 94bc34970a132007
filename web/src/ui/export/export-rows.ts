import { companyToday } from '../../lib/company-day.ts';
import { commonText } from '../../lib/i18n/i18n.ts';
import type { ListCall } from '../../lib/api/client.ts';
import { valueOf, type Column } from '../table/columns.tsx';
import { toast } from '../toasts.ts';
import type { CellValue } from './cells.ts';
import { exportProgress } from './progress.ts';
import { readAll } from './read-all.ts';
import type { Sheet, WorkbookJob } from './workbook.ts';

export interface Output<Row> {
  call: ListCall<Row>;
  /** All filters and the sort order of the screen. */
  query: Record<string, unknown>;
  columns: readonly Column<Row>[];
  title: string;
}

/** Downloads a file in the browser. */
export function download(content: BlobPart, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type ReportProgress = (done: number, total: number, isWriting?: boolean) => void;

/** Exports all rows of a filtered and sorted list as an Excel file. */
export function exportRows<Row>({ call, query, columns, title }: Output<Row>): Promise<void> {
  return writeFile(title, async (signal, report) => {
    const rows = await readAll(call, query, { signal, onProgress: report });
    report(rows.length, rows.length, true);
    return [sheetOf(title, columns, rows)];
  });
}

/** Rows that are already on the screen; one sheet per table. */
export interface Table<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

// oxlint-disable-next-line no-explicit-any -- tables with different row types in one file
type AnyTable = Table<any>;

/** Exports tables that are already on the screen as an Excel file, one sheet per table. */
export function exportTables(title: string, tables: readonly AnyTable[]): Promise<void> {
  return writeFile(title, async (_signal, report) => {
    const count = tables.reduce((total, { rows }) => total + rows.length, 0);
    report(count, count, true);
    return tables.map((table) => sheetOf(table.title, table.columns, table.rows));
  });
}

function cellOf<Row>(column: Column<Row>, row: Row): CellValue {
  const value = valueOf(column, row) ?? null;
  if (value === null || value === '') return null;
  if (column.kind === 'day') return { day: String(value).slice(0, 10) };
  // The day in the reader's time zone, as on the screen: at 00:30 in Rome, the UTC date is still yesterday.
  if (column.kind === 'instant') return { day: new Date(String(value)).toLocaleDateString('sv') };
  if (column.kind === 'flag') return value ? commonText('yes') : commonText('no');
  return value;
}

function buildWorkbook(job: WorkbookJob, signal: AbortSignal): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' });
    const end = () => worker.terminate();
    signal.addEventListener('abort', () => (end(), reject(signal.reason as Error)), { once: true });
    worker.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => (end(), resolve(data));
    worker.onerror = (event) => (end(), reject(new Error(event.message)));
    worker.postMessage(job);
  });
}

function fileName(title: string) {
  return `${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')}-${companyToday()}.xlsx`;
}

function sheetOf<Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  const written = columns.filter(({ screenOnly }) => !screenOnly);
  return {
    title,
    labels: written.map(({ label }) => label),
    rows: rows.map((row) => written.map((column) => cellOf(column, row))),
  };
}

/** Runs one export at a time, with progress and cancellation. */
async function writeFile(
  title: string,
  read: (signal: AbortSignal, report: ReportProgress) => Promise<Sheet[]>,
): Promise<void> {
  if (exportProgress.get()) return;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  const report: ReportProgress = (done, total, isWriting = false) =>
    exportProgress.set({ done, total, isWriting, cancel });
  report(0, 0);
  try {
    const sheets = await read(stop.signal, report);
    const name = fileName(title);
    download(await buildWorkbook({ sheets }, stop.signal), name, EXCEL);
    toast.success(commonText('export.done').replace('{{name}}', name));
  } catch (error) {
    if (!stop.signal.aborted) toast.problem(error, commonText('export.failed'));
  } finally {
    exportProgress.set(null);
  }
}
