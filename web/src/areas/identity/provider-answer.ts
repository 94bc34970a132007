/** The way back from the sign-in provider: `/login#oidc=<ticket>` or `/login#oidc-refused=<reason>`. */

const BEGUN = 'oidc-begun';
const REFUSALS = ['state', 'denied', 'failed'] as const;
type Answer = { ticket: string; refused?: undefined } | { ticket?: undefined; refused: (typeof REFUSALS)[number] };

/** Stores that a sign-in has begun in this tab. */
export function beginAtProvider(): void {
  sessionStorage.setItem(BEGUN, '1');
}

/**
 * Takes the answer out of the address, so that a reload does not send it again. A ticket counts only in the tab that has
 * begun the sign-in: otherwise a link could sign the reader in as another person.
 */
export function takeProviderAnswer(): Answer | undefined {
  const [name, value] = location.hash.slice(1).split('=');
  if (name !== 'oidc' && name !== 'oidc-refused') return undefined;
  history.replaceState(history.state, '', location.pathname);
  const hasBegun = sessionStorage.getItem(BEGUN) !== null;
  sessionStorage.removeItem(BEGUN);
  if (name === 'oidc' && value) return hasBegun ? { ticket: value } : { refused: 'state' };
  return { refused: REFUSALS.find((reason) => reason === value) ?? 'failed' };
}
