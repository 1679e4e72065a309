// A server and a browser for a file of tests, and tests of one fresh page each.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launchBrowser, openPage } from './harness.js';

/** @type {Server} */ export let server;
/** @type {import('playwright-core').Browser} */ export let browser;

before(async () => {
  server = await Server.start();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A test of one fresh page, which must report no error. @param {string} name @param {(page: import('playwright-core').Page, context: import('playwright-core').BrowserContext) => Promise<void>} body @param {import('playwright-core').BrowserContextOptions} [options] */
export function pageTest(name, body, options) {
  test(name, { timeout: 240_000 }, async () => {
    const { page, context, errors } = await openPage(browser, server.url, options);
    await body(page, context);
    assert.deepEqual(errors, []);
    await context.close();
  });
}
