// Keeps the page for when the server is away: the newest copy where there is a network, else the
// last one seen, with the browser's engine where the server has that. Without an engine two people can play.

const CACHE = 'obverse-page';
const worker = /** @type {any} */ (self);

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === 'GET' && isOurs(request.url)) event.respondWith(newestOf(request));
});
// The page says what it fetched before this worker was there.
worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(keep(event.data)));

/** Whether it is a file of the page. @param {string} url */
function isOurs(url) {
  const { origin, pathname } = new URL(url, location.origin);
  return origin === location.origin && !pathname.startsWith('/api/');
}

/** @param {string[]} urls */
async function keep(urls) {
  const cache = await caches.open(CACHE);
  await cache.addAll(urls.filter(isOurs));
}

/** @param {Request} request */
async function newestOf(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}
