/** Names of uploaded files. */
const MOST = 200;

/**
 * Cleans a name that a client sent: the last part of its path, without control characters and characters that change
 * the direction of text, at most 200 characters. A longer name keeps its extension.
 */
export function cleanFileName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1)!;
  const clean = last
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFD]/gu, '')
    .normalize('NFC')
    .trim();
  if (/^\.*$/.test(clean)) return 'file';
  const extension = /\.[^.]{1,10}$/u.exec(clean)?.[0] ?? '';
  return clean.length <= MOST
    ? clean
    : `${cut(clean.slice(0, -extension.length || undefined), MOST - extension.length)}${extension}`;
}

/** Cuts between characters. */
function cut(text: string, most: number): string {
  const part = text.slice(0, most);
  return part.isWellFormed() ? part : part.slice(0, -1);
}
