/**
 * The service worker: the shell, the screens of the shop floor and their texts work without a network. It never touches
 * the API: data last read and waiting entries are kept by the page, for each user.
 */

/** Inserted by the build. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

/** What this file uses of ServiceWorkerGlobalScope; the types of workers collide with those of pages. */
interface Worker {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: object): Promise<unknown[]> };
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}
interface WorkerEvent {
  data: unknown;
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const worker = globalThis as unknown as Worker;
const PREFIX = 'shell-';
const CACHE = `${PREFIX}${SHELL_VERSION}`;
const PAGE = '/';

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
// The page sends this only when nothing waits to be sent.
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (url.pathname === '/api' || url.pathname.startsWith('/api/')) return;
  // A path with a file extension is a file, not a screen.
  if (request.mode === 'navigate' && !/\.\w{1,12}$/.test(url.pathname)) event.respondWith(pageOfShell());
  else if (url.pathname.startsWith('/assets/') || SHELL_FILES.includes(url.pathname))
    event.respondWith(fileOfShell(request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.add(new Request(PAGE, { cache: 'no-cache' }));
  await cache.addAll(SHELL_FILES);
}

/** Serves the open pages too, and keeps the files of the version before for pages that still run it. */
async function activate() {
  await worker.clients.claim();
  const earlier = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(earlier.slice(0, -1).map((name) => caches.delete(name)));
}

/** The page of this version, so that page and files always have the same version. */
async function pageOfShell() {
  const cache = await caches.open(CACHE);
  return (await cache.match(PAGE)) ?? fetch(PAGE);
}

/** Files have a hash in their name, so that a file of any version is the right one. */
async function fileOfShell(request: Request) {
  return (await caches.match(request)) ?? fetch(request);
}
