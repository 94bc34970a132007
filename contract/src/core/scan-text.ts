/** The text of a scan, without the parser of labels: the interface loads that with the first scan. */

/** Terminates a GS1 element of variable length; scanners send it for FNC1. */
export const GS = '\u001d';

/** Formats a code for display: removes the scanner's prefix and shows separators as spaces. */
export function shownScan(scanned: string): string {
  return scanned
    .replace(/^\][A-Za-z]\w/, '')
    .replaceAll(GS, ' ')
    .trim();
}
