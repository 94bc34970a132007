/** The protocol of OpenID Connect with the provider of the operator, by `openid-client`. */
import * as client from 'openid-client';
import type { OidcSettings } from './oidc-settings.ts';

const TIMEOUT_SECONDS = 10;
/** After this time the discovery document is read again. The keys of the provider are read again when one is unknown. */
const DISCOVERY_MS = 60 * 60_000;
const MOST_GROUPS = 1_000;

/** The values that a sign-in presents again at its end. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The address of the callback. */
  redirectUri: string;
}

/** A person as the provider describes it. */
export interface OidcPerson {
  issuer: string;
  subject: string;
  /** `preferred_username`; empty without one. */
  username: string;
  /** Empty without one. */
  name: string;
  groups: string[];
}

export interface OidcProvider {
  settings: OidcSettings;
  /** Creates the address of the redirect, and the secrets that the end of the sign-in needs. @throws Error if the provider does not answer */
  start(redirectUri: string, state: string): Promise<{ location: string; checks: OidcChecks }>;
  /**
   * Exchanges the code of a callback. The library checks state, nonce, issuer, audience, times and signature.
   * @throws Error if the provider has refused, does not answer, or a check fails
   */
  finish(query: Record<string, string>, checks: OidcChecks): Promise<OidcPerson>;
}

/** Whether the provider itself has refused the sign-in, such as by a person who cancels. */
export function isRefusedByProvider(error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError;
}

/** Creates the connection to a provider. Its discovery document is read at the first sign-in. */
export function createOidcProvider(settings: OidcSettings): OidcProvider {
  let known: { config: client.Configuration; at: number } | undefined;
  const configure = async () => {
    if (known && Date.now() - known.at < DISCOVERY_MS) return known.config;
    const config = await discover(settings, client.ClientSecretBasic(settings.clientSecret));
    known = { config, at: Date.now() };
    return config;
  };
  return {
    settings,
    start: async (redirectUri, state) => {
      const config = await configure();
      const checks = {
        state,
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        redirectUri,
      };
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopesOf(config, settings.groupsClaim),
        state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      }).href;
      return { location, checks };
    },
    finish: async (query, { state, nonce, codeVerifier, redirectUri }) => {
      const config = await configure();
      const url = new URL(`${redirectUri}?${new URLSearchParams(query).toString()}`);
      const exchange = (by: client.Configuration) =>
        client.authorizationCodeGrant(by, url, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
      // Providers accept the secret in the header, in the form, or in one of them by registration.
      const tokens = await exchange(config).catch(async (error: unknown) => {
        if (!isWrongClient(error)) throw error;
        return exchange(await discover(settings, client.ClientSecretPost(settings.clientSecret)));
      });
      const claims = tokens.claims()!;
      const isComplete = claims[settings.groupsClaim] !== undefined && claims.preferred_username !== undefined;
      const more =
        isComplete || config.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      const merged: Record<string, unknown> = { ...more, ...claims };
      const groups = merged[settings.groupsClaim];
      return {
        issuer: claims.iss,
        subject: claims.sub,
        username: textOf(merged.preferred_username),
        name: textOf(merged.name),
        groups: (Array.isArray(groups) ? groups : [groups])
          .filter((group): group is string => typeof group === 'string')
          .slice(0, MOST_GROUPS),
      };
    },
  };
}

async function discover({ issuer, clientId }: OidcSettings, auth: client.ClientAuth): Promise<client.Configuration> {
  const url = new URL(issuer);
  return client.discovery(url, clientId, undefined, auth, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // By default the library trusts the TLS connection to the provider instead of the signature.
      client.enableNonRepudiationChecks,
      // Only on this machine, see readOidcSettings().
      ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** Some providers have a scope for the groups, and some refuse unknown scopes. */
function scopesOf(config: client.Configuration, groupsClaim: string): string {
  const supported = config.serverMetadata().scopes_supported ?? [];
  return ['openid', 'profile', ...(supported.includes(groupsClaim) ? [groupsClaim] : [])].join(' ');
}

function isWrongClient(error: unknown): boolean {
  return (
    (error instanceof client.ResponseBodyError && error.error === 'invalid_client') ||
    error instanceof client.WWWAuthenticateChallengeError
  );
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : '';
}
