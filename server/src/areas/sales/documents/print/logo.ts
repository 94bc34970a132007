/** Whether a picture can be printed: one that cannot is left out, for a document must go out. */
import { inflateSync } from 'node:zlib';

const MOST_DOTS = 4_000;
const MOST_BYTES = MOST_DOTS * MOST_DOTS * 4 + MOST_DOTS;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @param dataUrl `data:image/png;base64,…` or a JPEG; null when it is neither whole nor of a size to print */
export function usableLogo(dataUrl: string | null): string | null {
  if (dataUrl === null) return null;
  try {
    const picture = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
    return isPng(picture) || isJpeg(picture) ? dataUrl : null;
  } catch {
    return null;
  }
}

function isSize(width: number, height: number) {
  return Math.min(width, height) > 0 && Math.max(width, height) <= MOST_DOTS;
}

function isPng(picture: Buffer): boolean {
  if (!picture.subarray(0, 8).equals(PNG)) return false;
  if (!isSize(picture.readUInt32BE(16), picture.readUInt32BE(20))) return false;
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= picture.length;) {
    const length = picture.readUInt32BE(at);
    if (picture.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(picture.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return inflateSync(Buffer.concat(data), { maxOutputLength: MOST_BYTES }).length > 0;
}

/** Up to the frame that says its size. */
function isJpeg(picture: Buffer): boolean {
  if (picture.readUInt16BE(0) !== 0xffd8) return false;
  for (let at = 2; at + 9 < picture.length;) {
    const marker = picture.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) return isSize(picture.readUInt16BE(at + 7), picture.readUInt16BE(at + 5));
    at += 2 + picture.readUInt16BE(at + 2);
  }
  return false;
}
