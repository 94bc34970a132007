import { decode, encode } from 'jpeg-js';
import { PNG } from 'pngjs';

/** What a letterhead of 170 × 52 points shows at 300 dots per inch. */
export const LOGO_BOX = { width: 708, height: 217 };
/** The largest side of a picture that is read at all, in dots: decoded, 4,000 × 4,000 take 64 MB. */
export const MOST_DOTS = 4_000;
const JPEG_QUALITY = 90;

interface Dots {
  width: number;
  height: number;
  /** Four bytes per dot: red, green, blue, alpha. */
  data: Uint8Array;
}
type Scaled = { logo: string } | { problem: 'too_large' };

/**
 * Makes a logo as small as documents need it, once, so that no document has to read a large picture again. A small one,
 * and one that is no picture, stays as it is: documents leave out what they cannot print.
 * @param dataUrl `data:image/png;base64,…` or the same with jpeg
 */
export function scaleLogo(dataUrl: string): Scaled {
  const at = dataUrl.indexOf(',');
  const picture = Buffer.from(dataUrl.slice(at + 1), 'base64');
  const isPng = dataUrl.startsWith('data:image/png');
  const size = isPng ? pngSize(picture) : jpegSize(picture);
  if (!size) return { logo: dataUrl };
  if (Math.max(size.width, size.height) > MOST_DOTS) return { problem: 'too_large' };
  const factor = Math.min(LOGO_BOX.width / size.width, LOGO_BOX.height / size.height);
  if (factor >= 1) return { logo: dataUrl };
  try {
    const scaled = isPng ? scalePng(picture, factor) : scaleJpeg(picture, factor);
    return { logo: `${dataUrl.slice(0, at + 1)}${scaled.toString('base64')}` };
  } catch {
    return { logo: dataUrl }; // torn or damaged
  }
}

function pngSize(picture: Buffer): { width: number; height: number } | undefined {
  if (picture.length < 24 || picture.toString('latin1', 1, 4) !== 'PNG') return undefined;
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}

function jpegSize(picture: Buffer): { width: number; height: number } | undefined {
  if (picture.length < 4 || picture.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < picture.length; at += 2 + picture.readUInt16BE(at + 2)) {
    const marker = picture.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { width: picture.readUInt16BE(at + 7), height: picture.readUInt16BE(at + 5) };
  }
  return undefined;
}

function scalePng(picture: Buffer, factor: number): Buffer {
  const { width, height, data } = shrink(PNG.sync.read(picture), factor);
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png);
}

function scaleJpeg(picture: Buffer, factor: number): Buffer {
  const decoded = decode(picture, { useTArray: true, maxResolutionInMP: 16, maxMemoryUsageInMB: 512 });
  const exif = (decoded as { exifBuffer?: Buffer }).exifBuffer;
  // The orientation of a photograph is in its EXIF data.
  return encode({ ...shrink(decoded, factor), ...(exif && { exifBuffer: exif }) } as never, JPEG_QUALITY).data;
}

/** Averages the dots that fall into each new one, by their area and alpha. */
function shrink(from: Dots, factor: number): Dots {
  const width = Math.max(1, Math.round(from.width * factor));
  const height = Math.max(1, Math.round(from.height * factor));
  const data = new Uint8Array(width * height * 4);
  const [columns, rows] = [spans(from.width, width), spans(from.height, height)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [red, green, blue, alpha, area] = [0, 0, 0, 0, 0];
      for (const [row, high] of rows[y]!)
        for (const [column, wide] of columns[x]!) {
          const at = (row * from.width + column) * 4;
          const share = high * wide;
          const opacity = from.data[at + 3]! * share;
          red += from.data[at]! * opacity;
          green += from.data[at + 1]! * opacity;
          blue += from.data[at + 2]! * opacity;
          alpha += opacity;
          area += share;
        }
      const to = (y * width + x) * 4;
      if (alpha > 0) data.set([red / alpha, green / alpha, blue / alpha].map(Math.round), to);
      data[to + 3] = Math.round(alpha / area);
    }
  return { width, height, data };
}

/** For each new position, the old ones that it covers and how much of each. */
function spans(from: number, to: number): [position: number, share: number][][] {
  const step = from / to;
  return Array.from({ length: to }, (_, at) => {
    const [start, end] = [at * step, Math.min((at + 1) * step, from)];
    const covered: [number, number][] = [];
    for (let position = Math.floor(start); position < end; position++)
      covered.push([position, Math.min(end, position + 1) - Math.max(start, position)]);
    return covered;
  });
}
