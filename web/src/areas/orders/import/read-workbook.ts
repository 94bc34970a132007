import { companyToday } from '../../../lib/company-day.ts';
import { PASTED } from '../../../ui/spreadsheet/use-pasted-sheet.ts';
import { runReader, type WorkbookFault } from '../../../ui/spreadsheet/run-reader.ts';
import type { OrdersReading } from './workbook-reader.worker.ts';

/** Reads the orders of a spreadsheet or of pasted rows in a web worker. @throws when the signal is aborted */
export function readWorkbook(
  file: File,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<{ fault: WorkbookFault } | OrdersReading> {
  const createWorker = () => new Worker(new URL('./workbook-reader.worker.ts', import.meta.url), { type: 'module' });
  // The worker cannot read the company's day from the session.
  const request = { file, today: companyToday(), isPasted: file.type === PASTED };
  return runReader<OrdersReading>(createWorker, request, options);
}
