// A server whose page has the browser's engine too: the game goes on when the server is lost.

import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchBrowser, openPage, Server, square, tool } from '../browser/harness.js';
import { SITE } from './site.js';

const WEB = fileURLToPath(new URL('../..', import.meta.url));

/** The page as a binary with the feature `browser-engine` has it. */
function servedPage() {
  const folder = mkdtempSync(join(tmpdir(), 'obverse-served-'));
  for (const part of ['js', 'css', 'index.html', 'icon.svg', 'manifest.webmanifest', 'openings.tsv', 'worker.js']) cpSync(join(WEB, part), join(folder, part), { recursive: true });
  copyFileSync(join(WEB, 'site/served.js'), join(folder, 'js/files.js'));
  for (const [name, pattern] of /** @type {const} */ ([['engine.js', /^engine-\w+\.js$/], ['engine-simd.wasm', /^engine-simd-\w+\.wasm$/], ['engine.wasm', /^engine-[0-9a-f]+\.wasm$/]])) {
    copyFileSync(join(SITE, String(readdirSync(SITE).find((each) => pattern.test(each)))), join(folder, name));
  }
  return folder;
}

test('the server is lost in mid-game, and the browser’s engine goes on; Settings say which, and switch', { timeout: 300_000 }, async () => {
  const folder = servedPage();
  const browser = await launchBrowser();
  const server = await Server.start('127.0.0.1:0', ['--static', folder]);
  const { page, errors } = await openPage(browser, server.url);
  const about = page.locator('#about');
  await tool(page, 'settings');
  await page.waitForFunction(() => document.querySelector('#about')?.textContent?.includes('127.0.0.1'));
  await page.check('#engine-browser');
  await page.waitForFunction(() => document.querySelector('#about')?.textContent?.includes('in this browser'));
  await page.check('#engine-server');
  await page.waitForFunction(() => document.querySelector('#about')?.textContent?.includes('127.0.0.1'));
  await page.keyboard.press('Escape');
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  await page.evaluate(async () => {
    const cache = await caches.open('obverse-page');
    while (!(await cache.match('/engine.js')) || !(await cache.match('/engine-simd.wasm'))) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await server.stop();
  await page.locator('#engine-lost', { hasText: 'goes on' }).waitFor();
  await page.locator('othello-board .square[aria-disabled="false"]').first().click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length >= 4);
  const again = await Server.start(new URL(server.url).host, ['--static', folder]);
  await page.locator('#engine-lost').waitFor({ state: 'hidden' });
  await tool(page, 'settings');
  assert.match((await about.textContent()) ?? '', /127\.0\.0\.1/);
  assert.deepEqual(errors, []);
  await browser.close();
  await again.stop();
  rmSync(folder, { recursive: true });
});
