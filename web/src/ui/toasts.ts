import { problemText } from '../lib/api/problem.ts';
import { createStore } from '../lib/store.ts';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
const TOP_MS = 3000;

export interface Toast {
  id: number;
  message: string;
  kind: 'success' | 'error' | 'warning';
  /** Milliseconds on the screen. */
  lasts: number;
  isTop: boolean;
}
/** Oldest first; what the screen has no room for waits. */
export const toasts = createStore<readonly Toast[]>([]);

let count = 0;
export function dismiss(id: number): void {
  return toasts.set(toasts.get().filter((one) => one.id !== id));
}

/** Short messages at the edge of the screen. `top` is the variant of the production screens: top centre, 3 s. */
export const toast = {
  success: (message: string): void => show(message, 'success', SUCCESS_MS),
  error: (message: string): void => show(message, 'error', ERROR_MS),
  /** What the server warned about: done, but look. */
  warning: (message: string): void => show(message, 'warning', 2 * ERROR_MS),
  /** A failure with the server's words, or the fallback when it sent none. */
  problem: (error: unknown, fallback: string): void => show(problemText(error, fallback), 'error', ERROR_MS),
  top: {
    success: (message: string): void => show(message, 'success', TOP_MS, true),
    error: (message: string): void => show(message, 'error', TOP_MS, true),
  },
};

/** Shows the warnings that an answer to a write may carry. */
export function showWarnings(answer: unknown): void {
  const { warnings = [] } = (answer ?? {}) as { warnings?: { message: string }[] };
  for (const { message } of warnings) toast.warning(message);
}

function show(message: string, kind: Toast['kind'], lasts: number, isTop = false): void {
  return toasts.set([...toasts.get(), { id: ++count, message, kind, lasts, isTop }]);
}
