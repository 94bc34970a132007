/**
 * A newer build of the interface on the server. Its files have other names, so that parts of the running build that were
 * not loaded before can no longer be loaded.
 */
import { newVersion } from './offline/new-version.ts';

const RELOADED = 'reloaded-build';
const ANSWER_MS = 5000;

/** Reports whether the server's page starts another build than the running one; false if it does not answer. */
async function isReplaced(): Promise<boolean> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
    const page = await answer.text();
    return answer.ok && !page.includes(entryOf());
  } catch {
    return false;
  }
}

/**
 * Opens a screen whose code could not be loaded in the newer build of the server, by loading the page. Returns only if the
 * server has no other build, or if the page was loaded for it already.
 */
export async function openInNewBuild(address: string): Promise<void> {
  const own = entryOf();
  if (sessionStorage.getItem(RELOADED) === own || !(await isReplaced())) return;
  sessionStorage.setItem(RELOADED, own);
  await takeNewShell();
  location.assign(address);
  await new Promise(() => {});
}

/** The address of the script that starts the running build. */
function entryOf(): string {
  return new URL(document.querySelector<HTMLScriptElement>('script[type=module][src]')!.src).pathname;
}

/** Waits until the service worker serves the new build: it answers navigations with the page that it stored. */
async function takeNewShell(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container?.controller || newVersion.get()) return;
  const taken = new Promise((resolve) => container.addEventListener('controllerchange', resolve, { once: true }));
  const registration = await container.getRegistration();
  await registration?.update().catch(() => {});
  await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, ANSWER_MS))]);
}
