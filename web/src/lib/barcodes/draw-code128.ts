import { widthsOf } from '@bobina/contract/core/code128.ts';

const SVG = 'http://www.w3.org/2000/svg';
const QUIET = 10;
/**
 * Width of the narrowest bar in mm: the GS1 value for goods, reduced in a narrow space down to the readable minimum.
 */
const MODULE = 0.5;
const LEAST_MODULE = 0.2;
const HEIGHT = 60;

export interface Barcode {
  text: string;
  isGs1?: boolean;
  /** Accessible name of the drawing. */
  label: string;
  /** Maximum width in mm. */
  widest: number;
}

/** Draws the code as SVG; null if the text cannot be encoded or does not fit. The stylesheet sets the height. */
export function barcode({ text, isGs1 = false, label, widest }: Barcode): SVGSVGElement | null {
  const widths = widthsOf(text, isGs1);
  if (!widths) return null;
  const total = widths.reduce((sum, width) => sum + width, 0) + 2 * QUIET;
  const module = Math.min(MODULE, widest / total);
  if (module < LEAST_MODULE) return null;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${total} ${HEIGHT}`);
  svg.setAttribute('width', `${(module * total).toFixed(2)}mm`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  let x = QUIET;
  widths.forEach((width, at) => {
    if (at % 2 === 0) {
      const bar = document.createElementNS(SVG, 'rect');
      for (const [name, value] of Object.entries({ x, y: 0, width, height: HEIGHT }))
        bar.setAttribute(name, String(value));
      svg.append(bar);
    }
    x += width;
  });
  return svg;
}
