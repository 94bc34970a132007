/** Validates a file before parsing: its type and its unpacked size. The file is untrusted input. */

export const MOST_FILE_BYTES = 10_000_000;
/** Maximum total unpacked size of the file's parts, in bytes. */
export const MOST_UNPACKED_BYTES = 64_000_000;
const MOST_ENTRIES = 1000;

export type FileFault = 'empty' | 'tooLarge' | 'notWorkbook' | 'tooLargeUnpacked' | 'protected';

/** A deflated entry of a zip file, to be unpacked once to verify its declared size. */
export interface PackedPart {
  from: number;
  to: number;
  /** Declared unpacked size in bytes. */
  size: number;
}
export type FileKind = { kind: 'xls' } | { kind: 'xlsx'; parts: PackedPart[] } | { fault: FileFault };
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Zip64 marker: the real length (over 4 GB) is in another header. Such files are refused. */
const ELSEWHERE = 0xffff_ffff;
const DEFLATE = 8;
const STORED = 0;
const ENCRYPTED = 0x2041;

interface Entry {
  name: string;
  method: number;
  flags: number;
  packed: number;
  size: number;
  local: number;
}

/** Checks the magic bytes and, for a zip file, the central directory. Unpacks nothing. */
export function inspectFile(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return { fault: 'empty' };
  if (bytes.length > MOST_FILE_BYTES) return { fault: 'tooLarge' };
  if (startsWith(bytes, COMPOUND)) return { kind: 'xls' };
  if (!startsWith(bytes, ZIP) || bytes.length < END_BYTES) return { fault: 'notWorkbook' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(bytes, view);
  if (entries === 'tooMany') return { fault: 'tooLargeUnpacked' };
  if (!entries?.some(({ name }) => name.replaceAll('\\', '/').startsWith('xl/workbook.')))
    return { fault: 'notWorkbook' };
  if (entries.some(({ flags }) => flags & ENCRYPTED)) return { fault: 'protected' };
  if (entries.some(({ size, packed }) => size === ELSEWHERE || packed === ELSEWHERE))
    return { fault: 'tooLargeUnpacked' };
  if (entries.reduce((total, { size }) => total + size, 0) > MOST_UNPACKED_BYTES) return { fault: 'tooLargeUnpacked' };
  const parts: PackedPart[] = [];
  for (const entry of entries) {
    if (entry.method !== DEFLATE && entry.method !== STORED) return { fault: 'notWorkbook' };
    const part = placeOf(view, entry);
    if (!part) return { fault: 'notWorkbook' };
    if (entry.method === DEFLATE) parts.push(part);
    else if (part.to - part.from !== part.size) return { fault: 'notWorkbook' };
  }
  return { kind: 'xlsx', parts };
}

/** Whether the bytes are text and not a workbook: neither signature and no zero byte. */
export function isText(bytes: Uint8Array): boolean {
  return !startsWith(bytes, COMPOUND) && !startsWith(bytes, ZIP) && !bytes.includes(0);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]) {
  return magic.every((byte, at) => bytes[at] === byte);
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  return -1;
}

/** Reads the central directory; returns undefined when it is invalid. */
function readDirectory(bytes: Uint8Array, view: DataView): Entry[] | 'tooMany' | undefined {
  const end = findEnd(view);
  if (end < 0) return undefined;
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES) return 'tooMany';
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) return undefined;
    const nameBytes = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the byte range of an entry; undefined when its local header contradicts the directory. */
function placeOf(view: DataView, { local, packed, size, method, flags }: Entry): PackedPart | undefined {
  if (local + LOCAL_BYTES > view.byteLength || view.getUint32(local, true) !== LOCAL_SIGNATURE) return undefined;
  if (view.getUint16(local + 8, true) !== method) return undefined;
  const claims = view.getUint32(local + 22, true);
  // With flag 8 set, the sizes follow the data and the local header holds 0.
  if (claims !== size && !(flags & 8 && claims === 0)) return undefined;
  const from = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  return from + packed <= view.byteLength ? { from, to: from + packed, size } : undefined;
}
