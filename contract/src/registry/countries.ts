/** Resolves the country of a party that may contain only a country name, by the names that the JavaScript runtime knows. */
import { LANGUAGES } from '../core/languages.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
let names: Map<string, string> | undefined;

/**
 * Returns the ISO code, from the code itself or from a name in Italian, French or English; null when neither is known.
 */
export function countryOf(party: { country: string | null; country_code: string | null }): string | null {
  if (party.country_code) return party.country_code;
  names ??= namesOfCountries();
  const name = (party.country ?? '').trim().toLowerCase();
  return names.get(name) ?? (/^[a-z]{2}$/.test(name) ? name.toUpperCase() : null);
}

function namesOfCountries(): Map<string, string> {
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    const nameOf = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const first of LETTERS)
      for (const second of LETTERS) {
        const name = nameOf.of(first + second);
        // Maps obsolete codes to current ones: DD to Germany, FX to France.
        if (name) names.set(name.toLowerCase(), new Intl.Locale(`und-${first}${second}`).region!);
      }
  }
  return names;
}
