/** Numbers of tax and bank as the electronic invoice wants them: no spaces, no country before a number of its own. */
import { countryOfVatPrefix, isInEuropeanUnion, vatPrefixOf } from './european-union.rules.ts';

export function plain(text: string | null): string {
  return (text ?? '').replace(/[\s.\-/]/g, '').toUpperCase();
}

/** A VAT number without its country: `IT01234567897` → `01234567897`. Greece writes EL. */
export function vatDigits(number: string | null, country: string | null): string {
  const text = plain(number);
  const prefix = country === 'GR' ? 'EL' : country;
  return prefix && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
export interface VatNumber {
  /** ISO 3166-1 alpha-2, or `XI`. */
  country: string;
  code: string;
}
/**
 * Splits a VAT number into its country and the number alone. The country is that of the number's own prefix where it has
 * one of the Union, else the party's. Outside the Union the country's letters are a prefix only before a digit: `MA123`
 * is split, a Swiss `CHE123456789` is a number that happens to start with them.
 * @returns null when there is no number (the register requires a text, so `-` or zeros may stand for none) or no country
 */
export function splitVatNumber(number: string | null, country: string | null): VatNumber | null {
  const text = plain(number);
  if (!/[1-9]/.test(text)) return null;
  const rest = text.slice(2);
  if (country !== null) {
    const isOwn = text.startsWith(vatPrefixOf(country)) || text.startsWith(country);
    const isPrefix = isOwn && (isInEuropeanUnion(country) || /^\d/.test(rest));
    if (isPrefix) return { country, code: rest };
    // The key of a French number may be two letters, which are no country before exactly nine digits.
    if (isOwn || (country === 'FR' && /^[A-Z]{2}\d{9}$/.test(text))) return { country, code: text };
  }
  const other = countryOfVatPrefix(text.slice(0, 2));
  if (other !== null && /\d{2}/.test(rest)) return { country: other, code: rest };
  return country === null ? null : { country, code: text };
}
/** @returns the VAT number with the prefix of its country, as EN 16931 asks; empty without a number or a country */
export function europeanVat(number: string | null, country: string | null): string {
  const vat = splitVatNumber(number, country);
  if (vat === null) return '';
  const prefix = vatPrefixOf(vat.country);
  return vat.code.startsWith(prefix) ? vat.code : `${prefix}${vat.code}`;
}

/** Of a company eleven digits, of a person sixteen letters and digits. */
export function italianTaxCode(text: string | null): string | null {
  const code = plain(text);
  return /^\d{11}$|^[A-Z0-9]{16}$/.test(code) ? code : null;
}

/** ISO 13616: the letters as numbers, the first four characters last, modulo 97 is 1. */
export function validIban(text: string | null): string | null {
  const iban = (text ?? '').replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1 ? iban : null;
}

/** Of a French VAT number the last nine digits. */
export function sirenOf(party: { siren?: string | null; vat_number: string | null; country_code: string | null }) {
  const given = plain(party.siren ?? null);
  if (/^\d{9}$/.test(given)) return given;
  const found = /^FR[A-Z0-9]{2}(\d{9})$/.exec(europeanVat(party.vat_number, party.country_code));
  return found ? found[1]! : null;
}

/** MP01 … MP23, or null. */
export function paymentMethod(text: string | null): string | null {
  const method = plain(text);
  return /^MP(0[1-9]|1\d|2[0-3])$/.test(method) ? method : null;
}
/** The ways of payment that go to the company's account. */
export function isTransfer(method: string | null): boolean {
  return method === 'MP05';
}
