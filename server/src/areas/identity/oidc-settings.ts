/** OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_GROUPS_CLAIM and OIDC_NAME. */

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that lists the groups of a person. */
  groupsClaim: string;
  /** The name on the sign-in button. */
  name: string;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Reads the settings of the sign-in provider; undefined without OIDC_ISSUER. @throws Error in plain words, without the secret */
export function readOidcSettings(env: NodeJS.ProcessEnv): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer) return undefined;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error(
      `OIDC_ISSUER must be the https address of the provider, as its discovery document names it: ${issuer}`,
    );
  if (!clientId)
    throw new Error('OIDC_CLIENT_ID is missing: OIDC_ISSUER needs the name of this installation at the provider');
  if (!clientSecret) throw new Error('OIDC_CLIENT_SECRET is missing: OIDC_ISSUER needs the secret of OIDC_CLIENT_ID');
  return {
    issuer,
    clientId,
    clientSecret,
    groupsClaim: env.OIDC_GROUPS_CLAIM || 'groups',
    name: env.OIDC_NAME || url.host,
  };
}
