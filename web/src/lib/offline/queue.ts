/**
 * The queue of acts: each is stored before its first attempt, under its idempotency key, and sent in order in a session of
 * the user who recorded it. No `If-Match` is sent: a queued act cannot contain the current version.
 */
import i18next from 'i18next';
import { ApiProblem } from '../api/problem.ts';
import { send } from '../api/transport.ts';
import { connection } from '../connection.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { queryClient } from '../query-client.ts';
import { session } from '../session.ts';
import { acts, canReplace, isOld, isUnseen, rememberCount, WAITING, type Act, type NewAct } from './acts.ts';
import { inStore } from './database.ts';

const CHANNEL = 'bobina-acts';
const TIMEOUT = 30_000;
/** Milliseconds until another attempt after a failure that may pass. */
const RETRY_MS = 20_000;
/** Sent acts stay in the list for a day. */
const KEPT_MS = 86_400_000;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const TOO_MANY = 429;
const SERVER_FAULT = 500;

/** How a screen that waits for its act sends it. */
interface Own {
  /** A body and key for an attempt right now, if they differ from those of a later attempt. */
  now?: Pick<Act, 'body' | 'key'>;
  /** The refused act that this one corrects: it gives its place in the queue to this one. */
  replaces?: number | undefined;
  /** Receives the activity that the answer names, to offer its undo. */
  onActivity?: (id: number) => void;
}
type Outcome = { answer: unknown } | { refused: ApiProblem } | 'later';

const channel = new BroadcastChannel(CHANNEL);
channel.addEventListener('message', () => void refresh());
session.subscribe(() => void refresh());
/** Acts that a screen sends right now and shows itself. */
const inFlight = new Set<number>();
let retry: ReturnType<typeof setTimeout> | undefined;
let chain: Promise<unknown> = Promise.resolve();

/**
 * Stores an act and sends it, after those that wait already. An act that replaces a refused one takes its record in one
 * transaction, so that always exactly one of the two is stored.
 * @returns the answer of the server, or WAITING if the act stays on the device
 * @throws ApiProblem when the server refuses the act; it is then no longer stored, unless it replaced a refused one: it
 * then stays as the refused one. NOT_FOUND when the refused act was sent or deleted meanwhile
 */
export async function perform<T>(act: NewAct, own: Own = {}): Promise<T | typeof WAITING> {
  const user = session.user();
  if (!user) return WAITING;
  const stored = { ...act, user_id: user.id, created_at: new Date().toISOString(), state: 'waiting' };
  let seq: number;
  if (own.replaces !== undefined) {
    seq = own.replaces;
    await replace(seq, user.id, { ...stored, seq } as Act);
  } else {
    try {
      seq = (await inStore('acts', 'readwrite', (store) => store.add(stored))) as number;
    } catch {
      // Without storage the act cannot wait.
      return (await attempt(act, own)) as T;
    }
  }
  rememberCount(1); // in case the page is closed before the answer; `refresh` counts
  const result = connection.isLost() ? 'later' : await sendOwn(seq, own);
  await changed();
  if (result === 'later') return WAITING;
  if ('refused' in result) throw result.refused;
  return result.answer as T;
}

/** Sends all acts of the signed-in user that may be sent. Never fails. */
export async function sendAll(): Promise<void> {
  try {
    await exclusively(() => sendInOrder());
  } catch {
    // Storage failed: the acts stay, and the next attempt reads them again.
  }
  await changed();
}

/** Removes an act of the signed-in user; those on the same document are sent then. */
export async function discard(act: Act): Promise<void> {
  await inStore('acts', 'readwrite', (store) => store.delete(act.seq));
  await sendAll();
}

/** Sends a refused or old act once more, under the same key. */
export async function sendAgain({ seq }: Act): Promise<void> {
  // Another tab may have sent or replaced it.
  await change(seq, (stored) => {
    if (!canReplace(stored)) return undefined;
    const { refusal: _, isSeen: __, ...act } = stored;
    return { ...act, state: 'waiting', isApproved: true };
  });
  await sendAll();
}

/** The act that a corrected save may replace; null if it is not the user's, or was sent or deleted. */
export async function readReplaceable(seq: number): Promise<Act | null> {
  const userId = session.user()?.id;
  const act = (await readAll().catch(() => [])).find((one) => one.seq === seq && one.user_id === userId);
  return act && canReplace(act) ? act : null;
}

/** Records that the user saw the refusals of their acts: they are not announced again. */
export async function markRefusalsSeen(): Promise<void> {
  for (const { seq } of acts.get().own.filter(isUnseen))
    await change(seq, (stored) => (isUnseen(stored) ? { ...stored, isSeen: true } : undefined));
  await changed();
}

/** Removes the sent acts of the signed-in user from the list. */
export async function deleteSent(): Promise<void> {
  for (const { seq, state } of acts.get().own)
    if (state === 'sent') await inStore('acts', 'readwrite', (store) => store.delete(seq));
  await changed();
}

/** Rereads the acts of this device. */
export async function refresh(): Promise<void> {
  try {
    const all = await readAll();
    const userId = session.user()?.id;
    const unsent = all.filter(({ state }) => state !== 'sent');
    rememberCount(unsent.length);
    acts.set({
      own: all.filter(({ user_id, seq }) => user_id === userId && !inFlight.has(seq)),
      others: unsent.filter(({ user_id }) => user_id !== userId).length,
    });
  } catch {
    // Without IndexedDB there are no acts.
  }
}

