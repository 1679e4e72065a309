// The page without a server in Firefox: what runs always. What Firefox does where no search can pause is in others.test.js.

import { test } from 'node:test';
import { visit } from './visit.js';
import { openFirefox } from './webdriver.js';

for (const from of /** @type {const} */ (['file', 'host'])) {
  test(`Firefox, ${from}: games, a reload, hints, a review, a puzzle`, { timeout: 300_000 }, async () => {
    const browser = await openFirefox();
    try {
      await visit(browser, from);
    } finally {
      await browser.close();
    }
  });
}
