import { Suspense, type ComponentType, type ReactNode } from 'react';
import { prepared } from './prepared.tsx';

/** TypeScript does not know it, since Safari and Firefox do not have it. */
type Saving = Navigator & { connection?: { saveData?: boolean } };

/** Milliseconds from the load of the code of a screen to the earliest load of its deferred parts. */
const DEFER_MS = 1500;

/**
 * Loads code when the browser is idle after the first paint, unless the user saves data. A failed load is repeated, and
 * reported, on use.
 */
export function whenIdle(load: () => Promise<unknown>): void {
  if ((navigator as Saving).connection?.saveData) return;
  const start = () => void load().catch(() => {});
  // Safari has no requestIdleCallback.
  setTimeout(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(start) : start()), DEFER_MS);
}

/**
 * A part of a screen that its first paint does not show, such as a dialog or the form that replaces a list. Its code
 * loads when the browser is idle after the first paint, or when the part is shown earlier.
 * @param waiting placeholder of a part that is shown at once, so that the content below it does not move
 */
export function deferred<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const Part = prepared(async () => ({ default: await load() }));
  whenIdle(Part.prepare);
  return (props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}
