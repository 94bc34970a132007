import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { asLine } from '../../../ui/spreadsheet/cells.rules.ts';
import { HEADERS, type Places } from './columns.rules.ts';
import { findingsOf, packRows, type Finding, type Parcel } from './parcels.rules.ts';
import { readWorkbook } from './read-workbook.ts';
import type { WorkbookFault } from '../../../ui/spreadsheet/run-reader.ts';
import type { ReadRow, SheetReading } from './rows.rules.ts';

/** Time-out of one parcel in milliseconds. */
const SEND_TIMEOUT = 60_000;

export type ImportFault = { fault: WorkbookFault } | Extract<SheetReading, { fault: string }>;
interface Preview {
  step: 'preview';
  file: string;
  rows: ReadRow[];
  /** Empty for text. */
  sheet: string;
  /** Number of sheets of the file that were not read. */
  others: number;
  /** Why the last attempt to send failed. */
  problem?: string;
  customerProblem?: string;
  /** Number of rows that an interrupted attempt has already sent. */
  sent: number;
}
interface Results {
  step: 'results';
  success: number;
  findings: Finding[];
  /** Number of rows that were not sent because the user stopped the import. */
  left: number;
  /** Row numbers of the rows without a number, a product or a quantity, which are never sent. */
  skipped: readonly number[];
}
export type ImportState =
  | { step: 'choose'; file?: File; fault?: ImportFault }
  | { step: 'reading'; file: string; fraction: number }
  | Preview
  | { step: 'sending'; done: number; total: number; isStopping: boolean }
  | Results;

/** State of sending. Retries send the same parcels with the same idempotency keys. */
interface Job {
  customerId: number;
  parcels: (Parcel & { input: { body: Parcel & { customerId: number; file: string; headers: typeof HEADERS } } })[];
  at: number;
  success: number;
  findings: Finding[];
}

/** Runs the import: reads the file, then sends the parcels; returns the current step and its actions. */
export function useImport() {
  const { t } = useTranslation('orderImport');
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const reader = useRef<AbortController>(null);
  const job = useRef<Job>(null);
  const isStopping = useRef(false);
  useEffect(() => () => reader.current?.abort(), []);

  /** @param assigned the places of the columns, if the user has assigned them */
  const choose = async (file: File, assigned?: Places) => {
    reader.current?.abort();
    const stop = new AbortController();
    reader.current = stop;
    job.current = null;
    setState({ step: 'reading', file: file.name, fraction: 0 });
    try {
      const read = await readWorkbook(file, assigned, {
        signal: stop.signal,
        onProgress: (fraction) => setState({ step: 'reading', file: file.name, fraction }),
      });
      const fault = 'fault' in read ? read : 'fault' in read.reading ? read.reading : undefined;
      if (fault) setState({ step: 'choose', file, fault });
      else if (!('fault' in read) && !('fault' in read.reading))
        setState({ step: 'preview', file: file.name, sent: 0, ...read, rows: read.reading.rows });
    } catch {
      if (!stop.signal.aborted) setState({ step: 'choose', file, fault: { fault: 'unreadable' } });
    }
  };
  const forget = () => {
    reader.current?.abort();
    job.current = null;
    setState({ step: 'choose' });
  };

  const sendAll = async (work: Job): Promise<void> => {
    const total = countRows(work.parcels);
    for (; work.at < work.parcels.length && !isStopping.current; work.at++) {
      setState({ step: 'sending', done: countRows(work.parcels.slice(0, work.at)), total, isStopping: false });
      const parcel = work.parcels[work.at]!;
      const result = await api.customerOrders.bulkImport(parcel.input, { timeout: SEND_TIMEOUT });
      work.success += result.success;
      const found = findingsOf(result, parcel);
      work.findings.push(...found.map((one, index) => ({ ...one, id: `${work.at}-${index}` })));
    }
  };
  const send = async (preview: Preview, customerId: number | null) => {
    if (customerId === null) return setState({ ...preview, customerProblem: t('customerRequired') });
    if (job.current?.customerId !== customerId) job.current = createJob(preview, customerId);
    const work = job.current;
    isStopping.current = false;
    try {
      await sendAll(work);
      setState({
        step: 'results',
        success: work.success,
        findings: work.findings,
        left: countRows(work.parcels.slice(work.at)),
        skipped: preview.rows.flatMap(({ state: one, row }) => (one === 'skipped' ? [row] : [])),
      });
    } catch (error) {
      const { customerProblem: _, ...rest } = preview;
      const refused = error instanceof ApiProblem ? error.fields.find(({ path }) => path === 'customerId') : undefined;
      setState({
        ...rest,
        problem: problemText(error, t('failed')),
        ...(refused && { customerProblem: refused.message }),
        sent: countRows(work.parcels.slice(0, work.at)),
      });
    }
    void queryClient.invalidateQueries({ queryKey: ['customerOrders'] });
  };
  const stop = () => {
    isStopping.current = true;
    setState((before) => (before.step === 'sending' ? { ...before, isStopping: true } : before));
  };
  return { state, choose: (file: File, assigned?: Places) => void choose(file, assigned), forget, send, stop };
}

function createJob({ rows, file }: Preview, customerId: number): Job {
  const sheet = { customerId, file: asLine(file), headers: HEADERS };
  return {
    customerId,
    parcels: packRows(rows).map((parcel) => ({ ...parcel, input: { body: { ...parcel, ...sheet } } })),
    at: 0,
    success: 0,
    findings: [],
  };
}

function countRows(parcels: readonly Parcel[]) {
  return parcels.reduce((sum, { rows }) => sum + rows.length, 0);
}
