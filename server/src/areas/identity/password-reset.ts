/** New passwords by a mailed link. Only the SHA-256 of its token is stored. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PasswordReset } from '@bobina/contract/identity/auth.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordActivities } from '../../platform/activities.ts';
import type { Visit } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf } from '../../platform/http/network.ts';
import { queueMail } from '../../platform/outbox/mail/queue-mail.ts';
import { FieldChecks, Problem } from '../../platform/problem.ts';
import { endSessionsOf, holdUser } from '../../platform/sessions/sessions.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { InitialPassword } from './initial-password.ts';
import { recordSecurityEvent } from './security-events.ts';
import { composeResetMail, type SignInMails } from './sign-in-mails.ts';
import { createTurns } from './turns.ts';

const MINUTES = 30;
const MAILS_PER_HOUR = 3;
/** The least time of an answer: longer than the work, so that the response time reveals nothing. */
const ANSWER_MS = 400;
/** Concurrent requests per network. */
const AT_ONCE = 4;
const TIMEOUT_MS = 10_000;

const turns = createTurns(AT_ONCE, TIMEOUT_MS);

/**
 * Mails a link that sets a new password, at most three an hour per user. For an unknown user, one without an address and a
 * fourth request the same statements run and the same mail is composed, and the answer takes the same time.
 * @throws TOO_MANY_REQUESTS when too many requests of the network wait
 */
export function askPasswordReset(visit: Visit, username: string, mails: SignInMails): Promise<void> {
  const work = async () => {
    const answer = wait(ANSWER_MS);
    try {
      await mailLink(visit, username, mails);
    } finally {
      await answer;
    }
  };
  return turns.take(
    networkOf(visit.address),
    work,
    () => new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(TIMEOUT_MS / 1000) }),
  );
}

/**
 * Sets the password of the user to whom the token was mailed, and ends all sessions of that user. Locks the user, then the
 * token. Hashing runs outside the transaction. Removes the file of the initial password after the commit.
 * @throws INVALID_CREDENTIALS, VALIDATION on `new_password`
 */
export async function resetPassword(
  { db, address, announce, log }: Visit,
  { token, new_password }: z.infer<typeof PasswordReset>,
  initial: InitialPassword,
): Promise<void> {
  const asked = await findLink(db, token);
  if (!asked) throw new Problem('INVALID_CREDENTIALS', { text: 'WRONG_LINK' });
  const checks = new FieldChecks();
  await checkPassword(db, { checks, path: 'new_password', password: new_password, user: asked });
  checks.done();
  const password_hash = await hashPassword(new_password);
  const { id, username } = asked;
  await inTransaction(db, async (tx) => {
    await holdUser(tx, id);
    await sql`select from users where id = ${id} for no key update`.execute(tx);
    await sql`select from password_resets where token_hash = ${hashOf(token)} for update`.execute(tx);
    if (!(await findLink(tx, token))) throw new Problem('INVALID_CREDENTIALS', { text: 'WRONG_LINK' });
    await tx
      .updateTable('users')
      .set({ password_hash, must_change_password: false, first_password_expires_at: null })
      .where('id', '=', id)
      .execute();
    await endSessionsOf(tx, id);
    await recordSecurityEvent(tx, { kind: 'password_changed', user: asked, address });
    await recordActivities(tx, id, [{ action: 'password', entity_type: 'users', entity_id: id, details: username }]);
  });
  log.info({ event: 'password_reset', account: username, address }, 'password set by a mailed link');
  initial.changed({ username }, log);
  announce([{ entity: 'users', id, version: null }]);
}

/** Deletes links older than an hour: they are too old, and no longer counted. */
export async function deleteOldResets(db: Db): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where('created_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute();
}

async function mailLink(
  { db, language, announce, log, address }: Visit,
  typed: string,
  { settings, publicUrl }: SignInMails,
): Promise<void> {
  if (!settings || publicUrl === undefined) return;
  const token = randomBytes(32).toString('base64url');
  const link = `${publicUrl}/nuova-password#${token}`;
  const mailed = await inTransaction(db, async (tx) => {
    const user = await lockRecipient(tx, typed);
    const to = user?.email ?? null;
    const mail = await composeResetMail(settings, {
      to: to ?? 'nobody@example.invalid',
      language,
      username: user?.username ?? typed,
      link,
    });
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from password_resets
      where user_id = ${user?.id ?? 0} and created_at > now() - interval '1 hour'`.execute(tx);
    const isMailed = user !== undefined && to !== null && rows[0]!.count < MAILS_PER_HOUR;
    await tx
      .insertInto('password_resets')
      .values({ token_hash: hashOf(token), user_id: isMailed ? user.id : null })
      .execute();
    if (isMailed) await queueMail(tx, mail, { user: null, isSecret: true });
    return isMailed;
  });
  if (!mailed) return;
  log.info({ event: 'password_reset_asked', address }, 'link for a new password mailed');
  announce([{ entity: 'outbox', id: null, version: null }]);
}

/** Locks the active user of a username, which also counts its mails one request after the other. */
async function lockRecipient(tx: Tx, username: string) {
  const { rows } = await sql<{ id: number; username: string; email: string | null }>`
    select id, username, email from users
    where fold_account(username) = fold_account(${username}) and is_active and deleted_at is null
    for no key update`.execute(tx);
  return rows[0];
}

/** The user of a link that is valid now. */
async function findLink(db: Db, token: string) {
  const { rows } = await sql<{ id: number; username: string; name: string; email: string | null }>`
    select u.id, u.username, u.name, u.email from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${hashOf(token)} and r.used_at is null and u.is_active and u.deleted_at is null
      and r.created_at > clock_timestamp() - make_interval(mins => ${sql.lit(MINUTES)})`.execute(db);
  return rows[0];
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
