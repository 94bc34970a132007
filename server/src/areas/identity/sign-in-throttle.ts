/**
 * Guessing is slowed per account and address, and per address; nothing locks for good, and what is refused here is
 * not counted, so that a minute of quiet is always enough. Many who know their password may come at once.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/problem.ts';
import { createTurns } from './turns.ts';

const WINDOW_SECONDS = 60;
const PER_ACCOUNT = 10;
const PER_ADDRESS = 60;
/** Of one address, by this server: few enough that those who may yet succeed do not fill the measure. More would not be quicker. */
const AT_ONCE = 4;
const PATIENCE_MS = 10_000;

type Counted = { account: number; address: number; account_oldest: number | null; address_oldest: number | null };

/** Tells to wait until the oldest failure of the measure that is full leaves the window. */
const refuse = ({ account_oldest, address, address_oldest }: Counted) => {
  const oldestSeconds = address >= PER_ADDRESS ? address_oldest : account_oldest;
  return new Problem('TOO_MANY_REQUESTS', {
    retryAfterSeconds: Math.max(1, Math.ceil(WINDOW_SECONDS - (oldestSeconds ?? 0))),
  });
};

/** Counts this attempt as failed until it succeeds. @returns how to take that back @throws TOO_MANY_REQUESTS */
const countAttempt = (db: Db, username: string, address: string) =>
  inTransaction(db, async (tx) => {
    // One attempt at a time per address, or a hundred at once would all see none before them.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${address}`}, 0))`.execute(tx);
    const { rows } = await sql<Counted>`
      select count(*) filter (where username = ${username}) as account, count(*) as address,
        extract(epoch from now() - min(failed_at) filter (where username = ${username}))::float8 as account_oldest,
        extract(epoch from now() - min(failed_at))::float8 as address_oldest
      from sign_in_failures
      where address = ${address} and failed_at > now() - make_interval(secs => ${WINDOW_SECONDS})`.execute(tx);
    const counted = rows[0]!;
    if (counted.account >= PER_ACCOUNT || counted.address >= PER_ADDRESS) throw refuse(counted);
    const { id } = await tx
      .insertInto('sign_in_failures')
      .values({ username, address })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      /** The attempt that fills the measure is already told to wait. */
      isLast: counted.account + 1 >= PER_ACCOUNT || counted.address + 1 >= PER_ADDRESS,
      refusal: refuse({ ...counted, account: counted.account + 1, address: counted.address + 1 }),
      succeeded: () => db.deleteFrom('sign_in_failures').where('id', '=', id).execute(),
    };
  });

const turns = createTurns(AT_ONCE, PATIENCE_MS);

/**
 * One attempt at a password, which counts as failed until `compare` finds something.
 * @returns what it finds @throws TOO_MANY_REQUESTS before it is asked, and when it finds nothing and was the last
 */
export const tryPassword = <T>(
  db: Db,
  username: string,
  address: string,
  compare: () => Promise<T | undefined>,
): Promise<T | undefined> =>
  turns.take(
    address,
    async () => {
      const attempt = await countAttempt(db, username, address);
      const found = await compare();
      if (found !== undefined) await attempt.succeeded();
      else if (attempt.isLast) throw attempt.refusal;
      return found;
    },
    () => new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 }),
  );

export const forgetOldFailures = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute();
};
