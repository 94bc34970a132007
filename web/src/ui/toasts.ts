import type { UsedBy } from '@bobina/contract/core/errors.ts';
import { ApiProblem, problemText } from '../lib/api/problem.ts';
import { createStore } from '../lib/store.ts';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
const TOP_MS = 3000;
/** A toast with something to read or to press. */
const OFFER_MS = 10_000;

export interface ToastLink {
  label: string;
  /** The address of a screen; null shows the label alone, such as a batch with its quantity. */
  path: string | null;
}
export interface Toast {
  id: number;
  message: string;
  kind: 'success' | 'error' | 'warning';
  /** Milliseconds on the screen. */
  lasts: number;
  isTop: boolean;
  /** Activities that the toast offers to undo, oldest first. */
  acts?: readonly number[] | undefined;
  /** A call that takes the act back, for acts that have one of their own. */
  takeBack?: (() => Promise<unknown>) | undefined;
  links?: readonly ToastLink[] | undefined;
  /** Keeps the toast until the user presses this button or closes the toast, also on other pages. */
  stays?: { label: string; onPress: () => void; onClose: () => void } | undefined;
}
/** Oldest first. Toasts that do not fit on the screen wait. */
export const toasts = createStore<readonly Toast[]>([]);

let count = 0;
/** Removes a toast. */
export function dismiss(id: number): void {
  return toasts.set(toasts.get().filter((one) => one.id !== id));
}

type Undoable = { readonly ids: readonly number[] } | { readonly takeBack: () => Promise<unknown> };

/**
 * Shows short messages. A success whose acts can be undone offers it for 10 s. An error names the documents of a refusal
 * (`cause`) as links. The `top` variant, for production screens, appears top centre for 3 s.
 */
export const toast = {
  /** @param lines the results of the act: each batch with its quantity */
  success: (message: string, acts?: Undoable, lines: readonly string[] = []): number =>
    show(message, 'success', SUCCESS_MS, {
      ...offerOf(acts),
      ...(lines.length > 0 && { links: lines.map((label) => ({ label, path: null })), lasts: OFFER_MS }),
    }),
  /** A success that offers screens to continue with. */
  offer: (message: string, links: readonly ToastLink[]): number => show(message, 'success', OFFER_MS, { links }),
  error: (message: string, cause?: unknown): number => show(message, 'error', ERROR_MS, usesOf(cause)),
  /** A failure of an act that the user no longer waits for. */
  staying: (message: string, stays: NonNullable<Toast['stays']>): number => show(message, 'error', Infinity, { stays }),
  /** A warning of the server about an action that succeeded. */
  warning: (message: string): number => show(message, 'warning', 2 * ERROR_MS),
  /** A failure: the server's message, or the fallback if there is none. */
  problem: (error: unknown, fallback: string): number =>
    show(problemText(error, fallback), 'error', ERROR_MS, usesOf(error)),
  top: {
    /** @returns the id, for `dismiss` */
    success: (message: string, acts?: Undoable): number =>
      show(message, 'success', TOP_MS, { ...offerOf(acts), isTop: true }),
    error: (message: string): number => show(message, 'error', TOP_MS, { isTop: true }),
  },
};

/** Shows the warnings in the answer to a write, if any. */
export function showWarnings(answer: unknown): void {
  const { warnings = [] } = (answer ?? {}) as { warnings?: { message: string }[] };
  for (const { message } of warnings) toast.warning(message);
}

function offerOf(acts: Undoable | undefined): Partial<Toast> {
  if (acts && 'takeBack' in acts) return { takeBack: acts.takeBack, lasts: OFFER_MS };
  return acts && acts.ids.length > 0 ? { acts: acts.ids, lasts: OFFER_MS } : {};
}

function usesOf(cause: unknown): Partial<Toast> {
  const uses: readonly UsedBy[] = (cause instanceof ApiProblem && cause.body.used_by) || [];
  return uses.length > 0 ? { links: uses, lasts: OFFER_MS } : {};
}

function show(message: string, kind: Toast['kind'], lasts: number, more: Partial<Toast> = {}): number {
  const id = ++count;
  toasts.set([...toasts.get(), { id, message, kind, lasts, isTop: false, ...more }]);
  return id;
}
