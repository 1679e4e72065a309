// How long until the board is seen: `OBVERSE_BIN=… node tests/first-board.js [LOADS]`.
// Each load is a browser context of its own, with nothing in its cache.

import { Server, launchBrowser } from './browser/harness.js';

const loads = Number(process.argv[2] ?? 15);

/** Runs in the page before everything else: notes when the board has been painted. */
function watch() {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('othello-board .disc')) return;
    observer.disconnect();
    // The second frame begins when the first one has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => { /** @type {any} */ (window).boardSeen = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
}

const server = await Server.start();
const browser = await launchBrowser();
/** @type {number[]} */
const times = [];
try {
  for (let at = 0; at < loads; at++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(server.url);
    const seen = await page.waitForFunction(() => /** @type {any} */ (window).boardSeen);
    times.push(Number(await seen.jsonValue()));
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
times.sort((a, b) => a - b);
const [least, median, most] = [0, 0.5, 1].map((share) => Math.round(times[Math.round(share * (times.length - 1))]));
console.log(`board seen after ${median} ms (${least} to ${most}, ${loads} loads)`);
