/** The countries whose VAT numbers belong to the VAT area of the European Union. */
const MEMBERS = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

/** @param country ISO 3166-1 alpha-2; null counts as outside */
export function isInEuropeanUnion(country: string | null): boolean {
  return country !== null && MEMBERS.has(country);
}

/** @returns the two letters that VAT numbers of a country start with: `EL` for Greece, else its ISO code */
export function vatPrefixOf(country: string): string {
  return country === 'GR' ? 'EL' : country;
}

/**
 * @returns the country of a VAT prefix used in the Union, or null: `EL` and `GR` are Greece, `XI` (Northern Ireland)
 *   stays as it is because it has no ISO code
 */
export function countryOfVatPrefix(prefix: string): string | null {
  if (prefix === 'XI') return prefix;
  if (prefix === 'EL') return 'GR';
  return MEMBERS.has(prefix) ? prefix : null;
}
