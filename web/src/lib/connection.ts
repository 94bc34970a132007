/** Whether the server can be reached: told by every call; while it cannot, it is asked again and again. */
import { createStore } from './store.ts';

const FIRST_WAIT = 1500;
const LONGEST_WAIT = 10_000;

const lost = createStore(false);
const whenBack = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function works() {
  if (!lost.get()) return;
  clearTimeout(timer);
  lost.set(false);
  for (const listener of whenBack) listener();
}
async function ask(wait: number): Promise<void> {
  try {
    const response = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    if (response.ok) return works();
  } catch {
    // Still away.
  }
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
  /** Asks at once, for the banner's button. */
  askNow: () => {
    clearTimeout(timer);
    void ask(FIRST_WAIT);
  },
  onBack: (listener: () => void) => {
    whenBack.add(listener);
    return () => whenBack.delete(listener);
  },
};
export const useConnectionLost = lost.use;
