/** Reads the objects of a PDF by its cross-reference table, for tests: no object streams, no encryption. */
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

export interface PdfObject {
  /** The dictionary or the value, as written. */
  text: string;
  /** The decoded bytes of a stream. */
  bytes: Buffer | undefined;
}
export interface Pdf {
  version: string;
  trailer: string;
  objects: Map<number, PdfObject>;
  /** Follows a reference such as `/AF [12 0 R]` of an object: the first one after the key. */
  follow: (object: PdfObject, key: string) => PdfObject;
}

/** Parses the objects of a PDF. @throws AssertionError when its structure is broken */
export function readPdf(pdf: Buffer): Pdf {
  const source = pdf.toString('latin1');
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(source)?.[1]);
  const table = source.slice(start);
  assert.match(table, /^xref\n/);
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} n/gm)].map(([, offset]) => Number(offset));
  const objects = new Map(offsets.map((offset) => readObject(pdf, source, offset)));
  const follow = (object: PdfObject, key: string) => {
    const found = new RegExp(`/${key}\\s*\\[?\\s*(\\d+) 0 R`).exec(object.text);
    assert.ok(found, `/${key} in ${object.text}`);
    return objects.get(Number(found[1]))!;
  };
  return {
    version: /^%PDF-(\d\.\d)/.exec(source)![1]!,
    trailer: table.slice(table.indexOf('trailer')),
    objects,
    follow,
  };
}

function readObject(pdf: Buffer, source: string, offset: number): [number, PdfObject] {
  const [head, number] = /^(\d+) 0 obj\s/.exec(source.slice(offset, offset + 30))!;
  const begin = offset + head.length;
  const end = source.indexOf('endobj', begin);
  const streamAt = source.indexOf('\nstream\n', begin);
  if (streamAt === -1 || streamAt > end)
    return [Number(number), { text: source.slice(begin, end).trim(), bytes: undefined }];
  const text = source.slice(begin, streamAt).trim();
  const length = Number(/\/Length (\d+)/.exec(text)![1]);
  const raw = pdf.subarray(streamAt + 8, streamAt + 8 + length);
  return [Number(number), { text, bytes: text.includes('/FlateDecode') ? inflateSync(raw) : raw }];
}
