/** Extracts the content of a signed file (CMS SignedData, `.p7m`). The signature is not checked. */
import { UnreadableFile } from './read-xml.ts';

const SIGNED_DATA = '2a864886f70d010702';
const DEEPEST = 20;

interface Node {
  tag: number;
  isConstructed: boolean;
  content: Uint8Array;
  children: Node[];
}

/** Whether bytes look like a signed file: DER or BER, or its base64 or PEM form. */
export function isP7m(bytes: Uint8Array): boolean {
  return derOf(bytes) !== null;
}

/** Returns the signed content. @throws UnreadableFile */
export function readP7m(bytes: Uint8Array): Uint8Array {
  const der = derOf(bytes);
  if (der === null) throw new UnreadableFile('not a signed file');
  const contentInfo = readNode(der, 0, 0).node;
  const [type, wrapped] = contentInfo.children;
  if (!type || Buffer.from(type.content).toString('hex') !== SIGNED_DATA) throw new UnreadableFile('not signed data');
  // SignedData: version, digest algorithms, then the encapsulated content: its type and [0] with an octet string.
  const encapsulated = wrapped?.children[0]?.children[2];
  const octets = encapsulated?.children[1]?.children[0];
  if (!octets) throw new UnreadableFile('signature without content');
  return octetsOf(octets);
}

function derOf(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] === 0x30 && bytes.length > 20) return bytes;
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/-----[A-Z0-9 ]+-----/g, '')
    .replace(/\s/g, '');
  if (!/^MI[A-Za-z0-9+/]+=*$/.test(text)) return null;
  const decoded = Buffer.from(text, 'base64');
  return decoded[0] === 0x30 ? decoded : null;
}

function octetsOf(node: Node): Uint8Array {
  return node.isConstructed ? Buffer.concat(node.children.map(octetsOf)) : node.content;
}

/** Reads one node of BER; signers also write indefinite lengths. @returns the node and the offset after it */
function readNode(bytes: Uint8Array, start: number, depth: number): { node: Node; end: number } {
  if (depth > DEEPEST) throw new UnreadableFile('nested too deeply');
  let at = start;
  const first = byteAt(bytes, at++);
  if ((first & 0x1f) === 0x1f) throw new UnreadableFile('long tag');
  const isConstructed = (first & 0x20) !== 0;
  const length = byteAt(bytes, at++);
  if (length === 0x80) return readIndefinite(bytes, { tag: first, from: at, depth });
  let size = length;
  if (length > 0x80) {
    if (length > 0x84) throw new UnreadableFile('length');
    size = 0;
    for (let left = length - 0x80; left > 0; left--) size = size * 256 + byteAt(bytes, at++);
  }
  const end = at + size;
  if (end > bytes.length) throw new UnreadableFile('ends early');
  const content = bytes.subarray(at, end);
  return {
    node: { tag: first, isConstructed, content, children: isConstructed ? childrenOf(content, depth) : [] },
    end,
  };
}

function readIndefinite(bytes: Uint8Array, { tag, from, depth }: { tag: number; from: number; depth: number }) {
  const children: Node[] = [];
  let at = from;
  while (byteAt(bytes, at) !== 0 || byteAt(bytes, at + 1) !== 0) {
    const { node, end } = readNode(bytes, at, depth + 1);
    children.push(node);
    at = end;
  }
  return { node: { tag, isConstructed: true, content: bytes.subarray(from, at), children }, end: at + 2 };
}

function childrenOf(content: Uint8Array, depth: number): Node[] {
  const children: Node[] = [];
  for (let at = 0; at < content.length;) {
    const { node, end } = readNode(content, at, depth + 1);
    children.push(node);
    at = end;
  }
  return children;
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new UnreadableFile('ends early');
  return byte;
}
