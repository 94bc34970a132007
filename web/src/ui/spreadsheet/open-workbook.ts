/** Opens a spreadsheet inside a web worker. The file is untrusted input. */
import { read, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { SINCE_1904, type SheetCell, type SheetLine } from './cells.rules.ts';
import { inspectFile, isText, type FileFault, type PackedPart } from './workbook-file.rules.ts';

export type Phase = 'loading' | 'unpacking' | 'rows';
export type ReportPhase = (phase: Phase, done: number, total: number) => void;

/** The first sheet of a workbook. */
export interface OpenedSheet {
  lines: SheetLine[];
  /** Empty for text. */
  name: string;
  /** Number of sheets that were not read. */
  others: number;
  /** Days to add to serial numbers of days. */
  later: number;
}
interface Options {
  progress: ReportPhase;
  /** Maximum number of rows that the caller accepts. */
  mostRows: number;
  /** Also reads CSV and other text with separators. */
  takesText?: boolean;
}

/** Files up to this unpacked size are parsed in one pass; 5,000 order rows take about 2 MB. */
const SMALL_BYTES = 8_000_000;
/** Additional rows of the first parse of a large file: blank ones and headers. */
const SPARE_ROWS = 1000;

/**
 * Checks and parses a file. Calls `readSheet` with the first sheet; for a large file first with its first rows only, because
 * most large files have too many rows, and then with the whole file: rows after long blank ranges count, too.
 * @param readSheet returns the answer, or undefined to be called with the whole file
 * @throws when the file cannot be parsed
 */
export async function openWorkbook<Answer>(
  file: File,
  { progress, mostRows, takesText = false }: Options,
  readSheet: (sheet: OpenedSheet, isWhole: boolean) => Answer | undefined,
): Promise<Answer | { fault: FileFault }> {
  try {
    const bytes = await load(file, progress);
    if (takesText && isText(bytes)) return readSheet({ ...sheetOf(parseText(bytes)), name: '' }, true)!;
    const found = inspectFile(bytes);
    if ('fault' in found) return { fault: found.fault };
    if (found.kind === 'xlsx' && !(await areAsLarge(bytes, found.parts, progress))) return { fault: 'notWorkbook' };
    const size = found.kind === 'xlsx' ? found.parts.reduce((sum, part) => sum + part.size, 0) : bytes.length;
    if (size > SMALL_BYTES) {
      const answer = readSheet(sheetOf(parse(bytes, mostRows + SPARE_ROWS)), false);
      if (answer !== undefined) return answer;
    }
    return readSheet(sheetOf(parse(bytes, 0)), true)!;
  } catch (error) {
    if (isProtected(error)) return { fault: 'protected' };
    throw error;
  }
}

function sheetOf(book: WorkBook): OpenedSheet {
  const [name = ''] = book.SheetNames;
  return {
    lines: linesOf(book.Sheets[name]),
    name,
    others: book.SheetNames.length - 1,
    later: book.Workbook?.WBProps?.date1904 ? SINCE_1904 : 0,
  };
}

/** Keeps every cell of a text file as text, so that no code loses its zeros and no day is guessed. */
function parseText(bytes: Uint8Array): WorkBook {
  return read(decode(bytes), { type: 'string', raw: true, dense: true });
}

/** Decodes UTF-8, else the usual encoding of Windows. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function load(file: File, progress: ReportPhase): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  let done = 0;
  for await (const chunk of file.stream() as unknown as AsyncIterable<Uint8Array>) {
    bytes.set(chunk, done);
    done += chunk.length;
    progress('loading', done, file.size);
  }
  return bytes;
}

/** Unpacks a part only to count its bytes. @returns false when the size differs or the data are not deflated */
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
async function areAsLarge(bytes: Uint8Array, parts: readonly PackedPart[], progress: ReportPhase): Promise<boolean> {
  const total = parts.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const part of parts) {
    if (!(await isAsLarge(bytes, part))) return false;
    done += part.size;
    progress('unpacking', done, total);
  }
  return true;
}

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

function isProtected(error: unknown) {
  return error instanceof Error && /password|encrypt/i.test(error.message);
}
