import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  IMPORT_MOST_ROWS,
  type IMPORT_MODES,
  type ImportedRowResult,
  type ImportRegister,
  type ImportSummary,
} from '@bobina/contract/system/imports.ts';
import { api } from '../../lib/api/api.ts';
import { problemText } from '../../lib/api/problem.ts';
import { queryClient } from '../../lib/query-client.ts';
import { asLine, cellText, type SheetLine } from '../spreadsheet/cells.rules.ts';
import { runReader, type WorkbookFault } from '../spreadsheet/run-reader.ts';
import {
  cellValue,
  ENDS_PREVIOUS,
  matchHeaders,
  mayEndPrevious,
  type CellValue,
  type ImportColumn,
} from './import-columns.ts';
import type { SheetReading } from './sheet-reader.worker.ts';

/** Time-out of a check or an import in milliseconds: 5,000 rows take about 20 seconds. */
const TIMEOUT = 180_000;

export type ImportMode = (typeof IMPORT_MODES)[number];
export interface ImportFile {
  name: string;
  headers: string[];
  lines: SheetLine[];
  later: number;
}
export type ImportState =
  | { step: 'choose'; fault?: WorkbookFault | 'tooShort' | 'tooManyRows'; file?: string }
  | { step: 'reading'; file: string; fraction: number }
  | ({ step: 'columns' } & ImportChoices)
  | { step: 'busy'; label: 'checking' | 'sending' }
  | Preview
  | { step: 'results'; file: ImportFile; summary: ImportSummary };
/** What the user chose for the rows of a file. */
export interface ImportChoices {
  file: ImportFile;
  fields: (string | null)[];
  mode: ImportMode;
  /** New prices end those before them, if no column says so. */
  endsPrevious: boolean;
  /** Why the last request failed. */
  problem?: string;
}
export interface Preview extends ImportChoices {
  step: 'preview';
  rows: ImportRow[];
  results: ImportedRowResult[];
}
export interface ImportRow {
  row: number;
  values: Record<string, CellValue>;
}

/** Runs an import: reads the file, checks its rows by a dry run, then imports them. */
export function useRegisterImport(register: ImportRegister, columns: readonly ImportColumn[]) {
  const { t } = useTranslation('imports');
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const reader = useRef<AbortController>(null);
  /** Kept for a retry, which sends the same idempotency key. */
  const sent = useRef<{ content: string; input: object }>(null);
  useEffect(() => () => reader.current?.abort(), []);

  const choose = async (chosen: File) => {
    reader.current?.abort();
    const stop = new AbortController();
    reader.current = stop;
    const file = chosen.name;
    setState({ step: 'reading', file, fraction: 0 });
    try {
      const read = await readLines(chosen, {
        signal: stop.signal,
        onProgress: (fraction) => setState({ step: 'reading', file, fraction }),
      });
      if ('fault' in read) return setState({ step: 'choose', file, fault: read.fault });
      const [first, ...lines] = read.lines;
      if (!first || lines.length === 0) return setState({ step: 'choose', file, fault: 'tooShort' });
      if (lines.length > IMPORT_MOST_ROWS) return setState({ step: 'choose', file, fault: 'tooManyRows' });
      const headers = first.cells.map((cell) => cellText(cell));
      setState({
        step: 'columns',
        file: { name: file, headers, lines, later: read.later },
        fields: matchHeaders(register, headers, columns),
        mode: 'both',
        endsPrevious: false,
      });
    } catch {
      if (!stop.signal.aborted) setState({ step: 'choose', file, fault: 'unreadable' });
    }
  };
  const check = async ({ file, fields, mode, endsPrevious }: ImportChoices) => {
    setState({ step: 'busy', label: 'checking' });
    const choices = { file, fields, mode, endsPrevious };
    const rows = rowsOf(choices, columns);
    try {
      const { results } = await api.imports.run(
        { register, body: { rows, mode, dry_run: true } },
        { timeout: TIMEOUT },
      );
      setState({ step: 'preview', ...choices, rows, results });
    } catch (error) {
      setState({ step: 'columns', ...choices, problem: problemText(error, t('failed')) });
    }
  };
  /** @param chosen the values that the user chose for the fields that new rows leave empty */
  const send = async (preview: Preview, chosen: Readonly<Record<string, CellValue>>) => {
    setState({ step: 'busy', label: 'sending' });
    const changed = new Set(
      preview.results.filter(({ action }) => action === 'update' || action === 'none').map(({ row }) => row),
    );
    const rows = preview.rows.map(({ row, values }) => ({
      row,
      values: changed.has(row) ? values : { ...chosen, ...values },
    }));
    const content = JSON.stringify([rows, preview.mode]);
    if (sent.current?.content !== content)
      sent.current = {
        content,
        input: { register, body: { rows, mode: preview.mode, ...describedFile(preview, columns) } },
      };
    try {
      const summary = await api.imports.run(sent.current.input as Parameters<typeof api.imports.run>[0], {
        timeout: TIMEOUT,
      });
      setState({ step: 'results', file: preview.file, summary });
    } catch (error) {
      setState({ ...preview, problem: problemText(error, t('sendFailed')) });
    }
    void queryClient.invalidateQueries();
  };
  return {
    state,
    setState,
    choose: (file: File) => void choose(file),
    check: (choices: ImportChoices) => void check(choices),
    send: (preview: Preview, chosen: Readonly<Record<string, CellValue>>) => void send(preview, chosen),
    forget: () => {
      reader.current?.abort();
      setState({ step: 'choose' });
    },
  };
}

/** The name of the file and the headers of its columns, for the list of imports. */
function describedFile({ file: { name, headers }, fields, endsPrevious }: Preview, columns: readonly ImportColumn[]) {
  const named = fields.flatMap((field, at) => (field && headers[at] ? [[field, asLine(headers[at])]] : []));
  // The refused rows have this value too: its label is read as a header when they are imported again.
  if (endsPrevious && mayEndPrevious(columns, fields))
    named.push([ENDS_PREVIOUS, columns.find((column) => column.name === ENDS_PREVIOUS)!.label]);
  return { file: asLine(name), headers: Object.fromEntries(named) as Record<string, string> };
}

function readLines(file: File, options: { signal: AbortSignal; onProgress: (fraction: number) => void }) {
  const createWorker = () => new Worker(new URL('./sheet-reader.worker.ts', import.meta.url), { type: 'module' });
  const request = { file, mostRows: IMPORT_MOST_ROWS };
  return runReader<SheetReading>(createWorker, request, options);
}

function rowsOf(
  { file: { lines, later }, fields, endsPrevious }: ImportChoices,
  columns: readonly ImportColumn[],
): ImportRow[] {
  const same: ImportRow['values'] = endsPrevious && mayEndPrevious(columns, fields) ? { [ENDS_PREVIOUS]: true } : {};
  const byName = new Map(columns.map((column) => [column.name, column]));
  const read = fields.flatMap((field, at) => (field === null ? [] : [{ at, column: byName.get(field)! }]));
  return lines.map(({ row, cells }) => ({
    row,
    values: {
      ...same,
      ...Object.fromEntries(
        read.flatMap(({ at, column }) => {
          const value = cellValue(cells[at], column, later);
          return value === undefined ? [] : [[column.name, value]];
        }),
      ),
    },
  }));
}
