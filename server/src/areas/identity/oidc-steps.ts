/**
 * The steps of a sign-in by OpenID Connect: to the provider, back from it, and a ticket with its answer. Only the
 * SHA-256 of states, browser secrets and tickets is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Visit } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { Redirect } from '../../platform/http/redirect.ts';
import { Problem } from '../../platform/problem.ts';
import { isRefusedByProvider, type OidcPerson, type OidcProvider } from './oidc-provider.ts';

const CALLBACK = '/api/auth/oidc/callback';
const STATE_MINUTES = 10;
const TICKET_SECONDS = 60;
const COOKIE = 'bobina_oidc';
/** Over https. The prefix makes the browser refuse a cookie that another host or a plain http page has set. */
const SAFE_COOKIE = `__Host-${COOKIE}`;
type Reason = 'state' | 'denied' | 'failed';

/** @throws NOT_CONFIGURED without OIDC_ISSUER */
export function requireProvider(provider: OidcProvider | undefined): OidcProvider {
  if (!provider) throw new Problem('NOT_CONFIGURED', { text: 'OIDC_NOT_SET_UP' });
  return provider;
}

/**
 * Sends the browser to the provider, with a cookie that its return must present.
 * @param publicUrl without it the callback is at the address that the browser uses; the provider accepts only addresses
 *   that are registered there
 */
export async function startOidc(
  visit: Visit,
  provider: OidcProvider,
  publicUrl: string | undefined,
): Promise<Redirect> {
  const origin = publicUrl ?? visit.origin;
  const state = secret();
  const browser = secret();
  const started = await provider.start(`${origin}${CALLBACK}`, state).catch((error: unknown) => {
    visit.log.warn({ event: 'oidc_failed', reason: reasonOf(error) }, 'the sign-in provider does not answer');
    return undefined;
  });
  if (!started) return refusal('failed');
  const { nonce, codeVerifier, redirectUri } = started.checks;
  await visit.db
    .insertInto('oidc_states')
    .values({
      state_hash: hashOf(state),
      browser_hash: hashOf(browser),
      nonce,
      code_verifier: codeVerifier,
      redirect_uri: redirectUri,
    })
    .execute();
  const cookie = cookieOf(browser, STATE_MINUTES * 60, origin);
  return new Redirect(started.location, cookie);
}

/** Ends the exchange with the provider. @returns the way to the sign-in screen, with a ticket or the reason of a refusal */
export async function finishOidc(
  visit: Visit,
  provider: OidcProvider,
  query: Record<string, string | undefined>,
): Promise<Redirect> {
  const given = Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const safe = visit.cookie(SAFE_COOKIE);
  const browser = safe ?? visit.cookie(COOKIE);
  const { state } = given;
  const open = state && browser ? await takeState(visit.db, state, browser) : undefined;
  const isOwnCookie = open?.redirect_uri.startsWith('https:') === (safe !== undefined);
  if (!state || !open || !isOwnCookie) return refusal('state');
  const { nonce, code_verifier: codeVerifier, redirect_uri: redirectUri } = open;
  try {
    const person = await provider.finish(given, { state, nonce, codeVerifier, redirectUri });
    const ticket = await keepTicket(visit.db, person);
    return new Redirect(`/login#oidc=${ticket}`, cookieOf('', 0, redirectUri));
  } catch (error) {
    visit.log.warn({ event: 'oidc_failed', reason: reasonOf(error) }, 'sign-in by provider failed');
    return refusal(isRefusedByProvider(error) ? 'denied' : 'failed');
  }
}

/** Deletes a ticket. @returns the provider's answer; undefined for a ticket that is unknown, used or late */
export async function takeTicket(db: Db, ticket: string): Promise<OidcPerson | undefined> {
  return db
    .deleteFrom('oidc_tickets')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('created_at', '>', sql<string>`now() - make_interval(secs => ${sql.lit(TICKET_SECONDS)})`)
    .returning(['issuer', 'subject', 'username', 'name', 'groups'])
    .executeTakeFirst();
}

/** Deletes states and tickets that are older than an hour. */
export async function deleteOldOidc(db: Db): Promise<void> {
  const old = sql<string>`now() - interval '1 hour'`;
  await db.deleteFrom('oidc_states').where('created_at', '<', old).execute();
  await db.deleteFrom('oidc_tickets').where('created_at', '<', old).execute();
}

/** The state is kept for its own browser when another one presents it. */
function takeState(db: Db, state: string, browser: string) {
  return db
    .deleteFrom('oidc_states')
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browser))
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${sql.lit(STATE_MINUTES)})`)
    .returning(['nonce', 'code_verifier', 'redirect_uri'])
    .executeTakeFirst();
}

async function keepTicket(db: Db, person: OidcPerson): Promise<string> {
  const ticket = secret();
  await db
    .insertInto('oidc_tickets')
    .values({ ticket_hash: hashOf(ticket), ...person })
    .execute();
  return ticket;
}

function refusal(reason: Reason): Redirect {
  return new Redirect(`/login#oidc-refused=${reason}`);
}

/** SameSite=Lax: the browser sends it when the provider sends the person back, and not with requests of other sites. */
function cookieOf(value: string, seconds: number, address: string): string {
  const isSecure = new URL(address).protocol === 'https:';
  // The prefix requires Path=/.
  const name = isSecure ? SAFE_COOKIE : COOKIE;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}

/** The code and the cause of a failure. Its description and answer may contain tokens. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, error: reason } = error as { code?: unknown; error?: unknown };
  return [error.name, code, reason].filter((part) => typeof part === 'string').join(' ');
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
