/** Invented numbers with valid check digits, so that the demo company shows no warnings. */

/** Returns a partita IVA. @param seed any number; the same seed gives the same number */
export function partitaIva(seed: number): string {
  const first =
    String(1_000_000 + ((seed * 7_919) % 8_999_999)).padStart(7, '0') + String(10 + (seed % 90)).padStart(3, '0');
  return first + luhn(first);
}

/** Returns a French VAT number. @param seed any number; the same seed gives the same number */
export function frenchTva(seed: number): string {
  const first = String(30_000_000 + ((seed * 104_729) % 59_999_999));
  const siren = first + luhn(first);
  return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;
}
/** Returns the SIRET of an establishment. @param vat the French VAT number of its company @param establishment from 1 */
export function frenchSiret(vat: string, establishment: number): string {
  const first = `${vat.slice(-9)}${String(establishment).padStart(4, '0')}`;
  return first + luhn(first);
}
/** Returns a Moroccan ICE, the common identifier of enterprises, of fifteen digits. */
export function moroccanIce(seed: number): string {
  return `00${String(1_000_000 + ((seed * 6_367) % 8_999_999))}0000${String(10 + (seed % 90))}`;
}
/** Returns a GTIN-13 with an invented Italian company prefix. */
export function gtin(seed: number): string {
  const first = `8059999${String(seed).padStart(5, '0')}`;
  const sum = first.split('').reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return first + ((10 - (sum % 10)) % 10);
}
/** Returns the IBAN of an invented account. @param seed any number; the same seed gives the same number */
export function iban(country: 'IT' | 'FR', seed: number): string {
  const account = String(100_000 + seed * 7_919).padStart(country === 'IT' ? 12 : 11, '0');
  const rest = country === 'IT' ? `X0542811101${account}` : `3000600001${account}89`;
  const digits = `${rest}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${rest}`;
}

function luhn(digits: string): number {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return (10 - (sum % 10)) % 10;
}
