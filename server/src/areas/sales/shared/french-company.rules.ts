/** Numbers and electronic addresses of French companies. */
interface FrenchParty {
  siren?: string | null;
  siret?: string | null;
  routing_code?: string | null;
  vat_number: string | null;
  country_code: string | null;
}

/** The scheme of addresses in the directory of French invoicing platforms. */
export const FRENCH_ADDRESS_SCHEME = '0225';

/** Returns the SIREN of nine digits: the register's, that of the SIRET, or the last nine digits of a French VAT number. */
export function sirenOf(party: FrenchParty): string | null {
  const given = plain(party.siren);
  if (/^\d{9}$/.test(given)) return given;
  const siret = siretOf(party);
  if (siret !== null) return siret.slice(0, 9);
  const found = /^(FR)?[A-Z0-9]{2}(\d{9})$/.exec(plain(party.vat_number));
  return found && (found[1] || party.country_code === 'FR') ? found[2]! : null;
}

/** Returns the SIRET of fourteen digits, if the party has one. */
export function siretOf({ siret }: FrenchParty): string | null {
  const given = plain(siret);
  return /^\d{14}$/.test(given) ? given : null;
}

/**
 * Returns the electronic address in the French directory, or null without a SIREN. A routing code, which names a
 * service, follows the SIRET, or the SIREN without one.
 */
export function frenchAddressOf(party: FrenchParty): string | null {
  const siren = sirenOf(party);
  if (siren === null) return null;
  const routing = plain(party.routing_code);
  if (routing === '') return siren;
  const siret = siretOf(party);
  return [siren, ...(siret === null ? [] : [siret]), routing].join('_');
}

function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/[\s.\-/]/g, '').toUpperCase();
}
