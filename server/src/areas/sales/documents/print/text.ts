/** What is printed of a text: what turns the reading direction, controls and invisible marks stay out of it. */

const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- they are what it looks for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]/g;

/** Line breaks stay. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\t', ' ').replace(UNPRINTABLE, '').toWellFormed();
}
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
