/**
 * Code 128 (ISO/IEC 15417): code set B for text, code set C for runs of digits. A leading FNC1 makes it a GS1-128. Each
 * symbol has six widths, alternating bars and spaces; the stop symbol has seven.
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
/** Digits that are worth a change to code set C: fewer at either end, where there is one change and not two. */
const LEAST_DIGITS = { atEnd: 4, inside: 6 };

/**
 * Widths of bars and spaces in modules, starting with a bar.
 * @returns null for a text that Code 128 cannot encode
 */
export function widthsOf(text: string, isGs1 = false): number[] | null {
  const symbols = symbolsOf(text, isGs1);
  if (!symbols) return null;
  const check = symbols.reduce((sum, symbol, at) => sum + symbol * Math.max(at, 1), 0) % 103;
  return [...symbols, check, STOP].flatMap((symbol) => PATTERNS[symbol]!.split('').map(Number));
}

/**
 * Symbol values without check symbol and stop.
 * @returns null for a text that Code 128 cannot encode
 */
function symbolsOf(text: string, isGs1: boolean): number[] | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const symbols: number[] = [];
  let inDigits = false;
  for (let at = 0; at < text.length;) {
    const run = /^\d*/.exec(text.slice(at))![0].length;
    const least = at === 0 || at + run === text.length ? LEAST_DIGITS.atEnd : LEAST_DIGITS.inside;
    // The first digit of an odd run stays in code set B, except at the start, where that needs a change.
    if (inDigits ? run >= 2 : run >= least && (at === 0 || run % 2 === 0)) {
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
