// The page without a server where no search can pause: WebKit, and Firefox with that switched off.

import { test } from 'node:test';
import { visit } from './visit.js';
import { openFirefox, openWebKit } from './webdriver.js';

const BROWSERS = {
  WebKit: openWebKit,
  'Firefox without pauses': () => openFirefox({ 'javascript.options.wasm_js_promise_integration': false }),
};

for (const [name, open] of Object.entries(BROWSERS)) {
  for (const from of /** @type {const} */ (['file', 'host'])) {
    test(`${name}, ${from}: games, a reload, hints, a review, a puzzle`, { timeout: 600_000 }, async () => {
      const browser = await open();
      try {
        await visit(browser, from);
      } finally {
        await browser.close();
      }
    });
  }
}
