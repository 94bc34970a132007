/**
 * Whether the server can be reached. Every call reports its result; while the server is unreachable, a health check
 * polls with backoff.
 */
import { createStore } from './store.ts';

const FIRST_WAIT = 1500;
const LONGEST_WAIT = 10_000;

const lost = createStore(false);
const whenBack = new Set<() => unknown>();
/** Whether a health check failed too: a single failed call does not prove that the server is out of reach. */
let isProven = false;
let restored: Promise<unknown> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;

function works() {
  if (!lost.get()) return;
  clearTimeout(timer);
  isProven = false;
  lost.set(false);
  restored = Promise.allSettled([...whenBack].map((listener) => listener()));
}
async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}
async function ask(wait: number): Promise<void> {
  if (await isHealthy()) return works();
  isProven = lost.get();
  // Another check may have been started meanwhile.
  clearTimeout(timer);
  timer = setTimeout(() => void ask(Math.min(wait * 1.6, LONGEST_WAIT)), wait);
}
function fails() {
  if (lost.get()) return;
  lost.set(true);
  timer = setTimeout(() => void ask(FIRST_WAIT), FIRST_WAIT);
}

export const connection = {
  works,
  fails,
  isLost: lost.get,
  isProvenLost: (): boolean => isProven,
  /** Checks at once whether the server is out of reach. */
  proveLost: async (): Promise<boolean> => {
    if (!lost.get()) return false;
    if (!isProven) isProven = !(await isHealthy()) && lost.get();
    return isProven;
  },
  /** Resolves when there is a connection and the work that must come first after an interruption is done. */
  restored: async (): Promise<void> => {
    while (lost.get()) {
      await new Promise<void>((resolve) => {
        const stop = lost.subscribe(() => (stop(), resolve()));
      });
    }
    await restored;
  },
  /** Retries at once if there is no connection. */
  askNow: () => {
    if (!lost.get()) return;
    clearTimeout(timer);
    void ask(FIRST_WAIT);
  },
  /** @param listener a promise that it returns delays `restored` */
  onBack: (listener: () => unknown) => {
    whenBack.add(listener);
    return () => whenBack.delete(listener);
  },
};
export const useConnectionLost = lost.use;
