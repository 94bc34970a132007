import type { Call } from './call.ts';
import { italianCategory, translated } from './french/texts.ts';

/** The countries whose demo company can be loaded. */
export type DemoCountry = 'IT' | 'FR';

/** Adapts the calls of the demo: the texts of a French company are French. */
export function callIn(country: DemoCountry, call: Call): Call {
  if (country === 'IT') return call;
  return (method, path, body) =>
    call(method, path, body instanceof FormData ? body : body && (translated(body) as object));
}

/** Returns the family of a product, which the demo company names in Italian. */
export function familyOf(category: string): string {
  return italianCategory(category);
}
