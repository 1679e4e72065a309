// A worker of the page without a server, driven by hand: what its engine hears while it searches.

/** @typedef {import('playwright-core').Page} Page */

/** Gives `window` of a page from a disk the function `openEngine`, which begins a worker as the page does. @param {Page} page */
export async function driveWorkers(page) {
  await page.evaluate(async () => {
    const part = (/** @type {string} */ id) => document.getElementById(id)?.textContent ?? '';
    const scriptOf = (/** @type {string} */ first) => URL.createObjectURL(new Blob([first, part('engine')], { type: 'text/javascript' }));
    // The second as in a browser where no search can pause.
    const scripts = { pausing: scriptOf(''), deaf: scriptOf('delete WebAssembly.Suspending;') };
    const bytes = Uint8Array.from(atob(part('engine-simd').trim()), (letter) => letter.charCodeAt(0));
    const unpacked = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
    const module = await WebAssembly.compile(await unpacked.arrayBuffer());
    /** A worker that can be told and listened to. */
    const openEngine = async (/** @type {'pausing' | 'deaf'} */ kind = 'pausing') => {
      const worker = new Worker(scripts[kind]);
      /** @type {((message: any) => void)[]} */
      let listeners = [];
      worker.onmessage = ({ data }) => { for (const listen of listeners) listen(JSON.parse(data)); };
      const tell = (/** @type {object} */ message) => worker.postMessage(JSON.stringify(message));
      /** The first message like this. @param {(message: any) => boolean} isIt @returns {Promise<any>} */
      const hear = (isIt) => new Promise((resolve) => {
        const listen = (/** @type {any} */ message) => {
          if (!isIt(message)) return;
          listeners = listeners.filter((each) => each !== listen);
          resolve(message);
        };
        listeners.push(listen);
      });
      const last = (/** @type {number} */ id) => hear((message) => message.id === id && !['lines', 'thought'].includes(message.type));
      const hello = hear(({ type }) => type === 'hello');
      worker.postMessage({ type: 'begin', module, hash: 16, searches: true });
      await hello;
      return { tell, hear, last, end: () => worker.terminate() };
    };
    Object.assign(window, { openEngine });
  });
}
