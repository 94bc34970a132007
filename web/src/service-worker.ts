/**
 * The service worker: the shell, the screens of the shop floor and their texts work without a network. It never touches
 * the API: data last read and waiting entries are kept by the page, for each user.
 */
/// <reference lib="webworker" />

/** Inserted by the build. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const PREFIX = 'shell-';
const CACHE = `${PREFIX}${SHELL_VERSION}`;
const PAGE = '/';

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldCaches()));
// The page asks for the new version only when nothing waits to be sent.
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (url.pathname === '/api' || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    // A path with a file extension is a file, not a screen.
    if (!/\.\w{1,12}$/.test(url.pathname)) event.respondWith(shellPage(request));
  } else if (url.pathname.startsWith('/assets/') || SHELL_FILES.includes(url.pathname))
    event.respondWith(shellFile(request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.add(new Request(PAGE, { cache: 'no-cache' }));
  await cache.addAll(SHELL_FILES);
}

/** Keeps the caches of earlier versions while pages of theirs may be open. */
async function dropOldCaches() {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.length > 1) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  // The newest of them may belong to the page that asked for the new version.
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** The page of this version, so that page and files always fit together. */
async function shellPage(request: Request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(PAGE)) ?? fetch(request);
}

/** Files have a hash in their name, so that a file of any version is the right one. */
async function shellFile(request: Request) {
  return (await caches.match(request)) ?? fetch(request);
}
