/**
 * Normalizes tax and bank numbers for electronic invoices: no spaces, no country prefix in fields with a separate
 * country.
 */
import { countryOfVatPrefix, isInEuropeanUnion, vatPrefixOf } from './european-union.rules.ts';

/** Removes separators from a number and converts it to upper case. */
export function plain(text: string | null): string {
  return (text ?? '').replace(/[\s.\-/]/g, '').toUpperCase();
}

/** Returns a VAT number without its country prefix: `IT01234567897` → `01234567897`. The prefix of Greece is EL. */
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
 * Splits a VAT number into country and number. The country is the number's own prefix if it is one of the Union,
 * otherwise the party's. Outside the Union the country letters are a prefix only before a digit: `MA123` is split, the
 * Swiss `CHE123456789` is not.
 * @returns null without a country or a number (the register requires a text, so `-` or zeros may mean none)
 */
export function splitVatNumber(number: string | null, country: string | null): VatNumber | null {
  const text = plain(number);
  if (!/[1-9]/.test(text)) return null;
  const rest = text.slice(2);
  if (country !== null) {
    const isOwn = text.startsWith(vatPrefixOf(country)) || text.startsWith(country);
    const isPrefix = isOwn && (isInEuropeanUnion(country) || /^\d/.test(rest));
    if (isPrefix) return { country, code: rest };
    // The key of a French number may consist of two letters; before exactly nine digits they are not a country.
    if (isOwn || (country === 'FR' && /^[A-Z]{2}\d{9}$/.test(text))) return { country, code: text };
  }
  const other = countryOfVatPrefix(text.slice(0, 2));
  if (other !== null && /\d{2}/.test(rest)) return { country: other, code: rest };
  return country === null ? null : { country, code: text };
}
/** Returns the VAT number with its country prefix, as EN 16931 requires; empty without a number or a country. */
export function europeanVat(number: string | null, country: string | null): string {
  const vat = splitVatNumber(number, country);
  if (vat === null) return '';
  const prefix = vatPrefixOf(vat.country);
  return vat.code.startsWith(prefix) ? vat.code : `${prefix}${vat.code}`;
}

/** Returns a valid Italian tax code: eleven digits of a company or sixteen characters of a person; null otherwise. */
export function italianTaxCode(text: string | null): string | null {
  const code = plain(text);
  return /^\d{11}$|^[A-Z0-9]{16}$/.test(code) ? code : null;
}

/**
 * Returns a valid IBAN, otherwise null. ISO 13616: letters as numbers, the first four characters last, modulo 97 is 1.
 */
export function validIban(text: string | null): string | null {
  const iban = (text ?? '').replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1 ? iban : null;
}

/** Returns MP01 to MP23, or null. */
export function paymentMethod(text: string | null): string | null {
  const method = plain(text);
  return /^MP(0[1-9]|1\d|2[0-3])$/.test(method) ? method : null;
}
/** Reports whether the payment method is a transfer to the company's account. */
export function isTransfer(method: string | null): boolean {
  return method === 'MP05';
}
