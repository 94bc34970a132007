/** Extracts the files that a PDF embeds, such as the XML of a Factur-X invoice. */
import { inflateSync } from 'node:zlib';
import { UnreadableFile } from './read-xml.ts';

/** Streams that are looked at, bytes of one, and bytes of all, uncompressed. */
const MOST_STREAMS = 20_000;
const LARGEST = 5_000_000;
const LARGEST_TOGETHER = 50_000_000;
/** Characters before a stream in which its dictionary is looked for. */
const LONGEST_DICTIONARY = 4000;

/** Whether bytes are a PDF; some writers put a few bytes before its header. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/**
 * Returns the embedded XML files of a PDF: streams of the type `EmbeddedFile` that are stored or deflated. The
 * cross-reference table is not needed, because an embedded file is always an object of its own.
 * @throws UnreadableFile for an encrypted PDF, or one above the limits
 */
export function readPdfFiles(bytes: Uint8Array): Uint8Array[] {
  const pdf = Buffer.from(bytes);
  const source = pdf.toString('latin1');
  if (/\/Encrypt\s+\d+\s+\d+\s+R/.test(source.slice(-4000))) throw new UnreadableFile('encrypted PDF');
  const found: Uint8Array[] = [];
  let streams = 0;
  let size = 0;
  for (const match of source.matchAll(/\bstream\r?\n/g)) {
    if (++streams > MOST_STREAMS) throw new UnreadableFile('too many streams');
    const dictionary = dictionaryBefore(source, match.index);
    if (!/\/EmbeddedFile\b|\/Subtype\s*\/(text|application)#2[fF]xml/.test(dictionary)) continue;
    const content = contentOf(pdf, { dictionary, begin: match.index + match[0].length });
    if (!content) continue;
    size += content.length;
    if (size > LARGEST_TOGETHER) throw new UnreadableFile('too large');
    found.push(content);
  }
  return found.filter((content) => isXml(content));
}

/** The text from the beginning of the object to the stream. */
function dictionaryBefore(source: string, at: number): string {
  const before = source.slice(Math.max(0, at - LONGEST_DICTIONARY), at);
  return before.slice(before.lastIndexOf(' obj') + 1);
}

function contentOf(pdf: Buffer, { dictionary, begin }: { dictionary: string; begin: number }): Uint8Array | null {
  const stated = /\/Length\s+(\d+)(?!\s+\d+\s+R)\b/.exec(dictionary);
  const end = stated ? begin + Number(stated[1]) : pdf.indexOf('endstream', begin);
  if (end < begin || end > pdf.length) return null;
  const raw = pdf.subarray(begin, end);
  if (!/\/Filter\b/.test(dictionary)) return raw;
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*(\]|\/|>|$)/.test(dictionary)) return null;
  try {
    return inflateSync(raw, { maxOutputLength: LARGEST });
  } catch {
    throw new UnreadableFile('broken stream');
  }
}

function isXml(content: Uint8Array): boolean {
  return /^\s*(\u00ef\u00bb\u00bf)?\s*</.test(Buffer.from(content.subarray(0, 200)).toString('latin1'));
}
