/**
 * The queue of acts: each is stored before its first attempt, under its idempotency key, and sent in order in a session of
 * the user who recorded it. No `If-Match` is sent: a queued act cannot contain the current version.
 */
import { ApiProblem } from '../api/problem.ts';
import { send } from '../api/transport.ts';
import { connection } from '../connection.ts';
import { queryClient } from '../query-client.ts';
import { session } from '../session.ts';
import { acts, isOld, rememberCount, WAITING, type Act, type NewAct } from './acts.ts';
import { inStore } from './database.ts';

const CHANNEL = 'bobina-acts';
const TIMEOUT = 30_000;
/** Milliseconds until another attempt after a failure that may pass. */
const RETRY_MS = 20_000;
/** Sent acts stay in the list for a day. */
const KEPT_MS = 86_400_000;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;
const SERVER_FAULT = 500;

/** How a screen that waits for its act sends it. */
interface Own {
  /** A body and key for an attempt right now, if they differ from those of a later attempt. */
  now?: Pick<Act, 'body' | 'key'>;
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
 * Stores an act and sends it, after those that wait already.
 * @returns the answer of the server, or WAITING if the act stays on the device
 * @throws ApiProblem when the server refuses the act; it is then no longer stored
 */
export async function perform<T>(act: NewAct, own: Own = {}): Promise<T | typeof WAITING> {
  const user = session.user();
  if (!user) return WAITING;
  const stored = { ...act, user_id: user.id, created_at: new Date().toISOString(), state: 'waiting' };
  let seq: number;
  try {
    seq = (await inStore('acts', 'readwrite', (store) => store.add(stored))) as number;
  } catch {
    // Without storage the act cannot wait.
    return (await attempt(act, own)) as T;
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
export async function sendAgain(act: Act): Promise<void> {
  const again: Act = { ...act, state: 'waiting', isApproved: true };
  delete again.refusal;
  await put(again);
  await sendAll();
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
    await settle(act, result, isOwn);
    if ('refused' in result) held.add(act.document);
  }
  if (sent > 0) void queryClient.invalidateQueries();
  return outcome;
}

/** A screen that waits for its act shows the result itself; other results stay in the list. */
async function settle(act: Act, result: Exclude<Outcome, 'later'>, isOwn: boolean): Promise<void> {
  if (isOwn) await inStore('acts', 'readwrite', (store) => store.delete(act.seq));
  else if ('answer' in result) await put({ ...act, body: null, state: 'sent', sent_at: new Date().toISOString() });
  else {
    const { code, status, message, fields } = result.refused;
    const reasons = [...new Set([message, ...fields.map((field) => field.message)])].join(' · ');
    await put({ ...act, state: 'refused', refusal: { code, status, message: reasons } });
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
