/**
 * Rate limit of password attempts: per account and address, per address, and per account over all addresses. An IPv6
 * address counts by its /64. There is no permanent lock, and a refused attempt is not counted, so the time in
 * Retry-After is always sufficient. Correct passwords are never limited.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/problem.ts';
import { createTurns } from './turns.ts';

export const WINDOW_SECONDS = 60;
export const PER_ACCOUNT_AND_ADDRESS = 10;
export const PER_ADDRESS = 60;
/**
 * Number of failures of an account over all addresses that cause no delay. Each further one doubles the delay before
 * the next attempt, from 1 s to at most 60 s: about 100 guesses an hour for any number of addresses.
 */
export const ACCOUNT_WINDOW_SECONDS = 15 * 60;
export const PER_ACCOUNT = 20;
export const LONGEST_PAUSE_SECONDS = 60;
/** Days for which an address that signed in to the account is exempt from delays caused by other addresses. */
export const KNOWN_DAYS = 90;
/** Concurrent comparisons per address, so that parallel correct passwords do not reach the limit. */
const AT_ONCE = 4;
const TIMEOUT_MS = 10_000;

interface Counted {
  of_pair: number;
  of_pair_oldest: number | null;
  of_address: number;
  of_address_oldest: number | null;
  /** Failures of the account over all addresses. */
  of_account: number;
  of_account_newest: number | null;
  is_known: boolean;
}

const turns = createTurns(AT_ONCE, TIMEOUT_MS);

/**
 * Runs one password attempt. It counts as failed until `compare` returns a value.
 * @param username as typed
 * @param address the client's address
 * @returns the value of `compare`
 * @throws TOO_MANY_REQUESTS before the comparison, or after a failed one that reaches the limit
 */
export function tryPassword<T>(
  db: Db,
  { username, address }: { username: string; address: string },
  compare: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const network = networkOf(address);
  return turns.take(
    network,
    async () => {
      const attempt = await countAttempt(db, username, network);
      const found = await compare();
      if (found !== undefined) await attempt.succeeded();
      else if (attempt.isPairFull) throw refuse(attempt.waitAfter);
      return found;
    },
    () => refuse(1),
  );
}

/** Deletes failed sign-ins older than one hour. */
export async function deleteOldFailures(db: Db): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute();
}

/** Returns the seconds until the next attempt is allowed; 0 when it is allowed now. */
function secondsToWait(counted: Counted): number {
  const waits = [0];
  if (counted.of_pair >= PER_ACCOUNT_AND_ADDRESS) waits.push(WINDOW_SECONDS - (counted.of_pair_oldest ?? 0));
  if (counted.of_address >= PER_ADDRESS) waits.push(WINDOW_SECONDS - (counted.of_address_oldest ?? 0));
  if (!counted.is_known && counted.of_account >= PER_ACCOUNT) {
    const pause = Math.min(2 ** Math.min(counted.of_account - PER_ACCOUNT, 10), LONGEST_PAUSE_SECONDS);
    waits.push(pause - (counted.of_account_newest ?? 0));
  }
  return Math.max(...waits);
}

function refuse(seconds: number) {
  return new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}

/**
 * Counts this attempt as failed until it succeeds. @returns a function that removes the count @throws TOO_MANY_REQUESTS
 */
function countAttempt(db: Db, username: string, network: string) {
  return inTransaction(db, async (tx) => {
    // Serializes attempts per address and per account; concurrent attempts would otherwise not count each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${network}`}, 0))`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended('sign-in account ' || fold_account(${username}), 0))`.execute(
      tx,
    );
    const { rows } = await sql<Counted>`
      with asked as (select fold_account(${username}) as account),
      recent as (
        select f.username = asked.account as is_account, f.address = ${network} as is_address,
          extract(epoch from clock_timestamp() - f.failed_at)::float8 as age
        from sign_in_failures f, asked
        where f.address = ${network} and f.failed_at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
          or f.username = asked.account
            and f.failed_at > clock_timestamp() - make_interval(secs => ${ACCOUNT_WINDOW_SECONDS})
      )
      select
        count(*) filter (where is_account and is_address and age < ${WINDOW_SECONDS}) as of_pair,
        max(age) filter (where is_account and is_address and age < ${WINDOW_SECONDS}) as of_pair_oldest,
        count(*) filter (where is_address and age < ${WINDOW_SECONDS}) as of_address,
        max(age) filter (where is_address and age < ${WINDOW_SECONDS}) as of_address_oldest,
        count(*) filter (where is_account) as of_account,
        min(age) filter (where is_account) as of_account_newest,
        exists (
          select from users u join security_events e on e.user_id = u.id
          where fold_account(u.username) = (select account from asked) and u.deleted_at is null
            and e.kind = 'sign_in' and e.network = ${network} and e.at > now() - make_interval(days => ${KNOWN_DAYS})
        ) as is_known
      from recent`.execute(tx);
    const counted = rows[0]!;
    const wait = secondsToWait(counted);
    if (wait > 0) throw refuse(wait);
    const inserted = await sql<{ id: number }>`
      insert into sign_in_failures (username, address, failed_at)
      values (fold_account(${username}), ${network}, clock_timestamp()) returning id`.execute(tx);
    const { id } = inserted.rows[0]!;
    return {
      /** Seconds that the next attempt has to wait if this one fails. */
      waitAfter: secondsToWait({
        ...counted,
        of_pair: counted.of_pair + 1,
        of_address: counted.of_address + 1,
        of_account: counted.of_account + 1,
        of_account_newest: 0,
      }),
      isPairFull: counted.of_pair + 1 >= PER_ACCOUNT_AND_ADDRESS || counted.of_address + 1 >= PER_ADDRESS,
      succeeded: () => db.deleteFrom('sign_in_failures').where('id', '=', id).execute(),
    };
  });
}
