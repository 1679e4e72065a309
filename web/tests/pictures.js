// Takes the pictures of docs/img: `OBVERSE_BIN=… node tests/pictures.js FOLDER [NAME…]`.

import { mkdirSync } from 'node:fs';
import { launchBrowser, openPage, Server, tool } from './browser/harness.js';

/** Level 8 against level 9: a draw with mistakes on both sides. */
const GAME = 'c4e3f4c5d6f5d3f3c6c2f6f7d2e6f2c1d1e1g4g5e7e2f1d8b1c3g3h4b3c7h3g6d7c8e8f8h5h6h7g2h1h2g7b4b6b5a4a5b2a1g1g8a7a6a2a3b7h8b8a8';
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** @typedef {import('playwright-core').Page} Page */
/** @type {Record<string, { options?: object, hash?: string, act?: (page: Page) => Promise<unknown> }>} */
const PICTURES = {
  'page-light': { hash: `moves=${GAME.slice(0, 48)}`, act: (page) => page.waitForTimeout(6000) },
  'page-start': {},
  'page-dark': { options: { colorScheme: 'dark' }, hash: `moves=${GAME.slice(0, 48)}`, act: (page) => page.waitForTimeout(6000) },
  'page-phone': { options: PHONE, hash: `moves=${GAME.slice(0, 48)}`, act: (page) => page.waitForTimeout(1000) },
  'page-small': { options: { ...PHONE, viewport: { width: 320, height: 568 } }, act: (page) => page.waitForTimeout(500) },
  'page-phone-new': { options: PHONE, act: (page) => page.click('#tool-new') },
  'page-hint': {
    hash: `moves=${GAME.slice(0, 48)}`,
    act: async (page) => { await page.waitForTimeout(6000); await page.click('#tool-hint'); await page.waitForTimeout(4500); },
  },
  'page-review': {
    hash: `moves=${GAME}`,
    act: async (page) => {
      await page.click('#review-start');
      await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 120_000 });
      await page.locator('.worst').first().click();
      await page.waitForTimeout(800);
    },
  },
  'page-new': { act: async (page) => { await page.click('#tool-new'); await page.waitForTimeout(300); } },
  'page-classic': { act: async (page) => { await page.click('#tool-new'); await page.check('#who-black-classic'); await page.waitForTimeout(300); } },
  'page-settings': { act: async (page) => { await tool(page, 'settings'); await page.waitForTimeout(300); } },
  'page-share': { hash: `moves=${GAME.slice(0, 48)}`, act: async (page) => { await tool(page, 'share'); await page.waitForTimeout(300); } },
  'page-setup': { act: async (page) => { await page.click('#tool-new'); await page.click('#new-setup'); await page.waitForTimeout(300); } },
  'page-contrast': { hash: `moves=${GAME.slice(0, 48)}`, act: async (page) => { await tool(page, 'settings'); await page.click('label[for=set-contrast]'); await page.keyboard.press('Escape'); await page.waitForTimeout(500); } },
  'page-26': { hash: 'size=26&moves=', act: (page) => walk(page, 60) },
  'page-japanese': { options: { locale: 'ja-JP' }, hash: `moves=${GAME.slice(0, 48)}`, act: (page) => page.waitForTimeout(4000) },
  'page-wall': { options: { viewport: { width: 2560, height: 1440 } }, hash: `moves=${GAME.slice(0, 72)}`, act: (page) => page.waitForTimeout(1000) },
};

/** Plays legal moves. @param {Page} page @param {number} moves */
async function walk(page, moves) {
  for (let at = 0; at < moves; at++) {
    const legal = page.locator('othello-board .square[aria-disabled="false"]');
    const count = await legal.count();
    await legal.nth((at * 7) % count).click();
  }
  await page.waitForTimeout(600);
}

const [folder = 'pictures', ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await launchBrowser();
try {
  for (const [name, { options, hash, act }] of Object.entries(PICTURES)) {
    if (names.length && !names.includes(name)) continue;
    const { page, context, errors } = await openPage(browser, server.url + (hash ? `#${hash}` : ''), options);
    await act?.(page);
    await page.screenshot({ path: `${folder}/${name}.png` });
    for (const error of errors) console.error(`${name}: ${error}`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
