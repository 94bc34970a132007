/** Recognizes words with typing mistakes: an exchanged, missing, additional or wrong letter. */

/** Shorter words are not compared: too many others differ from them by one letter. */
export const SHORTEST_MISSPELT = 4;
/** Words from this length on may have two mistakes. */
const LONG = 7;

/**
 * Whether a typed text is a word, or its beginning, with at most one mistake, or two in words of seven letters or more.
 * Both are in lower case without accents.
 */
export function isMisspelt(typed: string, word: string): boolean {
  if (typed.length < SHORTEST_MISSPELT) return word.startsWith(typed);
  const most = typed.length < LONG ? 1 : 2;
  return mistakes(typed, word) <= most;
}

/** The number of mistakes by which a text differs from the nearest beginning of a word. */
function mistakes(typed: string, word: string): number {
  let before: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row++) {
    const now = [row];
    for (let at = 1; at <= word.length; at++) {
      const isSame = typed[row - 1] === word[at - 1];
      const isExchanged = typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
      now[at] = Math.min(
        last[at]! + 1,
        now[at - 1]! + 1,
        last[at - 1]! + (isSame ? 0 : 1),
        isExchanged ? before[at - 2]! + 1 : Infinity,
      );
    }
    [before, last] = [last, now];
  }
  return Math.min(...last);
}
