// Loading: the board that stands in the HTML, what was left here before, the weight, offline.

import assert from 'node:assert/strict';
import { counts, square, status, tool, waitUntilReady } from './harness.js';
import { pageTest, server } from './page-test.js';

/** @typedef {import('playwright-core').Page} Page */

const WEIGHT_LIMIT = 180_000;

/**
 * Loads the page with its modules held back, so that only the HTML, the styles and `early.js` count.
 * @param {Page} page @param {string} [address]
 */
async function loadWithoutModules(page, address = server.url) {
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route('**/js/main.js', async (route) => {
    await held;
    await route.continue();
  });
  // A fragment alone would not load anything.
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('#live').waitFor({ state: 'attached' });
  return async () => {
    release();
    await waitUntilReady(page);
  };
}

/** How many discs are seen. @param {Page} page */
async function visibleDiscs(page) {
  return page.locator('othello-board .disc').evaluateAll((discs) => discs.filter((disc) => disc.checkVisibility({ visibilityProperty: true })).length);
}

pageTest('the board in the HTML is the one that the script makes', async (page) => {
  const { written, made } = await page.evaluate(async () => {
    const html = await (await fetch('/')).text();
    const board = new DOMParser().parseFromString(html, 'text/html').querySelector('othello-board');
    const fresh = /** @type {any} */ (document.createElement('othello-board'));
    fresh.view = /** @type {any} */ (document.querySelector('othello-board')).current;
    return {
      written: `${board?.getAttribute('data-side')} ${board?.innerHTML.replace(/>\s+</g, '><').trim()}`,
      made: `${fresh.dataset.side} ${fresh.innerHTML}`,
    };
  });
  assert.equal(written, made);
});

for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
  pageTest(`the first board is seen before the modules arrive, and is kept, ${viewport.width} pixels wide`, async (page) => {
    const goOn = await loadWithoutModules(page);
    assert.equal(await visibleDiscs(page), 4);
    const [box, square27] = [await page.locator('othello-board').boundingBox(), await page.$('[data-square="27"]')];
    await goOn();
    assert.deepEqual(await page.locator('othello-board').boundingBox(), box, 'it stays where it was');
    assert.ok(await square27?.evaluate((cell) => cell.isConnected), 'the same squares are played on');
  }, { serviceWorkers: 'block', viewport });
}

pageTest('no wrong board and no wrong theme before a stored game', async (page) => {
  await page.click('#mode-two');
  for (const name of ['f5', 'd6', 'c3']) await square(page, name).click();
  await tool(page, 'settings');
  await page.check('#theme-dark');
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const goOn = await loadWithoutModules(page);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), dark);
  assert.equal(await visibleDiscs(page), 0);
  await goOn();
  assert.equal(await visibleDiscs(page), 7);
}, { serviceWorkers: 'block', colorScheme: 'light' });

pageTest('no wrong board before a game in the link', async (page) => {
  const goOn = await loadWithoutModules(page, `${server.url}#moves=f5d6`);
  assert.equal(await visibleDiscs(page), 0);
  await goOn();
  assert.equal(await visibleDiscs(page), 6);
}, { serviceWorkers: 'block' });

pageTest('a game survives a reload', async (page) => {
  await page.click('#mode-two');
  for (const name of ['f5', 'd6', 'c3']) await square(page, name).click();
  await page.click('#tool-undo');
  await page.reload();
  await waitUntilReady(page);
  assert.equal(await status(page).textContent(), 'Black to move');
  assert.equal(await page.locator('move-list [data-ply]').count(), 3);
  await page.click('#tool-redo');
  assert.equal(await status(page).textContent(), 'White to move', 'the undone move is there too');
});

pageTest('whatever is stored, the page begins', async (page) => {
  const opening = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`;
  /** @param {object} values */
  const stored = (values) => JSON.stringify({ start: opening, moves: ['f5'], ply: 1, seats: { black: 'human', white: 'human' }, ...values });
  const games = [
    '{', '7', '"game"', stored({ seats: null, moves: null }), stored({ seats: { black: 'level:99', white: 3 } }), stored({ ply: 'last' }), stored({ ply: 0.5 }),
    stored({ speed: 9, seats: { black: 'nobody', white: 'squares' } }), stored({ clocks: 'x', time: 5 }), stored({ left: { game: 1 }, names: 5 }),
  ];
  const settings = ['{', '7', '{"language":"xx","theme":"pink","level":99,"legal":"no","evaluation":4}'];
  for (const [at, game] of games.entries()) {
    // What the page saves as it is left would replace it.
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), ['obverse.game', game]);
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), ['obverse.settings', settings[at % settings.length]]);
    await page.reload();
    await waitUntilReady(page);
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'system', game);
    await page.click('#tool-new');
    for (const color of ['black', 'white']) await page.check(`#who-${color}-human`);
    await page.click('#new-start');
    await square(page, 'f5').click();
    assert.deepEqual(await counts(page), [4, 1], game);
  }
});

pageTest('loaded once, the page loads offline and two people can play', async (page, context) => {
  await page.evaluate(async () => {
    const cache = await caches.open('obverse-page');
    const needed = () => ['/', '/icon.svg', '/manifest.webmanifest', ...performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\.(css|js|tsv)$/.test(name))];
    const missing = async () => (await Promise.all(needed().map((name) => cache.match(name)))).includes(undefined);
    while (needed().length < 20 || (await missing())) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  await page.reload();
  await page.click('#mode-two');
  await square(page, 'f5').click();
  assert.deepEqual(await counts(page), [4, 1]);
});

pageTest('the page is light, asks nobody else, and does not jump', async (page) => {
  await page.evaluate(() => {
    /** @type {any} */ (window).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) /** @type {any} */ (window).shift += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.waitForLoadState('networkidle');
  const { bytes, hosts, shift } = await page.evaluate(() => {
    const entries = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]);
    return {
      bytes: entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0),
      hosts: [...new Set(entries.map((entry) => new URL(entry.name).host))],
      shift: /** @type {any} */ (window).shift,
    };
  });
  assert.ok(bytes > 10_000 && bytes < WEIGHT_LIMIT, `${bytes} bytes`);
  assert.deepEqual(hosts, [new URL(server.url).host]);
  assert.ok(shift < 0.02, `layout shift ${shift}`);
});
