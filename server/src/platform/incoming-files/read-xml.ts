/**
 * Reads XML that others wrote: no document type, so no entities beyond the five of XML, and limits on size and depth.
 */
import { XMLParser } from 'fast-xml-parser';

/** Bytes. */
const LARGEST = 5_000_000;
const DEEPEST = 40;

/** An element: its name without prefix, its attributes, its children in order, and its own text. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** The file is not XML that this reader accepts. */
export class UnreadableFile extends Error {}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  trimValues: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: DEEPEST,
});

type Parsed = Record<string, unknown>;

/** Parses a document. @returns its root element @throws UnreadableFile */
export function readXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > LARGEST) throw new UnreadableFile('too large');
  const text = decode(bytes);
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableFile('document type');
  let parsed: Parsed[];
  try {
    parsed = parser.parse(text, true) as Parsed[];
  } catch (error) {
    throw new UnreadableFile(error instanceof Error ? error.message : String(error));
  }
  const [root, ...more] = elementsOf(parsed);
  if (!root || more.length > 0) throw new UnreadableFile('no single root element');
  return root;
}

/** Returns the trimmed text of the first element on a path below `element`; null when it is absent or empty. */
export function textAt(element: XmlElement, ...path: string[]): string | null {
  const found = elementsAt(element, ...path)[0]?.text ?? '';
  return found === '' ? null : found;
}

/** Returns all elements on a path below `element`. */
export function elementsAt(element: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

/** UTF-8, or the single-byte encoding that the declaration names. */
function decode(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const named = /encoding=["']([\w-]+)["']/i.exec(head)?.[1] ?? 'utf-8';
  const encoding = /^(iso-8859-1|latin1|windows-1252|us-ascii)$/i.test(named) ? 'windows-1252' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('encoding');
  }
}

function elementsOf(nodes: readonly Parsed[]): XmlElement[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@');
    if (name === undefined || name === '#text') return [];
    const content = node[name] as Parsed[];
    const text = content.map((child) => ('#text' in child ? String(child['#text']) : '')).join('');
    const attributes = Object.fromEntries(
      Object.entries((node[':@'] ?? {}) as Record<string, unknown>).map(([key, value]) => [
        key,
        unescape(String(value)),
      ]),
    );
    return [{ name, attributes, text: unescape(text), children: elementsOf(content) }];
  });
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string): string {
  return text
    .replace(
      /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
      (all, name?: string, dec?: string, hex?: string) => {
        if (name) return NAMED[name.toLowerCase()] ?? all;
        const code = dec ? Number(dec) : Number.parseInt(hex!, 16);
        return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
          ? String.fromCodePoint(code)
          : '';
      },
    )
    .trim();
}
