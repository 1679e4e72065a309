// What a visitor waits for: `OBVERSE_BIN=… node tests/bench.js [LOADS]`, or `cargo xtask bench page`.
// Each load is a browser context of its own with nothing in its cache. The browser and its renderer
// run before the clock does: it starts with the navigation.

import { Server, launchBrowser, waitUntilReady } from './browser/harness.js';

/** @typedef {{ painted: number, ready: number, bytes: number, files: number, shift: number }} Load */

const REST_MS = 400;
const loads = Number(process.argv[2] ?? 15);

/** Runs in the page before everything else. */
function watch() {
  const seen = /** @type {any} */ (window).seen = { board: Infinity, ready: Infinity, shift: 0 };
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('othello-board .disc').length === 4) seen.board = Math.min(seen.board, performance.now());
    if (!document.querySelector('main[data-ready]')) return;
    seen.ready = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += /** @type {any} */ (entry).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page when it has come to rest. */
function report() {
  const { board, ready, shift } = /** @type {any} */ (window).seen;
  const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const answers = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]);
  const bytes = answers.reduce((sum, answer) => sum + answer.encodedBodySize, 0);
  return { board, painted, ready, shift, bytes, files: answers.length };
}

/** @param {import('playwright-core').Browser} browser @param {string} url @returns {Promise<Load>} */
async function measure(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.waitForTimeout(REST_MS);
  await page.goto(url);
  await waitUntilReady(page);
  await page.waitForLoadState('networkidle');
  const { board, ...load } = await page.evaluate(report);
  if (board > load.painted) throw new Error(`the first painting was without the board: ${load.painted} ms, the board came at ${board} ms`);
  await context.close();
  return load;
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
  // The first load of a browser also loads its fonts.
  await measure(browser, server.url);
  for (let at = 0; at < loads; at++) all.push(await measure(browser, server.url));
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
