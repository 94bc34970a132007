/** Bank numbers and the characters that banks accept. */
import { plain, validIban } from '../e-invoice/numbers.rules.ts';
import { basicLatin } from '../e-invoice/latin.rules.ts';

/** Where an Italian account is kept: bank (ABI), branch (CAB) and account number. */
export interface ItalianAccount {
  abi: string;
  cab: string;
  account: string;
}

/** Splits a valid Italian IBAN; null for every other text. */
export function italianAccount(iban: string | null): ItalianAccount | null {
  const found = /^IT\d\d[A-Z](\d{5})(\d{5})([A-Z0-9]{12})$/.exec(validIban(iban) ?? '');
  return found && { abi: found[1]!, cab: found[2]!, account: found[3]! };
}

/** The bank of a customer: ABI and CAB as entered, otherwise those of the Italian IBAN; null without both. */
export function bankOf(party: {
  abi: string | null;
  cab: string | null;
  iban: string | null;
}): { abi: string; cab: string } | null {
  const [abi, cab] = [plain(party.abi), plain(party.cab)];
  if (/^\d{5}$/.test(abi) && /^\d{5}$/.test(cab)) return { abi, cab };
  return abi === '' && cab === '' ? italianAccount(party.iban) : null;
}

/**
 * Returns a valid SEPA creditor identifier, otherwise null. Its check digits are those of an IBAN without the business
 * code in positions 5 to 7.
 */
export function creditorIdentifier(text: string | null): string | null {
  const given = plain(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(given)) return null;
  const digits = (given.slice(7) + given.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1 ? given : null;
}

/** The five characters that identify a company to the Italian banks (SIA code); null when they are not five. */
export function siaCode(text: string | null): string | null {
  const given = plain(text);
  return /^[A-Z0-9]{5}$/.test(given) ? given : null;
}

/** Converts a text to the characters of SEPA and CBI files, at most `most`. */
export function bankText(text: string | null, most: number): string {
  const letters = basicLatin(text ?? '', 10_000).replaceAll('&', '+');
  return letters
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim();
}
