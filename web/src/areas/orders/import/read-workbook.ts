import { companyToday } from '../../../lib/company-day.ts';
import type { Phase, ReaderMessage, ReaderRequest } from './workbook-reader.worker.ts';
import { MOST_FILE_BYTES, type FileFault } from './workbook-file.rules.ts';
import type { SheetReading } from './rows.rules.ts';

/** Milliseconds that a file may take; five thousand rows take about one second. */
const TIME_LIMIT = 20_000;
/** Where each part of the work begins and how much of the bar it is. */
const SHARES: Record<Phase, readonly [from: number, share: number]> = {
  loading: [0, 0.2],
  unpacking: [0.2, 0.3],
  rows: [0.6, 0.4],
};

export type WorkbookFault = FileFault | 'unreadable' | 'tooSlow';
export type WorkbookReading =
  | { fault: WorkbookFault }
  | { reading: SheetReading; sheet: string; /** Sheets that were not read. */ others: number };

/**
 * Reads a spreadsheet beside the page, which never waits for it: what takes too long, or breaks the reader, ends with a
 * fault. @param onProgress the fraction that is done @throws when the signal is aborted
 */
export function readWorkbook(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<WorkbookReading> {
  if (file.size === 0) return Promise.resolve({ fault: 'empty' });
  if (file.size > MOST_FILE_BYTES) return Promise.resolve({ fault: 'tooLarge' });
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workbook-reader.worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      settle();
    };
    const timer = setTimeout(() => end(() => resolve({ fault: 'tooSlow' })), TIME_LIMIT);
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      end(() => resolve({ fault: 'unreadable' }));
    };
    worker.onmessage = ({ data }: MessageEvent<ReaderMessage>) => {
      if (data.kind === 'progress') {
        const [from, share] = SHARES[data.phase];
        onProgress(from + share * (data.total === 0 ? 1 : data.done / data.total));
      } else end(() => resolve(data.kind === 'fault' ? { fault: data.fault } : data));
    };
    worker.postMessage({ file, today: companyToday() } satisfies ReaderRequest);
  });
}
