/// <reference lib="webworker" />
import { read, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import type { Day } from '@bobina/contract/core/dates.ts';
import { MOST_LINES } from '@bobina/contract/orders/orders.ts';
import { SINCE_1904, type SheetCell } from './cells.rules.ts';
import { readSheet, type SheetLine, type SheetReading } from './rows.rules.ts';
import { inspectFile, type FileFault, type PackedPart } from './workbook-file.rules.ts';

export interface ReaderRequest {
  file: File;
  /** The company's, which only the page knows. */
  today: Day;
}
export type Phase = 'loading' | 'unpacking' | 'rows';
export type ReaderMessage =
  | { kind: 'progress'; phase: Phase; done: number; total: number }
  | { kind: 'fault'; fault: FileFault | 'unreadable' }
  | { kind: 'done'; reading: SheetReading; sheet: string; others: number };

function say(message: ReaderMessage) {
  return self.postMessage(message);
}
function progress(phase: Phase, done: number, total: number) {
  return say({ kind: 'progress', phase, done, total });
}

async function load(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  let done = 0;
  for await (const chunk of file.stream() as unknown as AsyncIterable<Uint8Array>) {
    bytes.set(chunk, done);
    done += chunk.length;
    progress('loading', done, file.size);
  }
  return bytes;
}

/** Unpacks a part only to count it. @returns false when it is not as large as it says, or no deflated data */
async function isAsLarge(bytes: Uint8Array, { from, to, size }: PackedPart): Promise<boolean> {
  const unpacked = new Blob([bytes.subarray(from, to) as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await unpacked.read();
      if (done) return length === size;
      length += value.length;
      if (length > size) return (void unpacked.cancel(), false);
    }
  } catch {
    return false;
  }
}
async function areAsLarge(bytes: Uint8Array, parts: readonly PackedPart[]): Promise<boolean> {
  const total = parts.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const part of parts) {
    if (!(await isAsLarge(bytes, part))) return false;
    done += part.size;
    progress('unpacking', done, total);
  }
  return true;
}

/** Rows that are parsed at first: enough for what is taken, blank rows and headers, and to see that there are more. */
const FIRST_ROWS = MOST_LINES + 1000;
/** Five thousand rows of orders are about 2 MB unpacked. */
const SMALL_BYTES = 8_000_000;
function parse(bytes: Uint8Array, sheetRows: number): WorkBook {
  return read(bytes, { type: 'array', dense: true, sheets: 0, cellFormula: false, cellHTML: false, sheetRows });
}

function cellOf(cell: CellObject | undefined): SheetCell {
  if (!cell || cell.v === undefined || cell.t === 'z') return { value: null };
  if (cell.t === 'e') return { value: cell.w ?? '#' };
  return { value: cell.v, shown: cell.w };
}
function linesOf(sheet: WorkSheet | undefined): SheetLine[] {
  const data = (sheet?.['!data'] ?? []) as (CellObject | undefined)[][];
  return data.flatMap((cells, index) => (cells ? [{ row: index + 1, cells: Array.from(cells, cellOf) }] : []));
}
/** @param size bytes of the file's parts, unpacked */
function readBook(bytes: Uint8Array, size: number, today: Day): ReaderMessage {
  const open = (rows: number) => {
    const book = parse(bytes, rows);
    const [name = ''] = book.SheetNames;
    return { book, name, sheet: book.Sheets[name] };
  };
  const readIn = ({ book, name, sheet }: ReturnType<typeof open>) => {
    const later = book.Workbook?.WBProps?.date1904 ? SINCE_1904 : 0;
    const onRow = (done: number, total: number) => {
      if (done % 250 === 0 || done === total) progress('rows', done, total);
    };
    const reading = readSheet(linesOf(sheet), { today, later }, onRow);
    return { kind: 'done', reading, sheet: name, others: book.SheetNames.length - 1 } as const;
  };
  // A large file is looked at first: most of them have too many rows. Else every row counts, far below blank ones too.
  if (size > SMALL_BYTES) {
    const answer = readIn(open(FIRST_ROWS));
    if ('fault' in answer.reading && answer.reading.fault === 'tooManyRows') return answer;
  }
  return readIn(open(0));
}

function isProtected(error: unknown) {
  return error instanceof Error && /password|encrypt/i.test(error.message);
}

async function answer({ file, today }: ReaderRequest): Promise<void> {
  try {
    const bytes = await load(file);
    const found = inspectFile(bytes);
    if ('fault' in found) return say({ kind: 'fault', fault: found.fault });
    if (found.kind === 'xlsx' && !(await areAsLarge(bytes, found.parts)))
      return say({ kind: 'fault', fault: 'notWorkbook' });
    say(
      readBook(
        bytes,
        found.kind === 'xlsx' ? found.parts.reduce((sum, { size }) => sum + size, 0) : bytes.length,
        today,
      ),
    );
  } catch (error) {
    say({ kind: 'fault', fault: isProtected(error) ? 'protected' : 'unreadable' });
  }
}

self.onmessage = ({ data }: MessageEvent<ReaderRequest>) => void answer(data);
