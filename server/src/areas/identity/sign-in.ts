import { createHash } from 'node:crypto';
import type { Credentials, SignedIn } from '@bobina/contract/identity/auth.ts';
import type { SecondFactorAsked, SecondStep, SignedChallenge } from '@bobina/contract/identity/second-factor.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { recordActivities } from '../../platform/activities.ts';
import type { Visit } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/problem.ts';
import { MUST_ADD_SECOND_FACTOR, openSession } from '../../platform/sessions/sessions.ts';
import { isPassword } from './passwords.ts';
import { accountForLog, recordSecurityEvent, recordSignInFailure } from './security-events.ts';
import { warnOfSharedAddress } from './shared-address.ts';
import { mailOfNewDevice, type SignInMails } from './sign-in-mails.ts';
import { tryPassword } from './sign-in-throttle.ts';
import { createSignInOptions, requireSite, usePasskey, userOfPasskey, type PasskeySite } from './passkeys.ts';
import { secondFactorsOf, useCode } from './second-factor.ts';
import { countFailure, createTicket, holdTicket, markTicketUsed, userOfTicket } from './tickets.ts';
import { requiredOf, signedInUser } from './users.ts';
import type { Role } from '@bobina/contract/core/permissions.ts';

const WELCOME: Record<Language, string> = { it: 'Accesso effettuato', fr: 'Connexion réussie', en: 'Signed in' };

/**
 * Opens a session for a correct username (case-insensitive, see fold_account) and password, or creates a ticket for a
 * user with a second factor.
 * A wrong pair gets the same answer in the same time whether the user exists or not; USER_INACTIVE and
 * PASSWORD_EXPIRED require the correct password. The rate limit is checked before the password. Each attempt is logged with its address and account, and
 * stored as a security event unless it was throttled.
 * @throws INVALID_CREDENTIALS, USER_INACTIVE, PASSWORD_EXPIRED, TOO_MANY_REQUESTS
 */
export async function signIn(visit: Visit, credentials: z.infer<typeof Credentials>, mails: SignInMails) {
  const user = await compareInTurn(visit, credentials);
  if (!user) throw new Problem('INVALID_CREDENTIALS');
  const done = await inTransaction(visit.db, async (tx): Promise<Opened | SecondFactorAsked> => {
    await holdUnchanged(tx, user);
    const second_factor = await secondFactorsOf(tx, user.id);
    if (second_factor.length > 0) return { second_factor, ticket: await createTicket(tx, user.id) };
    return openFor(tx, { visit, user, mails });
  });
  return 'ticket' in done ? done : answerSignedIn(visit, user, done);
}

/**
 * Opens a session for a ticket and a code or the answer of a passkey. A wrong one counts for the rate limit like a wrong
 * password, and ends the ticket at the fifth time.
 * @throws INVALID_CREDENTIALS, TOO_MANY_REQUESTS, NOT_CONFIGURED
 */
export async function signInWithTicket(
  visit: Visit,
  { ticket, code, challenge_id, response }: z.infer<typeof SecondStep>,
  { site, mails }: { site: PasskeySite | undefined; mails: SignInMails },
) {
  const isRight = (tx: Tx, userId: number) =>
    response !== undefined && challenge_id !== undefined
      ? usePasskey(tx, { challenge_id, response }, { site: requireSite(site), userId, isAlone: false })
      : useCode(tx, userId, code ?? '');
  return signInBySecret(visit, {
    userId: await userOfTicket(visit.db, ticket),
    // An unknown ticket counts only for the address.
    secret: ticket,
    mails,
    run: async (tx, userId) => {
      if (!(await holdTicket(tx, ticket))) return false;
      if (await isRight(tx, userId)) {
        await markTicketUsed(tx, ticket);
        return true;
      }
      await countFailure(tx, ticket);
      return false;
    },
  });
}

/**
 * Opens a session for the answer of a passkey whose device has verified its user.
 * @throws INVALID_CREDENTIALS, TOO_MANY_REQUESTS
 */
export async function signInWithPasskey(
  visit: Visit,
  signed: z.infer<typeof SignedChallenge>,
  { site, mails }: { site: PasskeySite; mails: SignInMails },
) {
  return signInBySecret(visit, {
    userId: await userOfPasskey(visit.db, signed.response),
    secret: signed.challenge_id,
    mails,
    run: (tx, userId) => usePasskey(tx, signed, { site, userId, isAlone: true }),
  });
}

/** The options to sign in with a passkey. @throws INVALID_CREDENTIALS for a ticket that is no longer valid */
export async function passkeySignInOptions({ db }: Visit, ticket: string | undefined, site: PasskeySite) {
  if (ticket === undefined) return createSignInOptions(db, site, undefined);
  const userId = await userOfTicket(db, ticket);
  const isOpen = userId !== undefined && (await inTransaction(db, (tx) => holdTicket(tx, ticket)));
  if (!isOpen) throw new Problem('INVALID_CREDENTIALS', { text: 'WRONG_CODE' });
  return createSignInOptions(db, site, userId);
}

/** Opens the session and records it. */
export async function openFor(
  tx: Tx,
  { visit, user, mails, byProvider = false }: { visit: Visit; user: Found; mails: SignInMails; byProvider?: boolean },
): Promise<Opened> {
  await tx
    .updateTable('users')
    .set({ last_login: sql`now()` })
    .where('id', '=', user.id)
    .execute();
  const { token } = await openSession(tx, user.id, { ...visit, byProvider });
  await recordActivities(tx, user.id, [
    { action: 'login', entity_type: 'users', entity_id: user.id, details: user.username },
  ]);
  await recordSecurityEvent(tx, { kind: 'sign_in', user, address: visit.address });
  return { token, hasMail: await mailOfNewDevice(tx, { visit, user, mails }) };
}

