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

/** Checks the control character of an Italian tax code: of a person, or the number of a company. */
export function isCodiceFiscale(text: string): boolean {
  const code = text.replace(/\s/g, '').toUpperCase();
  if (/^\d{11}$/.test(code)) return isPartitaIva(code);
  if (!/^[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPRST][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/.test(code)) return false;
  const sum = code
    .slice(0, 15)
    .split('')
    .reduce((total, character, at) => {
      const place = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
      return total + (at % 2 === 0 ? IN_ODD_PLACES[place]! : place);
    }, 0);
  return code.charCodeAt(15) - 65 === sum % 26;
}

/** Whether a text is the abbreviation of an Italian province. */
export function isItalianProvince(text: string): boolean {
  return /^[A-Z]{2}$/i.test(text.trim()) && PROVINCES.includes(` ${text.trim().toUpperCase()} `);
}

/** The values of 0-9 and A-Z in the odd places of a tax code, by the decree of 12 March 1974. */
const IN_ODD_PLACES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
/** With those of Sardinia before and after 2025 and the abbreviations of Rome and Forlì that documents still use. */
const PROVINCES =
  ` AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CI CL CN CO CR CS CT CZ EN FC FE FG FI FM
 FO FR GE GO GR IM IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OG OR OT PA PC PD PE PG PI PN PO PR PS PT PU PV PZ
 RA RC RE RG RI RM RN RO SA SI SO SP SR SS SU SV TA TE TN TO TP TR TS TV UD VA VB VC VE VI VR VS VT VV `.replaceAll(
    '\n',
    ' ',
  );

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
