import { say } from '../../lib/i18n/i18n.ts';
import type { ListCall } from '../../lib/api/client.ts';
import { valueOf, type Column } from '../table/columns.tsx';
import { toast } from '../toasts.ts';
import type { CellValue } from './cells.ts';
import { exportProgress } from './progress.ts';
import { readAll } from './read-all.ts';
import type { WorkbookJob } from './workbook.worker.ts';

export interface Output<Row> {
  call: ListCall<Row>;
  /** All filters and the order: what is on the screen. */
  query: Record<string, unknown>;
  columns: readonly Column<Row>[];
  title: string;
}
const cellOf = <Row>(column: Column<Row>, row: Row): CellValue => {
  const value = valueOf(column, row) ?? null;
  if (value === null || value === '') return null;
  if (column.kind === 'day' || column.kind === 'instant') return { day: String(value).slice(0, 10) };
  if (column.kind === 'flag') return value ? say('yes') : say('no');
  return value;
};

const buildWorkbook = (job: WorkbookJob, signal: AbortSignal): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' });
    const end = () => worker.terminate();
    signal.addEventListener('abort', () => (end(), reject(signal.reason as Error)), { once: true });
    worker.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => (end(), resolve(data));
    worker.onerror = (event) => (end(), reject(new Error(event.message)));
    worker.postMessage(job);
  });

/** Hands a file to the person. */
export const download = (content: BlobPart, name: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const fileName = (title: string) =>
  `${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')}-${new Date().toLocaleDateString('sv')}.xlsx`;

/** All rows of the list as it is filtered and sorted, in an Excel file; with progress and a way to stop. */
export const exportRows = async <Row>({ call, query, columns, title }: Output<Row>): Promise<void> => {
  if (exportProgress.get()) return;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  const tell = (done: number, total: number, isWriting = false) =>
    exportProgress.set({ done, total, isWriting, cancel });
  tell(0, 0);
  try {
    const rows = await readAll(call, query, { signal: stop.signal, onProgress: tell });
    tell(rows.length, rows.length, true);
    const written = columns.filter(({ screenOnly }) => !screenOnly);
    const job = {
      title,
      labels: written.map(({ label }) => label),
      rows: rows.map((row) => written.map((column) => cellOf(column, row))),
    };
    const name = fileName(title);
    download(await buildWorkbook(job, stop.signal), name, EXCEL);
    toast.success(say('export.done').replace('{{name}}', name));
  } catch (error) {
    if (!stop.signal.aborted) toast.problem(error, say('export.failed'));
  } finally {
    exportProgress.set(null);
  }
};