async function sendOwn(seq: number, own: Own): Promise<Outcome> {
  inFlight.add(seq);
  let outcome: Outcome = 'later';
  try {
    await exclusively(async () => {
      outcome = await sendInOrder({ ...own, seq });
    });
  } finally {
    inFlight.delete(seq);
  }
  return outcome;
}

async function changed() {
  await refresh();
  channel.postMessage('changed');
}

/**
 * Changes a stored act in one transaction.
 * @param next returns the changed act; undefined leaves it as it is
 * @returns whether the act was stored and changed
 */
async function change(seq: number, next: (stored: Act) => Act | undefined): Promise<boolean> {
  let isChanged = false;
  await inStore('acts', 'readwrite', (store) => {
    const request = store.get(seq) as IDBRequest<Act | undefined>;
    request.addEventListener('success', () => {
      const changed = request.result && next(request.result);
      if (!changed) return;
      isChanged = true;
      store.put(changed);
    });
    return request;
  });
  return isChanged;
}

async function replace(seq: number, userId: number, act: Act): Promise<void> {
  const isReplaced = await change(seq, (stored) => (stored.user_id === userId && canReplace(stored) ? act : undefined));
  if (isReplaced) return;
  await loadTexts(['offline']);
  throw new ApiProblem('NOT_FOUND', NOT_FOUND, i18next.t('reopened.gone', { ns: 'offline' }));
}

function put(act: Act) {
  return inStore('acts', 'readwrite', (store) => store.put(act));
}

async function readAll(): Promise<Act[]> {
  const all = (await inStore('acts', 'readonly', (store) => store.getAll())) as Act[];
  const isDone = ({ sent_at }: Act) => sent_at !== undefined && Date.now() - Date.parse(sent_at) > KEPT_MS;
  for (const { seq } of all.filter(isDone)) await inStore('acts', 'readwrite', (store) => store.delete(seq));
  return all.filter((act) => !isDone(act));
}

/** One tab sends at a time. Web Locks need https or localhost; the keys protect from two tabs on plain http. */
async function exclusively(work: () => Promise<unknown>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  const run = locks ? () => locks.request(CHANNEL, work) : work;
  const done = chain.then(run);
  chain = done.catch(() => {});
  await done;
}

/**
 * Sends the waiting acts in order until one fails in a way that may pass.
 * @param own the act that a screen waits for
 * @returns the outcome of this act
 */
async function sendInOrder(own?: Own & { seq: number }): Promise<Outcome> {
  const userId = session.user()?.id;
  const all = (await readAll()).filter((act) => act.user_id === userId && act.state !== 'sent');
  const held = new Set<string>();
  let isSure = false;
  let sent = 0;
  let outcome: Outcome = 'later';
  for (const act of all) {
    if (act.state === 'refused' || isOld(act)) held.add(act.document);
    if (held.has(act.document)) continue;
    const isOwn = act.seq === own?.seq;
    if (!isOwn && !isSure && !(isSure = await isSessionOf(act.user_id))) break;
    if (session.user()?.id !== act.user_id) break;
    const result = await outcomeOf(act, isOwn ? own : undefined);
    if (result === 'later') {
      later();
      break;
    }
    if (isOwn) outcome = result;
    else sent += 1;
    await settle(act, result, isOwn ? own : undefined);
    if ('refused' in result) held.add(act.document);
  }
  if (sent > 0) void queryClient.invalidateQueries();
  return outcome;
}

/** A screen that waits for its act shows the result itself; other results stay in the list. */
async function settle(act: Act, result: Exclude<Outcome, 'later'>, own: Own | undefined): Promise<void> {
  // The correction of a refused act stays when it is refused too: its form may be closed before the next attempt.
  if (own && ('answer' in result || own.replaces === undefined))
    await inStore('acts', 'readwrite', (store) => store.delete(act.seq));
  else if ('answer' in result)
    await put({ ...act, body: null, typed: null, state: 'sent', sent_at: new Date().toISOString() });
  else {
    const { code, status, message, fields } = result.refused;
    const reasons = [...new Set([message, ...fields.map((field) => field.message)])].join(' · ');
    // The form of a correction shows its refusal.
    await put({ ...act, state: 'refused', refusal: { code, status, message: reasons }, isSeen: own !== undefined });
  }
}

async function outcomeOf(act: Act, own: Own | undefined): Promise<Outcome> {
  try {
    return { answer: await attempt(act, own) };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const { status } = error;
    return error.isPassing || status === UNAUTHORIZED || status === TOO_MANY ? 'later' : { refused: error };
  }
}

async function attempt({ method, path, body, key }: NewAct, { now, onActivity }: Own = {}): Promise<unknown> {
  const response = await send({
    method,
    path,
    body: now ? now.body : body,
    timeout: TIMEOUT,
    repeatable: true,
    headers: { 'idempotency-key': now ? now.key : key },
  });
  const activity = response.headers.get('x-activity-id');
  if (activity !== null) onActivity?.(Number(activity));
  return response.status === 204 ? undefined : response.json();
}

/**
 * Whether the server confirms that the session belongs to this user. The token and the user in local storage could differ for a
 * moment while another tab signs in.
 */
async function isSessionOf(userId: number): Promise<boolean> {
  const token = session.token();
  if (token === null) return false;
  try {
    const response = await send({ method: 'GET', path: '/auth/me', timeout: TIMEOUT, repeatable: true });
    return ((await response.json()) as { id: number }).id === userId && session.token() === token;
  } catch (error) {
    if (error instanceof ApiProblem && (error.isPassing || error.status >= SERVER_FAULT)) later();
    return false;
  }
}

function later() {
  clearTimeout(retry);
  retry = setTimeout(() => void sendAll(), RETRY_MS);
}
