/**
 * Plausibility checks of suppliers and customers; they cause notices, never errors. Sources: the check digit of the
 * partita IVA (Luhn) and of the French TVA key.
 */

/** Checks an Italian VAT number. @param number eleven digits, with or without the leading IT */
export function isPartitaIva(number: string): boolean {
  const digits = number.replace(/\s/g, '').replace(/^IT/i, '');
  if (!/^\d{11}$/.test(digits) || /^0+$/.test(digits)) return false;
  const sum = digits.split('').reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Checks a French VAT number.
 * @param number FR, a key of two digits, and the SIREN of nine: key = (12 + 3 × (SIREN mod 97)) mod 97
 */
export function isFrenchTva(number: string): boolean {
  const found = /^FR(\d{2})(\d{9})$/i.exec(number.replace(/\s/g, ''));
  return found !== null && Number(found[1]) === (12 + 3 * (Number(found[2]) % 97)) % 97;
}

type Party = { vat_number: string; zip_code: string; province: string; country: string; country_code: string | null };
export type Notice = {
  code: 'vat_number_check' | 'vat_number_zero' | 'zip_code_format' | 'province_format';
  path: string;
};

/** Returns the notices for the VAT number, postal code and province of a party. */
export function noticesOf(party: Party): Notice[] {
  const country = countryOf(party);
  const notices: Notice[] = [];
  const wrongVat =
    (country === 'IT' && !isPartitaIva(party.vat_number)) || (country === 'FR' && !isFrenchTva(party.vat_number));
  if (wrongVat) notices.push({ code: 'vat_number_check', path: 'vat_number' });
  if (wrongVat && country === 'IT' && lostZero(party.vat_number))
    notices.push({ code: 'vat_number_zero', path: 'vat_number' });
  if (country === 'IT' && !/^\d{5}$/.test(party.zip_code)) notices.push({ code: 'zip_code_format', path: 'zip_code' });
  if (country === 'IT' && !/^[A-Z]{2}$/i.test(party.province))
    notices.push({ code: 'province_format', path: 'province' });
  return notices;
}

/** A spreadsheet that reads a partita IVA as a number removes its leading zero. */
function lostZero(number: string): boolean {
  const digits = number.replace(/\s/g, '').replace(/^IT/i, '');
  return digits.length === 10 && isPartitaIva(`0${digits}`);
}

function countryOf({ country, country_code }: Party): string {
  if (country_code) return country_code;
  const name = country.trim().toLowerCase();
  if (['italia', 'italy', 'italie', 'it'].includes(name)) return 'IT';
  return ['francia', 'france', 'fr'].includes(name) ? 'FR' : '';
}
