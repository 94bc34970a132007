/** Passkeys (WebAuthn) of users, and the challenges that they sign. Only the SHA-256 of a challenge is stored. */
import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Passkey } from '@bobina/contract/identity/second-factor.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { invalid, notFound, Problem } from '../../platform/problem.ts';
import { requireConfirmed } from './require-confirmed.ts';

const MINUTES = 5;
const CHALLENGE_BYTES = 32;

/** The site that passkeys belong to. */
export interface PasskeySite {
  origin: string;
  /** The relying party: the host of the origin. */
  host: string;
}

/** The site of PUBLIC_URL; undefined without one, and for an address without a name, which passkeys cannot have. */
export function passkeySiteOf(publicUrl: string | undefined): PasskeySite | undefined {
  if (publicUrl === undefined) return undefined;
  const { origin, hostname } = new URL(publicUrl);
  return isIP(hostname) || hostname.startsWith('[') ? undefined : { origin, host: hostname };
}

/** @throws NOT_CONFIGURED without PUBLIC_URL */
export function requireSite(site: PasskeySite | undefined): PasskeySite {
  if (!site) throw new Problem('NOT_CONFIGURED', { text: 'PASSKEYS_NOT_SET_UP' });
  return site;
}

/** Lists the passkeys of the caller, oldest first. */
export function listPasskeys({ db, user }: Reading): Promise<Passkey[]> {
  return passkeyRows(db).where('user_id', '=', user.id).orderBy('id').execute();
}

/** Creates the options with which the browser makes a passkey, and their challenge. */
export async function createPasskeyOptions(act: Act, site: PasskeySite) {
  const { tx, user } = act;
  await requireConfirmed(act);
  const own = await credentialsOf(tx, user.id);
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Bobina',
    rpID: site.host,
    userName: user.username,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(String(user.id))),
    challenge: new Uint8Array(randomBytes(CHALLENGE_BYTES)),
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(tx, options.challenge, { purpose: 'add', userId: user.id });
  return options;
}

/** Stores the caller's new passkey. @throws VALIDATION for an answer that does not fit its challenge, CODE_EXISTS */
export async function addPasskey(act: Act, { name, response }: { name: string; response: object }, site: PasskeySite) {
  const { tx, user } = act;
  await requireConfirmed(act);
  const answer = response as RegistrationResponseJSON;
  const isOpen = async (challenge: string) => {
    const found = await takeChallenge(tx, challenge, 'add');
    return found?.user_id === user.id;
  };
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: isOpen,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    // Errors of the database have a code; those of the check have none.
    if (error instanceof Error && 'code' in error && 'severity' in error) throw error;
    return undefined;
  });
  if (!verified?.verified) throw invalid('response', 'format');
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  const { id: made } = await tx
    .insertInto('passkeys')
    .values({
      user_id: user.id,
      name,
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: transports ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  act.record('add-passkey', 'users', user.id, name);
  return passkeyRows(tx).where('id', '=', made).executeTakeFirstOrThrow();
}

/** Deletes a passkey of the caller. @throws NOT_FOUND also for a passkey of another user */
export async function deletePasskey(act: Act, id: number): Promise<void> {
  await requireConfirmed(act);
  const gone = await act.tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', act.user.id)
    .returning('name')
    .executeTakeFirst();
  if (!gone) throw notFound();
  act.record('remove-passkey', 'users', act.user.id, gone.name);
}

/**
 * Creates the options with which the browser signs in.
 * @param userId of the ticket; undefined for a sign-in without a password, which any passkey of the site can answer
 */
export async function createSignInOptions(db: Db, site: PasskeySite, userId: number | undefined) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    challenge: new Uint8Array(randomBytes(CHALLENGE_BYTES)),
    userVerification: userId === undefined ? 'required' : 'preferred',
    ...(userId !== undefined && { allowCredentials: await credentialsOf(db, userId) }),
  });
  await keepChallenge(db, options.challenge, { purpose: 'sign_in', userId });
  return { ...options, challenge_id: options.challenge };
}

/** The user of the passkey that has signed an answer; undefined for an unknown passkey. */
export async function userOfPasskey(db: Db, response: object): Promise<number | undefined> {
  const { id } = response as { id?: unknown };
  if (typeof id !== 'string') return undefined;
  const found = await db.selectFrom('passkeys').select('user_id').where('credential_id', '=', id).executeTakeFirst();
  return found?.user_id;
}

interface SignedChallenge {
  challenge_id: string;
  response: object;
}

/**
 * Uses the answer of a passkey. The challenge is used up, also by a wrong answer. Locks the passkey.
 * @param isAlone no password was checked: the device must have verified its user
 * @returns whether the answer is right
 */
export async function usePasskey(
  tx: Tx,
  { challenge_id, response }: SignedChallenge,
  { site, userId, isAlone }: { site: PasskeySite; userId: number; isAlone: boolean },
): Promise<boolean> {
  const open = await takeChallenge(tx, challenge_id, 'sign_in');
  if (!open || open.user_id !== (isAlone ? null : userId)) return false;
  const answer = response as unknown as AuthenticationResponseJSON;
  const passkey = await tx
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', sql<number>`counter::float8`.as('counter')])
    .where('credential_id', '=', String(answer.id))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!passkey) return false;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge_id,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
    requireUserVerification: isAlone,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return false;
  await tx
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, last_used_at: sql`now()` })
    .where('id', '=', passkey.id)
    .execute();
  return true;
}

/** Deletes challenges older than an hour. */
export async function deleteOldChallenges(db: Db): Promise<void> {
  await db
    .deleteFrom('passkey_challenges')
    .where('created_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute();
}

/** Loaded with the first passkey: its modules keep 4 MB of heap. */
function loadWebauthn() {
  return import('@simplewebauthn/server');
}

function passkeyRows(db: Db) {
  return db.selectFrom('passkeys').select(['id', 'name', 'created_at', 'last_used_at']);
}

async function credentialsOf(db: Db, userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows as { id: string; transports: ('usb' | 'nfc' | 'ble' | 'internal' | 'hybrid')[] }[];
}

interface Purpose {
  purpose: 'add' | 'sign_in';
  userId: number | undefined;
}

async function keepChallenge(db: Db, challenge: string, { purpose, userId }: Purpose): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hashOf(challenge), purpose, user_id: userId ?? null })
    .execute();
}

/** Deletes a challenge. @returns undefined when it is unknown, used or late */
function takeChallenge(db: Db, challenge: string, purpose: Purpose['purpose']) {
  return db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${sql.lit(MINUTES)})`)
    .returning('user_id')
    .executeTakeFirst();
}

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
