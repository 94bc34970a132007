import { companyToday } from '../../../lib/company-day.ts';
import { PASTED } from '../../../ui/spreadsheet/use-pasted-sheet.ts';
import { runReader, type WorkbookFault } from '../../../ui/spreadsheet/run-reader.ts';
import type { Places } from './columns.rules.ts';
import type { OrdersReading } from './workbook-reader.worker.ts';

/**
 * Reads the orders of a spreadsheet, a CSV file or pasted rows in a web worker.
 * @param assigned the places of the columns, if the user has assigned them
 * @throws when the signal is aborted
 */
export function readWorkbook(
  file: File,
  assigned: Places | undefined,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<{ fault: WorkbookFault } | OrdersReading> {
  const createWorker = () => new Worker(new URL('./workbook-reader.worker.ts', import.meta.url), { type: 'module' });
  // The worker cannot read the company's day from the session.
  const takesText = file.type === PASTED || /\.csv$/i.test(file.name);
  const request = { file, today: companyToday(), takesText, assigned };
  return runReader<OrdersReading>(createWorker, request, options);
}
