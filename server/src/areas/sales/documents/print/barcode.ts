/** Draws a Code 128 barcode as vector rectangles. */
import { widthsOf } from '@bobina/contract/core/code128.ts';
import type { Content } from 'pdfmake';

/** Module width in points (0.3 mm); scanners read from 0.25 mm. */
const MODULE = 0.85;

/** Draws the barcode of a text. @param height in points @throws when Code 128 cannot encode the text */
export function barcode(text: string, height: number): Content {
  const widths = widthsOf(text);
  if (!widths) throw new Error(`Code 128 cannot encode ${text}`);
  let x = 0;
  const canvas = [];
  for (const [at, width] of widths.entries()) {
    if (at % 2 === 0)
      canvas.push({ type: 'rect' as const, x, y: 0, w: width * MODULE, h: height, color: '#000000', lineWidth: 0 });
    x += width * MODULE;
  }
  return { canvas, alignment: 'right' };
}
