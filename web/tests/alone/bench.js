// What a visitor of the page without a server waits for: `npm run bench-alone [LOADS]`. Each load is a
// browser context of its own with nothing in its cache; the browser and its renderer run before the
// clock does. A move is played as soon as the page answers.

import { join } from 'node:path';
import { loadavg } from 'node:os';
import { pathToFileURL } from 'node:url';
import { launchBrowser, square, waitUntilReady } from '../browser/harness.js';
import { plainHost } from './host.js';
import { SITE } from './site.js';

const loads = Number(process.argv[2] ?? 9);
const REST_MS = 400;

/** @param {import('playwright-core').Browser} browser @param {string} url */
async function load(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.waitForTimeout(REST_MS);
  await page.addInitScript(() => {
    const marks = /** @type {any} */ (window);
    new MutationObserver(() => {
      if (document.querySelector('main[data-ready]')) marks.readyAt ??= performance.now();
      if (document.querySelectorAll('move-list [data-ply]').length >= 2) marks.answeredAt ??= performance.now();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.goto(url);
  await waitUntilReady(page);
  await square(page, 'f5').click();
  await page.waitForFunction(() => /** @type {any} */ (window).answeredAt !== undefined);
  const figures = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    ready: Number(/** @type {any} */ (window).readyAt), answered: Number(/** @type {any} */ (window).answeredAt),
  }));
  await context.close();
  return figures;
}

/** @param {string} name @param {number[]} values */
function row(name, values) {
  const sorted = values.toSorted((a, b) => a - b);
  const shown = [0.5, 0, 1].map((share) => sorted[Math.round(share * (sorted.length - 1))].toFixed(0).padStart(9));
  console.log(`${name.padEnd(36)}${shown.join('')} ms`);
}

const browser = await launchBrowser();
const host = await plainHost(SITE);
try {
  for (const [name, url] of [['obverse.html', pathToFileURL(join(SITE, 'obverse.html')).href], ['site', host.url]]) {
    // The first load, which also fetches the browser's fonts, is not counted.
    await load(browser, url);
    const all = [];
    for (let at = 0; at < loads; at++) all.push(await load(browser, url));
    console.log(`${`${name}, ${loads} loads`.padEnd(36)}   median    least     most`);
    row('first board painted', all.map(({ painted }) => painted));
    row('page answers', all.map(({ ready }) => ready));
    row('first move of the computer', all.map(({ answered }) => answered));
  }
} finally {
  await browser.close();
  host.close();
}
console.log(`load of the machine ${loadavg()[0].toFixed(1)}; the page waits 450 ms before a computer moves`);
