import { connection } from '../../lib/connection.ts';
import { acts, mayHoldActs } from '../../lib/offline/acts.ts';
import { newVersion } from '../../lib/offline/new-version.ts';

const CHECK_MS = 3_600_000;
/** The address that was loaded because a part of its screen could not be. */
const LOADED = 'loaded-for';

/** Registers the service worker. A new version of the shell is taken only while no entry waits on this device. */
export async function registerWorker(): Promise<void> {
  const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!serviceWorker) return;
  const wasControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => newVersion.set(wasControlled));
  // A test runner may block registrations: the promise then has no value.
  const registration = (await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })) as
    | ServiceWorkerRegistration
    | undefined;
  if (!registration) return;
  const take = () => {
    if (!mayHoldActs()) registration.waiting?.postMessage('take-over');
  };
  const onFound = () => registration.installing?.addEventListener('statechange', take);
  registration.addEventListener('updatefound', onFound);
  acts.subscribe(take);
  onFound();
  take();
  const check = () => void registration.update().catch(() => {});
  connection.onBack(check);
  setInterval(check, CHECK_MS);
}

/**
 * Loads the page for a screen whose code cannot be loaded: after an update of the server, the files of the running version
 * are gone. Returns false if the server does not answer, and true if the page was loaded for this screen already.
 */
export async function openInNewBuild(address: string): Promise<boolean> {
  if (sessionStorage.getItem(LOADED) === address) {
    sessionStorage.removeItem(LOADED);
    return true;
  }
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return false;
  sessionStorage.setItem(LOADED, address);
  // The service worker answers with the page that it has stored.
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration();
  await registration?.update();
  location.assign(address);
  return new Promise(() => {});
}
