import { recordActivities } from '../activities.ts';
import { Act, type Caller } from '../context.ts';
import type { Db } from '../database/db.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Announce } from '../live/announcer.ts';
import { holdCaller, holdUsers } from '../sessions/sessions.ts';
import { claim, remember } from './idempotency.ts';

export interface ActRequest {
  user: Caller;
  language: Act['language'];
  address: string;
  /** The act changes the access of users; such acts run one after the other. */
  managesUsers: boolean;
  /** The idempotency key with the fingerprint of its request; without it the act is not stored. */
  claimed: { key: string; print: Buffer } | undefined;
}

/** The answer of an act: the text that a retry is answered with. */
type Answer = { text: string | null };

/**
 * Runs one act in one transaction with its idempotency key, its activities and its stored answer, and announces its
 * changes after the commit. Locks the caller's session and the key.
 * @returns the answer of `handle`, or `before`: the stored answer of an earlier request with the same key
 * @throws IDEMPOTENCY_KEY_REUSED, UNAUTHENTICATED, USER_INACTIVE
 */
export async function commitAct<T extends Answer>(
  { db, announce }: { db: Db; announce: Announce },
  { claimed, user, managesUsers, ...caller }: ActRequest,
  handle: (act: Act) => Promise<T>,
): Promise<{ answer: T; before?: undefined } | { before: { answer: string | null }; answer?: undefined }> {
  const { changes, ...done } = await inTransaction(db, async (tx) => {
    if (managesUsers) await holdUsers(tx);
    await holdCaller(tx, user);
    if (claimed) {
      const before = await claim(tx, user.id, claimed.key, claimed.print);
      if (before) return { before, changes: [] };
    }
    const act = new Act(tx, { user, ...caller });
    const answer = await handle(act);
    await recordActivities(tx, user.id, act.activities);
    if (claimed) await remember(tx, user.id, claimed.key, answer.text);
    return { answer, changes: act.changes };
  });
  announce(changes);
  return done;
}
