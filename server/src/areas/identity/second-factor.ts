/** The second factor of a user: codes of an authenticator app, and recovery codes. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SecondFactorAsked, SecondFactorState } from '@bobina/contract/identity/second-factor.ts';
import { recordActivities } from '../../platform/activities.ts';
import { now } from '../../platform/clock.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { readOne } from '../../platform/master-data.ts';
import { Problem } from '../../platform/problem.ts';
import { endSessionsOf, holdCaller, holdUser } from '../../platform/sessions/sessions.ts';
import { refuseChangeOfAdmin } from './guard-users.ts';
import { hasTotp } from './has-totp.ts';
import { requireConfirmed } from './require-confirmed.ts';
import { tryPassword } from './sign-in-throttle.ts';
import { base32, stepOfCode, totpUri } from './totp.ts';
import { userEntity } from './users.ts';

const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 128 bits, so that a stolen SHA-256 cannot be searched. Codes of earlier versions have 120 or 80. */
const RECOVERY_BYTES = 16;

/** The second factors of a user: a confirmed app, passkeys. */
export async function secondFactorsOf(db: Db, userId: number): Promise<SecondFactorAsked['second_factor']> {
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return [...((await hasTotp(db, userId)) ? (['totp'] as const) : []), ...(passkey ? (['passkey'] as const) : [])];
}

/** The caller's second factor, for the account screen. */
export async function readSecondFactor({ db, user }: Reading): Promise<SecondFactorState> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::integer`.as('left'))
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  const totp = await hasTotp(db, user.id);
  return { totp, recovery_codes_left: totp ? left : 0 };
}

/**
 * Creates a secret and recovery codes for the caller, in place of earlier unconfirmed ones. It becomes active by
 * `confirmTotp`. @throws INVALID_TRANSITION when a factor is active, CONFIRMATION_REQUIRED
 */
export async function startTotp(act: Act) {
  const { tx, user } = act;
  await requireConfirmed(act);
  const secret = randomBytes(SECRET_BYTES);
  await holdFactor(tx, user.id);
  if (await hasTotp(tx, user.id)) throw new Problem('INVALID_TRANSITION', { text: 'SECOND_FACTOR_STATE' });
  await removeFactor(tx, user.id);
  await tx.insertInto('totp_factors').values({ user_id: user.id, secret }).execute();
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode());
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: user.id, code_hash: hashOfCode(code) })))
    .execute();
  return { secret: base32(secret), uri: totpUri(secret, user.username), recovery_codes: codes };
}

/**
 * Makes the caller's new factor active and ends the caller's other sessions.
 * @throws INVALID_TRANSITION when there is none to confirm, INVALID_CREDENTIALS, TOO_MANY_REQUESTS
 */
export function confirmTotp(reading: Reading, code: string): Promise<void> {
  return tryCode(reading, {
    isActive: false,
    action: 'second-factor',
    run: async (tx) => {
      const { id, tokenHash } = reading.user;
      if (!(await useStep(tx, id, code))) return false;
      await tx
        .updateTable('totp_factors')
        .set({ confirmed_at: sql`now()` })
        .where('user_id', '=', id)
        .execute();
      await endSessionsOf(tx, id, tokenHash);
      return true;
    },
  });
}

/**
 * Removes the caller's factor with its recovery codes. @param code of the app, or a recovery code
 * @throws INVALID_TRANSITION when there is none, INVALID_CREDENTIALS, TOO_MANY_REQUESTS
 */
export function deleteTotp(reading: Reading, code: string): Promise<void> {
  return tryCode(reading, {
    isActive: true,
    action: 'remove-second-factor',
    run: async (tx) => {
      if (!(await useCode(tx, reading.user.id, code))) return false;
      await removeFactor(tx, reading.user.id);
      return true;
    },
  });
}

/** Removes the app and the passkeys of a user, who has lost them. @throws FORBIDDEN, NOT_FOUND */
export async function deleteSecondFactorOf(act: Act, id: number): Promise<void> {
  const user = await readOne(act.tx, userEntity, id);
  refuseChangeOfAdmin(act, user.role);
  if (id === act.user.id) await requireConfirmed(act);
  await holdFactor(act.tx, id);
  await removeFactors(act.tx, id);
  act.record('remove-second-factor', 'users', id, user.username);
}

/** Deletes the app and the passkeys of a user. */
export async function removeFactors(db: Db, userId: number): Promise<void> {
  await removeFactor(db, userId);
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/**
 * Uses a code of the app or a recovery code, of a confirmed app. Locks the factor. Each code works once.
 * @returns whether the code was right
 */
export async function useCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  if (!(await hasTotp(tx, userId))) return false;
  if (await useStep(tx, userId, code)) return true;
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the app of a user with its recovery codes. */
async function removeFactor(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('totp_factors').where('user_id', '=', userId).execute();
}

/** Uses a code of the app, confirmed or not. Steps go forward only. */
async function useStep(tx: Tx, userId: number, code: string): Promise<boolean> {
  const factor = await tx
    .selectFrom('totp_factors')
    .select(['secret', sql<number>`last_step::float8`.as('last_step')])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const step = factor && stepOfCode(factor.secret, code.replaceAll(/\s/g, ''), { at: now(), after: factor.last_step });
  if (step === undefined) return false;
  await tx.updateTable('totp_factors').set({ last_step: step }).where('user_id', '=', userId).execute();
  return true;
}

interface Attempt {
  /** Whether the factor must be active; otherwise it must wait for its confirmation. */
  isActive: boolean;
  /** Of the activity log. */
  action: string;
  /** Uses the code. @returns whether it was right */
  run: (tx: Tx) => Promise<boolean>;
}

/** Runs an attempt under the rate limit of passwords. Locks the user and the factor. */
async function tryCode({ db, user, address, announce, log }: Reading, { isActive, action, run }: Attempt) {
  const { id, username } = user;
  const done = await tryPassword(db, { username, address }, () =>
    inTransaction(db, async (tx) => {
      await holdUser(tx, id);
      await holdCaller(tx, user);
      const factor = await tx
        .selectFrom('totp_factors')
        .select('confirmed_at')
        .where('user_id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!factor || (factor.confirmed_at !== null) !== isActive) return 'none' as const;
      if (!(await run(tx))) return undefined;
      await recordActivities(tx, id, [{ action, entity_type: 'users', entity_id: id, details: username }]);
      return 'done' as const;
    }),
  );
  if (done === 'none') throw new Problem('INVALID_TRANSITION', { text: 'SECOND_FACTOR_STATE' });
  if (done === undefined) {
    log.warn({ event: 'second_factor_failed', account: username, address }, 'wrong code');
    throw new Problem('INVALID_CREDENTIALS', { text: 'WRONG_CODE' });
  }
  announce([{ entity: 'users', id, version: null }]);
}

/** Serializes changes of a user's factor. */
async function holdFactor(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`second factor ${userId}`}, 0))`.execute(tx);
}

/** Twenty-six letters and digits in groups of four. */
function recoveryCode(): string {
  return base32(randomBytes(RECOVERY_BYTES))
    .toLowerCase()
    .replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Ignores case, spaces and hyphens. */
function hashOfCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest();
}
