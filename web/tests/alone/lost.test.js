// A server that has the browser's engine too: the game goes on when it is lost. `OBVERSE_BIN` was
// built with the feature `browser-engine`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server, launchBrowser, legalSquares, openPage, square, tool } from '../browser/harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} text */
const aboutSays = (page, text) => page.waitForFunction((part) => document.querySelector('#about')?.textContent?.includes(part), text);

/** @param {Page} page @param {number} moves */
const played = (page, moves) => page.waitForFunction((least) => document.querySelectorAll('move-list [data-ply]').length >= least, moves);

test('the server is lost in mid-game, and the browser’s engine goes on; Settings say which, and switch', { timeout: 300_000 }, async () => {
  const browser = await launchBrowser();
  const server = await Server.start();
  const { page, errors } = await openPage(browser, server.url);
  await tool(page, 'settings');
  await aboutSays(page, '127.0.0.1');
  await page.check('#engine-browser');
  await aboutSays(page, 'in this browser');
  await page.check('#engine-server');
  await aboutSays(page, '127.0.0.1');
  await page.keyboard.press('Escape');
  await square(page, 'f5').click();
  await played(page, 2);
  await page.evaluate(async () => {
    const cache = await caches.open('obverse-page');
    while (!(await cache.match('/engine.js')) || !(await cache.match('/engine-simd.wasm'))) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await server.kill();
  await page.locator('#engine-lost', { hasText: 'goes on' }).waitFor();
  await legalSquares(page).first().click();
  await played(page, 4);
  await page.reload();
  await played(page, 4);
  await legalSquares(page).first().click();
  await played(page, 6);
  const again = await Server.start(new URL(server.url).host);
  await page.locator('#engine-lost').waitFor({ state: 'hidden' });
  await tool(page, 'settings');
  await aboutSays(page, '127.0.0.1');
  assert.deepEqual(errors, []);
  await browser.close();
  await again.stop();
});
