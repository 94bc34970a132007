/** What goes into a workbook: plain values, ready for the worker. */
export type CellValue = string | number | boolean | null | { day: string };

/** A text that a spreadsheet would take for a formula, in the wide signs of the East too, is kept a text by an apostrophe. */
export function safeText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
/** Names of sheets are at most 31 characters, without a few signs. */
export function sheetName(title: string): string {
  return (
    title
      .replace(/[[\]:*?/\\]/g, ' ')
      .slice(0, 31)
      .trim() || 'Bobina'
  );
}
