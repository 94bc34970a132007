/** Words that are easy to guess in a password here: those of the product, of the company and of the user. */
import type { Db } from '../../platform/database/db.ts';

/** The product and its first user. docs/operations.md names them. */
export const PRODUCT_WORDS = ['bobina', 'bobine', 'admin', 'administrator', 'amministratore', 'administrateur'];
const LEAST_WORD = 3;
/** Besides the words of context, a password needs this many letters, or this many letters and digits together. */
const LEAST_OTHER_LETTERS = 4;
const LEAST_OTHER_CHARACTERS = 5;

/** The texts that name a user. */
export interface Named {
  username?: string | undefined;
  name?: string | undefined;
  email?: string | null | undefined;
}

/** Returns the words of the product, the company and this user, the longest first. */
export async function contextWords(db: Db, { username, name, email }: Named): Promise<string[]> {
  const company = await db.selectFrom('company').select('business_name').executeTakeFirst();
  const texts = [company?.business_name, username, name, email?.split('@')[0]];
  const found = texts.flatMap((text) => plain(text ?? '').split(/[^\p{L}]+/u));
  const words = [...PRODUCT_WORDS, ...found].filter((word) => word.length >= LEAST_WORD);
  return [...new Set(words)].toSorted((a, b) => b.length - a.length);
}

/**
 * Whether a password holds a word of context and little else: fewer than four other letters, and fewer than five
 * other letters and digits, such as a year. Ignores case, accents and signs.
 */
export function isOfContext(password: string, words: readonly string[]): boolean {
  const text = plain(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  return (
    rest !== text &&
    rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < LEAST_OTHER_CHARACTERS &&
    rest.replaceAll(/\P{L}/gu, '').length < LEAST_OTHER_LETTERS
  );
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
