// What a visitor waits for: `OBVERSE_BIN=… node tests/bench.js [LOADS]`, or `cargo xtask bench page`.
// Each load is a browser context of its own with nothing in its cache. The browser and its renderer
// run before the clock does: it starts with the navigation.

import { Server, launchBrowser, waitUntilReady } from './browser/harness.js';

/** @typedef {{ painted: number, ready: number, bytes: number, files: number, shift: number }} Load */

const REST_MS = 400;
const loads = Number(process.argv[2] ?? 15);

/** Runs in the page before everything else: notes when the board is in the document. */
function watchForBoard() {
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('othello-board .disc').length < 4) return;
    observer.disconnect();
    /** @type {any} */ (window).boardAt = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page when it has come to rest. @returns {Promise<Load>} */
async function report() {
  const shift = await new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 100);
  });
  const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const answers = [page, .../** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))];
  return {
    painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    // The modules have run, and drawn, before the document says that it is loaded.
    ready: page.domContentLoadedEventStart,
    bytes: answers.reduce((sum, answer) => sum + answer.encodedBodySize, 0),
    files: answers.length,
    shift,
  };
}

/** @param {import('playwright-core').Browser} browser @param {(page: import('playwright-core').Page) => Promise<unknown>} [prepare] */
async function load(browser, prepare) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await prepare?.(page);
  await page.waitForTimeout(REST_MS);
  await page.goto(server.url);
  await waitUntilReady(page);
  await page.waitForLoadState('networkidle');
  const figures = await page.evaluate(report);
  const boardAt = Number(await page.evaluate(() => /** @type {any} */ (window).boardAt));
  await context.close();
  return { ...figures, boardAt };
}

/** @param {string} name @param {number[]} values @param {string} unit @param {number} [digits] */
function row(name, values, unit, digits = 0) {
  const sorted = values.toSorted((a, b) => a - b);
  const shown = [0.5, 0, 1].map((share) => sorted[Math.round(share * (sorted.length - 1))].toFixed(digits).padStart(9));
  console.log(`${name.padEnd(28)}${shown.join('')} ${unit}`);
}

const server = await Server.start();
const browser = await launchBrowser();
/** @type {Load[]} */
const all = [];
try {
  // The first load, which also fetches the browser's fonts, is not counted. It shows that the first
  // painting has the board in it; watching for that would slow the others down.
  const { boardAt, painted } = await load(browser, (page) => page.addInitScript(watchForBoard));
  if (!(boardAt < painted)) throw new Error(`painted after ${painted} ms without the board, which came after ${boardAt} ms`);
  for (let at = 0; at < loads; at++) all.push(await load(browser));
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${`${loads} loads`.padEnd(28)}   median    least     most`);
row('first board painted', all.map(({ painted }) => painted), 'ms');
row('page answers', all.map(({ ready }) => ready), 'ms');
row('layout shift', all.map(({ shift }) => shift), '', 4);
row('weight, compressed', all.map(({ bytes }) => bytes / 1000), 'kB', 1);
row('files', all.map(({ files }) => files), '');
