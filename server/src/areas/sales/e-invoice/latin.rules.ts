/** FatturaPA accepts Latin-1 in texts and ASCII in codes: other letters are transliterated. */
import anyAscii from 'any-ascii';

const LATIN1 = /^[\u0020-\u007e\u00a0-\u00ff]*$/;
const ASCII = /^[\u0020-\u007e]+$/;
const INVISIBLE = /^(\p{Mark}|\p{Default_Ignorable_Code_Point})$/u;

/** Converts a text to one line of Latin-1, of at most `most` characters. */
export function latin(text: string, most: number): string {
  const composed = text.normalize('NFC');
  const letters = LATIN1.test(composed) ? composed : Array.from(composed, nearest).join('');
  return cut(letters, most);
}

/** Converts a text to one line of ASCII, of at most `most` characters, as the schema requires for codes and numbers. */
export function basicLatin(text: string, most: number): string {
  return cut(anyAscii(latin(text, 10_000)), most);
}

/** A character that has no counterpart becomes a question mark. */
function nearest(character: string): string {
  if (LATIN1.test(character)) return character;
  if (/\s/.test(character)) return ' ';
  const known = anyAscii(character);
  if (ASCII.test(known)) return known;
  return INVISIBLE.test(character) ? '' : '?';
}

function cut(text: string, most: number): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, most).trim();
}
