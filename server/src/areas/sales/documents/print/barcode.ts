/** Draws a Code 128 barcode as vector rectangles. */
import bwipjs from 'bwip-js/node';
import type { Content } from 'pdfmake';

/** Module width in points (0.3 mm); scanners read from 0.25 mm. */
const MODULE = 0.85;

/** Returns the widths of bars and gaps in turn, starting with a bar. */
export function barcodeBars(text: string): number[] {
  const [symbol] = bwipjs.raw({ bcid: 'code128', text }) as unknown as { sbs: number[] }[];
  return symbol!.sbs;
}

/** Draws the barcode of a text. @param height in points */
export function barcode(text: string, height: number): Content {
  let x = 0;
  const canvas = [];
  for (const [at, width] of barcodeBars(text).entries()) {
    if (at % 2 === 0)
      canvas.push({ type: 'rect' as const, x, y: 0, w: width * MODULE, h: height, color: '#000000', lineWidth: 0 });
    x += width * MODULE;
  }
  return { canvas, alignment: 'right' };
}