/** The answer of every sign-in that has opened a session. */
export function answerSignedIn(
  { language, address, announce, log }: Visit,
  user: Found,
  { token, hasMail }: Opened,
): SignedIn {
  log.info({ event: 'sign_in', account: user.username, address }, 'signed in');
  announce([{ entity: 'users', id: user.id, version: null }]);
  if (hasMail) announce([{ entity: 'outbox', id: null, version: null }]);
  return { token, user: signedInUser(user), message: WELCOME[language], ...requiredOf(user) };
}

/** Locks a user. @returns undefined when the user was deactivated or deleted */
export async function holdActive(tx: Tx, id: number): Promise<Found | undefined> {
  await sql`select from users where id = ${id} for no key update`.execute(tx);
  const user = await findUser(tx, sql`id = ${id}`);
  return user?.is_active ? user : undefined;
}

interface SecretAttempt {
  /** The user whom the secret names; undefined for an unknown secret. */
  userId: number | undefined;
  /** Counts in place of the account when the user is unknown. */
  secret: string;
  mails: SignInMails;
  /** Uses the secret. @returns whether it was right */
  run: (tx: Tx, userId: number) => Promise<boolean>;
}

/** Signs in without a password, under the rate limit of passwords. Locks the user first. */
async function signInBySecret(visit: Visit, { userId, secret, mails, run }: SecretAttempt): Promise<SignedIn> {
  const { db, address, log } = visit;
  const owner = userId === undefined ? undefined : await findUser(db, sql`id = ${userId}`);
  const account = owner?.username ?? `secret ${createHash('sha256').update(secret).digest('hex')}`;
  const done = await tryPassword(db, { username: account, address }, async () => {
    const opened =
      owner &&
      (await inTransaction(db, async (tx) => {
        const user = await holdActive(tx, owner.id);
        if (!user || !(await run(tx, user.id))) return undefined;
        return { user, ...(await openFor(tx, { visit, user, mails })) };
      }));
    if (opened) return opened;
    const shown = await recordSignInFailure(db, { user: owner, typed: account, address });
    log.warn({ event: 'sign_in_failed', account: shown, address, reason: 'second factor' }, 'sign-in failed');
    await warnOfSharedAddress(visit);
    return undefined;
  });
  if (!done) throw new Problem('INVALID_CREDENTIALS', { text: 'WRONG_CODE' });
  return answerSignedIn(visit, done.user, done);
}

type Found = NonNullable<Awaited<ReturnType<typeof findUser>>>;

interface Opened {
  token: string;
  /** A mail about a new device waits in the outbox. */
  hasMail: boolean;
}

/** The first user that is not deleted and meets the condition. */
function findUser(db: Db, condition: RawBuilder<unknown>) {
  return db
    .selectFrom('users as u')
    .select(['id', 'username', 'name', 'email', 'password_hash', 'is_active', sql<Role>`role`.as('role')])
    .select([
      'must_change_password as mustChangePassword',
      sql<boolean>`must_change_password and coalesce(first_password_expires_at < now(), false)`.as('isExpired'),
      sql.raw<boolean>(MUST_ADD_SECOND_FACTOR).as('mustAddSecondFactor'),
    ])
    .where(sql<boolean>`${condition}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Compares the password under the rate limit. @returns the matching user @throws USER_INACTIVE, PASSWORD_EXPIRED, TOO_MANY_REQUESTS */
async function compareInTurn(visit: Visit, { username, password }: z.infer<typeof Credentials>) {
  const { db, address, log } = visit;
  let isCompared = false;
  const fail = async (found: { id: number; username: string } | undefined, reason: string) => {
    const account = await recordSignInFailure(db, { user: found, typed: username, address });
    log.warn({ event: 'sign_in_failed', account, address, reason }, 'sign-in failed');
    await warnOfSharedAddress(visit);
  };
  const compare = async () => {
    isCompared = true;
    const found = await findUser(db, sql`fold_account(username) = fold_account(${username})`);
    if (await isPassword(found?.password_hash, password)) return found;
    await fail(found, 'credentials');
    return undefined;
  };
  const user = await tryPassword(db, { username, address }, compare).catch(async (error: unknown) => {
    if (!isCompared && error instanceof Problem)
      log.warn(
        { event: 'sign_in_failed', account: await accountForLog(db, username), address, reason: 'throttled' },
        'sign-in throttled',
      );
    throw error;
  });
  if (user && !user.is_active) {
    await fail(user, 'inactive');
    throw new Problem('USER_INACTIVE');
  }
  if (user?.isExpired) {
    await fail(user, 'first password expired');
    throw new Problem('PASSWORD_EXPIRED');
  }
  return user;
}

/**
 * Locks the user if it is unchanged since the password comparison. A user that was deactivated, deleted or given
 * another password in the meantime gets no session, because that change has ended only the sessions that existed then.
 */
async function holdUnchanged(tx: Tx, { id, password_hash }: { id: number; password_hash: string }): Promise<void> {
  const user = await holdActive(tx, id);
  if (user?.password_hash !== password_hash) throw new Problem('INVALID_CREDENTIALS');
}
