import { numberActivities, recordActivities } from '../activities.ts';
import { Act, type Caller } from '../context.ts';
import type { Db } from '../database/db.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Announce } from '../live/announcer.ts';
import { holdCaller, holdUsers } from '../sessions/sessions.ts';
import { claim, remember, type Remembered } from './idempotency.ts';

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
type Answer = {
  text: string | null;
  /** The text to store, if it differs: without secrets. */
  remembered?: string;
};

interface Kernel {
  db: Db;
  announce: Announce;
  /** Whether POST /undo takes the activity back; its id is stored with the answer. */
  isUndoable?: ((activity: Act['activities'][number]) => boolean) | undefined;
}

/**
 * Runs one act in one transaction with its idempotency key, its activities and its stored answer, and announces its
 * changes after the commit. Locks the caller's session and the key.
 * @returns the answer of `handle`, or `before`: the stored answer of an earlier request with the same key
 * @throws IDEMPOTENCY_KEY_REUSED, UNAUTHENTICATED, USER_INACTIVE
 */
export async function commitAct<T extends Answer>(
  kernel: Kernel,
  { claimed, user, managesUsers, ...caller }: ActRequest,
  handle: (act: Act) => Promise<T>,
): Promise<
  { answer: T & { activityId: number | null }; before?: undefined } | { before: Remembered; answer?: undefined }
> {
  const { changes, ...done } = await inTransaction(kernel.db, async (tx) => {
    if (managesUsers) await holdUsers(tx);
    await holdCaller(tx, user);
    if (claimed) {
      const before = await claim(tx, user.id, claimed.key, claimed.print);
      if (before) return { before, changes: [] };
    }
    const act = new Act(tx, { user, ...caller });
    const answer = await handle(act);
    const activityId = await logAct(kernel, act);
    if (claimed) await remember(tx, user.id, claimed.key, { answer: answer.remembered ?? answer.text, activityId });
    return { answer: { ...answer, activityId }, changes: act.changes };
  });
  kernel.announce(changes);
  return done;
}

/** Records the act's activities. @returns the id of the one that can be undone; only such an act costs a round trip */
async function logAct({ isUndoable }: Kernel, { tx, user, activities }: Act): Promise<number | null> {
  const undoable = isUndoable ? activities.findIndex((activity) => isUndoable(activity)) : -1;
  if (undoable >= 0) return (await numberActivities(tx, user.id, activities))[undoable]!;
  await recordActivities(tx, user.id, activities);
  return null;
}
