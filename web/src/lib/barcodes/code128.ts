/**
 * Code 128 (ISO/IEC 15417): set B for text, set C for runs of digits. Small enough to need no library. With FNC1 in
 * front it is a GS1-128.
 * Each symbol is six widths, bar and space in turn; the stop has seven.
 */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 ' +
  '212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');
const START_B = 104;
const START_C = 105;
const CODE_B = 100;
const CODE_C = 99;
const FNC1 = 102;
const STOP = 106;
const SHORTEST_RUN = 4;

/** Symbol values without check and stop. @returns null for a text that the code cannot carry */
export function symbolsOf(text: string, isGs1 = false): number[] | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const symbols: number[] = [];
  let inDigits = false;
  for (let at = 0; at < text.length;) {
    const run = /^\d*/.exec(text.slice(at))![0].length;
    if (run >= SHORTEST_RUN || (inDigits && run >= 2)) {
      if (!inDigits) symbols.push(symbols.length === 0 ? START_C : CODE_C);
      inDigits = true;
      for (const end = at + run - (run % 2); at < end; at += 2) symbols.push(Number(text.slice(at, at + 2)));
      continue;
    }
    if (inDigits || symbols.length === 0) symbols.push(symbols.length === 0 ? START_B : CODE_B);
    inDigits = false;
    symbols.push(text.charCodeAt(at) - 32);
    at += 1;
  }
  if (isGs1) symbols.splice(1, 0, FNC1);
  return symbols;
}

/** Widths of bars and spaces in modules, beginning with a bar. */
export function widthsOf(text: string, isGs1 = false): number[] | null {
  const symbols = symbolsOf(text, isGs1);
  if (!symbols) return null;
  const check = symbols.reduce((sum, symbol, at) => sum + symbol * Math.max(at, 1), 0) % 103;
  return [...symbols, check, STOP].flatMap((symbol) => PATTERNS[symbol]!.split('').map(Number));
}

const SVG = 'http://www.w3.org/2000/svg';
const QUIET = 10;
/** Millimetres of the narrowest bar: as GS1 wants it on goods, less where the place is short, never beyond reading. */
const MODULE = 0.5;
const LEAST_MODULE = 0.2;
const HEIGHT = 60;

export interface Barcode {
  text: string;
  isGs1?: boolean;
  /** What a screen reader says of it. */
  label: string;
  /** Millimetres that it may take. */
  widest: number;
}

/** A drawing of the code; null when the text cannot be carried, or not in that width. Its height is the stylesheet's. */
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
