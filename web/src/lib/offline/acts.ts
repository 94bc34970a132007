/** The acts that wait on this device, as the screens see them. The queue (`queue.ts`) is loaded only when it is needed. */
import { storage } from '../storage.ts';
import { createStore } from '../store.ts';

/** The refusal of the server, in the user's language. */
export interface Refusal {
  code: string;
  status: number;
  message: string;
}

/** One row of an act, as the list of acts shows it. */
export interface ActRow {
  code: string;
  batch: string | null;
  /** Null for a quantity that a count empties. */
  quantity: number | null;
  unit: string;
}

/** A business act that was recorded on this device. */
export interface Act {
  /** Order of recording on this device. */
  seq: number;
  user_id: number;
  /** The Idempotency-Key of every attempt. */
  key: string;
  method: 'POST' | 'PUT';
  /** Path below `/api`. */
  path: string;
  body: unknown;
  /** The values of the form, where the body leaves some out: a refused act opens its form with them. */
  typed?: unknown;
  kind: 'receipt' | 'transfer' | 'count';
  /** The document: acts on one document are sent in order, and a refused one holds up those after it. */
  document: string;
  /** The title in the list: the order and its delivery note, or the warehouses. */
  name: string;
  /** What the act moves or counts; absent in acts that an earlier version recorded. */
  rows?: readonly ActRow[];
  /** The screen where the user can look at the document. */
  screen: string;
  /** ISO instant of this device. */
  created_at: string;
  state: 'waiting' | 'refused' | 'sent';
  refusal?: Refusal;
  /** Whether the user saw the refusal. */
  isSeen?: boolean;
  sent_at?: string;
  /** Whether the user agreed to send the act although it is old. */
  isApproved?: boolean;
}
export type NewAct = Omit<
  Act,
  'seq' | 'user_id' | 'created_at' | 'state' | 'refusal' | 'isSeen' | 'sent_at' | 'isApproved'
>;

interface OnDevice {
  /** The acts of the signed-in user, oldest first. */
  own: readonly Act[];
  /** The number of unsent acts of other users; their content is never read by a screen. */
  others: number;
}

/** Marks a result that is not an answer of the server: the act waits on the device. */
export const WAITING = { isWaiting: true } as const;

/** The search parameter that names the act whose values a form takes over. */
export const REOPENED = 'act';

/** Days after which an act is no longer sent automatically: the server stores keys for 7 days. */
const MOST_DAYS = 6;
const DAY_MS = 86_400_000;
/** Number of unsent acts of all users, so that a page without any does not load the queue. */
const COUNT = 'unsent_acts';

export const acts = createStore<OnDevice>({ own: [], others: 0 });
/** The acts of the signed-in user on this device, and the number of acts of others. */
export const useActs = acts.use;

/** Whether a screen of the shop floor was opened since the page was loaded. */
export const onShopFloor = createStore(false);
export const useOnShopFloor = onShopFloor.use;

/** Whether the act was recorded so long ago that the user must agree before it is sent. */
export function isOld({ created_at, isApproved }: Pick<Act, 'created_at' | 'isApproved'>): boolean {
  return !isApproved && Date.now() - Date.parse(created_at) > MOST_DAYS * DAY_MS;
}

/** Whether the act was refused and the user has not seen that yet. */
export function isUnseen({ state, isSeen }: Pick<Act, 'state' | 'isSeen'>): boolean {
  return state === 'refused' && !isSeen;
}

/** Whether a corrected save may take the place of the act: it is refused, or not sent by itself. */
export function canReplace(act: Act): boolean {
  return act.state === 'refused' || (act.state === 'waiting' && isOld(act));
}

/** The address of the act's form with what was typed. */
export function reopenPath({ screen, seq }: Act): string {
  return `${screen}${screen.includes('?') ? '&' : '?'}${REOPENED}=${seq}`;
}

/** The own acts on a document that are not sent. */
export function unsentOn(document: string, { own }: OnDevice): Act[] {
  return own.filter((act) => act.document === document && act.state !== 'sent');
}

/** Whether this device may hold acts: a hint that needs no IndexedDB. */
export function mayHoldActs(): boolean {
  return storage.read(COUNT) !== null;
}

/** Stores the hint for the next start of the page. */
export function rememberCount(count: number): void {
  storage.write(COUNT, count === 0 ? null : String(count));
}
