/** Countries whose VAT numbers belong to the VAT area of the European Union. */
const MEMBERS = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

/**
 * Reports whether a country is in the VAT area of the Union. @param country ISO 3166-1 alpha-2; null counts as outside
 */
export function isInEuropeanUnion(country: string | null): boolean {
  return country !== null && MEMBERS.has(country);
}

/** Returns the VAT number prefix of a country: `EL` for Greece, otherwise its ISO code. */
export function vatPrefixOf(country: string): string {
  return country === 'GR' ? 'EL' : country;
}

/**
 * Returns the country of a VAT prefix used in the Union, or null: `EL` and `GR` are Greece, `XI` (Northern Ireland)
 * stays unchanged because it has no ISO code.
 */
export function countryOfVatPrefix(prefix: string): string | null {
  if (prefix === 'XI') return prefix;
  if (prefix === 'EL') return 'GR';
  return MEMBERS.has(prefix) ? prefix : null;
}
