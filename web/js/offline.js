// The page works without its server once it has been loaded: worker.js keeps its files.

/** Starts the worker. Call it when everything has been fetched. @param {string[]} spare files that have not been fetched, and are to be kept all the same */
export async function keepForOffline(spare) {
  if (!('serviceWorker' in navigator)) return;
  const seenByWorker = navigator.serviceWorker.controller !== null;
  await navigator.serviceWorker.register('worker.js');
  const { active } = await navigator.serviceWorker.ready;
  if (spare.length) active?.postMessage(spare.map((name) => new URL(name, location.href).href));
  if (seenByWorker) return;
  // The first visit was over before there was a worker to see it: it is told what to keep.
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
  // The browser asks for these two when it likes.
  const linked = Array.from(document.querySelectorAll('link[rel=icon], link[rel=manifest]'), (link) => /** @type {HTMLLinkElement} */ (link).href);
  active?.postMessage([...new Set([location.pathname, ...fetched, ...linked])]);
}
