/** Cell content of a workbook: plain values that can be posted to the worker. */
export type CellValue = string | number | boolean | null | { day: string };

/** Prefixes a text that a spreadsheet would parse as a formula with an apostrophe; covers full-width signs. */
export function safeText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
/** Makes a valid sheet name: at most 31 characters, without forbidden characters. */
export function sheetName(title: string): string {
  return (
    title
      .replace(/[[\]:*?/\\]/g, ' ')
      .slice(0, 31)
      .trim() || 'Bobina'
  );
}
