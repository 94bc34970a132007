/** Recognises the type of a file by its bytes. The name is not used: anyone can choose it. */
import fs from 'node:fs';
import type { AttachmentType } from '@bobina/contract/core/media-types.ts';

const UNKNOWN = 'application/octet-stream';
const HEAD_BYTES = 65_536;
/** The end of a zip file holds its directory, and a comment of up to 65,535 bytes. */
const TAIL_BYTES = 66_000;
const MOST_DIRECTORY_BYTES = 2_000_000;

const SIGNATURES: readonly [AttachmentType, (head: Buffer) => boolean][] = [
  ['application/pdf', (head) => starts(head, '%PDF-')],
  ['image/png', (head) => starts(head, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => starts(head, '\xff\xd8\xff')],
  ['image/gif', (head) => starts(head, 'GIF87a') || starts(head, 'GIF89a')],
  ['image/webp', (head) => starts(head, 'RIFF') && head.toString('latin1', 8, 12) === 'WEBP'],
];
const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';
/** By the first folder of the document in an Open XML file. */
const OPEN_XML_TYPES: readonly [string, AttachmentType][] = [
  ['word/', `${OPEN_XML}wordprocessingml.document`],
  ['xl/', `${OPEN_XML}spreadsheetml.sheet`],
  ['ppt/', `${OPEN_XML}presentationml.presentation`],
];
const OPEN_DOCUMENT_TYPES: readonly AttachmentType[] = [
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
];
/** By a stream of the compound file. */
const OLD_OFFICE_TYPES: readonly [string, AttachmentType][] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
];
/** Markup that a browser could run, anywhere in a text. */
const ACTIVE =
  /<!doctype\s+html|<(?:\w+:)?(?:html|svg|script|iframe|object|embed|body|head|meta|img|a\s|style|link|form)\b|<\?xml-stylesheet|\/xhtml|\/svg|javascript:/i;

/** Reads the media type of a file of a size in bytes. HTML, SVG and unknown types are `application/octet-stream`. */
export async function readMediaType(file: string, size: number): Promise<AttachmentType> {
  const handle = await fs.promises.open(file);
  try {
    const head = await readAt(handle, 0, Math.min(size, HEAD_BYTES));
    const known = SIGNATURES.find(([, matches]) => matches(head));
    if (known) return known[0];
    if (starts(head, 'PK\x03\x04') || starts(head, 'PK\x05\x06')) return await zipType(handle, size, head);
    if (starts(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return await oldOfficeType(handle, size, head);
    return textType(await readAt(handle, 0, size));
  } finally {
    await handle.close();
  }
}

function starts(head: Buffer, signature: string): boolean {
  return head.toString('latin1', 0, signature.length) === signature;
}

async function readAt(handle: fs.promises.FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, length));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
  return buffer.subarray(0, bytesRead);
}

/** Office files are zip files whose directory names certain members. */
async function zipType(handle: fs.promises.FileHandle, size: number, head: Buffer): Promise<AttachmentType> {
  const names = await zipNames(handle, size);
  if (!names) return UNKNOWN;
  if (names.has('[Content_Types].xml')) {
    if ([...names].some((name) => /vbaproject\.bin$/i.test(name))) return UNKNOWN;
    const found = OPEN_XML_TYPES.find(([folder]) => [...names].some((name) => name.startsWith(folder)));
    if (found) return found[1];
  }
  if (names.has('mimetype')) {
    // Its first member, stored without compression.
    const written = head.toString('latin1', 38, 38 + 80);
    const found = OPEN_DOCUMENT_TYPES.find(
      (type) => head.toString('latin1', 30, 38) === 'mimetype' && written.startsWith(type),
    );
    if (found) return found;
  }
  return 'application/zip';
}

/** The names in the directory of a zip file; undefined if it has none that can be read. Nothing is unpacked. */
async function zipNames(handle: fs.promises.FileHandle, size: number): Promise<Set<string> | undefined> {
  const start = Math.max(0, size - TAIL_BYTES);
  const tail = await readAt(handle, start, size - start);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > tail.length) return undefined;
  const [bytes, offset] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (bytes > MOST_DIRECTORY_BYTES || offset + bytes > size) return undefined;
  const directory = await readAt(handle, offset, bytes);
  const names = new Set<string>();
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== 0x02014b50) return undefined;
    const length = directory.readUInt16LE(at + 28);
    names.add(directory.toString('utf8', at + 46, at + 46 + length));
    at += 46 + length + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

/** The office files before 2007 are compound files; the names of their streams are in the first directory sectors. */
async function oldOfficeType(handle: fs.promises.FileHandle, size: number, head: Buffer): Promise<AttachmentType> {
  if (head.length < 512) return UNKNOWN;
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return UNKNOWN;
  const sector = head.readUInt32LE(48);
  const directory = await readAt(handle, (sector + 1) * 2 ** shift, Math.min(4_096, size));
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const length = Math.min(64, directory.readUInt16LE(at + 64));
    const name = directory.toString('utf16le', at, at + Math.max(0, length - 2));
    const found = OLD_OFFICE_TYPES.find(([stream]) => stream === name);
    if (found) return found[1];
  }
  return UNKNOWN;
}

function textType(bytes: Buffer): AttachmentType {
  const text = decode(bytes);
  if (text === undefined || ACTIVE.test(text)) return UNKNOWN;
  const trimmed = text.trimStart();
  if (/^<(?:\?xml\s|[A-Za-z_][\w.:-]*[\s/>]|!--)/.test(trimmed))
    return /<[A-Za-z_]/.test(trimmed) ? 'application/xml' : 'text/plain';
  return isCsv(text) ? 'text/csv' : 'text/plain';
}

/** A text without control characters, in UTF-8, UTF-16 with a byte order mark, or else one byte per character. */
function decode(bytes: Buffer): string | undefined {
  const encoding = starts(bytes, '\xff\xfe') ? 'utf-16le' : starts(bytes, '\xfe\xff') ? 'utf-16be' : undefined;
  const text = encoding
    ? new TextDecoder(encoding).decode(bytes)
    : isUtf8(bytes)
      ? new TextDecoder().decode(bytes)
      : bytes.toString('latin1');
  // oxlint-disable-next-line no-control-regex -- this looks for them
  return /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f\ufffe\uffff]/.test(text) ? undefined : text;
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether the first lines have the same number of separators, at least one. Quoted texts do not count. */
function isCsv(text: string): boolean {
  const lines = text
    .slice(0, HEAD_BYTES)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n/)
    .slice(0, 20)
    .filter((line) => line.trim() !== '');
  if (lines.length < 2) return false;
  return [';', ',', '\t'].some((separator) => {
    const counts = new Set(lines.slice(0, -1).map((line) => line.split(separator).length));
    return (
      counts.size === 1 &&
      !counts.has(1) &&
      (lines.length < 20 ? lines.at(-1)!.split(separator).length === [...counts][0] : true)
    );
  });
}
