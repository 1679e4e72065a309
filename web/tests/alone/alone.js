// The page without a server of ours: `obverse.html` from the disk, and the site from a plain web host.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchBrowser, openPage } from '../browser/harness.js';
import { plainHost } from './host.js';
import { SITE } from './site.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {Awaited<ReturnType<typeof plainHost>>} */ let host;
before(async () => {
  assert.ok(existsSync(join(SITE, 'obverse.html')), `${SITE} has no site: cargo xtask site makes it`);
  browser = await launchBrowser();
  host = await plainHost(SITE);
});
after(async () => {
  await browser?.close();
  host?.close();
});

/** Waits until the engine is there. @param {Page} page */
export async function waitForEngine(page) {
  await page.waitForFunction(() => document.querySelector('#tool-hint')?.getAttribute('aria-disabled') === 'false');
}

/** Waits until the site is kept for when there is no network. @param {Page} page */
async function waitUntilKept(page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated' || new Promise((resolve) => { if (active) active.onstatechange = resolve; })));
}

/**
 * A test of one fresh page with its engine, from the disk or from a host, from the moment on when it
 * has been loaded without a network. It must report no error and ask for nothing.
 * @param {'file' | 'host'} from @param {string} name @param {(page: Page, context: BrowserContext) => Promise<void>} body
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export function aloneTest(from, name, body, options) {
  test(`${from}: ${name}`, { timeout: 600_000 }, async () => {
    const { page, context, errors } = await openPage(browser, from === 'file' ? pathToFileURL(join(SITE, 'obverse.html')).href : host.url, options);
    await waitForEngine(page);
    if (from === 'host') await waitUntilKept(page);
    await context.setOffline(true);
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => { if (!/^(blob|data):/.test(request.url()) && !request.isNavigationRequest() && from === 'file') asked.push(request.url()); });
    await body(page, context);
    assert.deepEqual([errors, asked], [[], []]);
    await context.close();
  });
}
