/** Noto Sans, which holds Latin, Greek and Cyrillic. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Kerning and ligatures: reading their tables cost four fifths of the time of a document, for which a document of
 * lines and figures has no use.
 */
const LEFT_OUT = new Set(['GSUB', 'GPOS', 'GDEF']);
const HEADER = 12;
const ENTRY = 16;

interface Table {
  entry: Buffer;
  content: Buffer;
}

/** The same TrueType font with the plain shapes alone. */
export function plainFont(font: Buffer): Buffer {
  const tables = tablesOf(font);
  const directory = Buffer.alloc(HEADER + ENTRY * tables.length);
  font.copy(directory, 0, 0, HEADER);
  directory.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [directory];
  let start = directory.length;
  for (const [at, { entry, content }] of tables.entries()) {
    entry.copy(directory, HEADER + ENTRY * at);
    directory.writeUInt32BE(start, HEADER + ENTRY * at + 8);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    parts.push(content, padding);
    start += content.length + padding.length;
  }
  return Buffer.concat(parts);
}

export function readFonts() {
  return {
    regular: read('400Regular/NotoSans_400Regular.ttf'),
    bold: read('600SemiBold/NotoSans_600SemiBold.ttf'),
  };
}

function tablesOf(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, at) =>
    font.subarray(HEADER + ENTRY * at, HEADER + ENTRY * (at + 1)),
  )
    .filter((entry) => !LEFT_OUT.has(entry.toString('latin1', 0, 4)))
    .map((entry) => {
      const start = entry.readUInt32BE(8);
      return { entry, content: font.subarray(start, start + entry.readUInt32BE(12)) };
    });
}

function read(file: string): Buffer {
  return plainFont(readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${file}`))));
}
