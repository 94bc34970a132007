import { connection } from '../../lib/connection.ts';
import { acts, mayHoldActs } from '../../lib/offline/acts.ts';
import { newVersion } from '../../lib/offline/new-version.ts';

const CHECK_MS = 3_600_000;

/** Registers the service worker. A new version of the shell is taken only while no entry waits on this device. */
export async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator;
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
