import type { Phase } from './open-workbook.ts';
import { MOST_FILE_BYTES, type FileFault } from './workbook-file.rules.ts';

export interface ReaderRequest {
  file: File;
}
export type ReaderMessage<Result> =
  | { kind: 'progress'; phase: Phase; done: number; total: number }
  | { kind: 'fault'; fault: FileFault | 'unreadable' }
  | { kind: 'done'; result: Result };

/** Maximum reading time in milliseconds; 5,000 rows take about one second. */
const TIME_LIMIT = 20_000;
/** Start and length of each phase on the progress bar, as fractions. */
const SHARES: Record<Phase, readonly [from: number, share: number]> = {
  loading: [0, 0.2],
  unpacking: [0.2, 0.3],
  rows: [0.6, 0.4],
};

export type WorkbookFault = FileFault | 'unreadable' | 'tooSlow';

/**
 * Reads a spreadsheet in a web worker, so that the page stays responsive. A time-out or a crash of the worker returns a
 * fault.
 * @param createWorker creates the worker, which answers a `ReaderMessage`
 * @param onProgress called with the completed fraction
 * @throws when the signal is aborted
 */
export function runReader<Result>(
  createWorker: () => Worker,
  request: ReaderRequest,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<{ fault: WorkbookFault } | Result> {
  if (request.file.size === 0) return Promise.resolve({ fault: 'empty' });
  if (request.file.size > MOST_FILE_BYTES) return Promise.resolve({ fault: 'tooLarge' });
  return new Promise((resolve, reject) => {
    const worker = createWorker();
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
    worker.onmessage = ({ data }: MessageEvent<ReaderMessage<Result>>) => {
      if (data.kind === 'progress') {
        const [from, share] = SHARES[data.phase];
        onProgress(from + share * (data.total === 0 ? 1 : data.done / data.total));
      } else end(() => resolve(data.kind === 'fault' ? { fault: data.fault } : data.result));
    };
    worker.postMessage(request);
  });
}
