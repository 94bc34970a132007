/** Draws a Code 128 barcode as vector rectangles. */
import { widthsOf } from '@bobina/contract/core/code128.ts';
import type { Content } from 'pdfmake';

/** Module width in points (0.3 mm); scanners read from 0.25 mm. */
const MODULE = 0.85;

interface Look {
  /** A GS1-128: the text is an element string. */
  isGs1?: boolean;
  alignment?: 'left' | 'right';
  /** Width of a module in points. */
  module?: number;
}

/** Draws the barcode of a text. @param height in points @throws when Code 128 cannot encode the text */
export function barcode(
  text: string,
  height: number,
  { isGs1 = false, alignment = 'right', module = MODULE }: Look = {},
): Content {
  const widths = widthsOf(text, isGs1);
  if (!widths) throw new Error(`Code 128 cannot encode ${text}`);
  let x = 0;
  const canvas = [];
  for (const [at, width] of widths.entries()) {
    if (at % 2 === 0)
      canvas.push({ type: 'rect' as const, x, y: 0, w: width * module, h: height, color: '#000000', lineWidth: 0 });
    x += width * module;
  }
  return { canvas, alignment };
}
