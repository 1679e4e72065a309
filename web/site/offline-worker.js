// Keeps the whole site, so that it works without a network: the files of one version together, taken
// from here and not from the network until a newer version has been fetched as a whole.

const PREFIX = 'obverse-site-';
const CACHE = PREFIX + 'VERSION';
const worker = /** @type {any} */ (self);

// It then waits until no page of an older version is open: such a page asks for files that only the older one has.
worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['FILES'])));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const forgetOthers = async () => {
    for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(forgetOthers());
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(keptOrFetched(request));
});

/** @param {Request} request */
async function keptOrFetched(request) {
  const cache = await caches.open(CACHE);
  // However the page was called, it is the same page.
  const kept = await cache.match(request.mode === 'navigate' ? './' : request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
