// Takes the pictures of docs/img: `OBVERSE_BIN=… node tests/pictures.js FOLDER [NAME…]`.

import { mkdirSync } from 'node:fs';
import { Server, launchBrowser, openPage } from './browser/harness.js';

const GAME = 'f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6';
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** @typedef {import('playwright-core').Page} Page */
/** @type {Record<string, { options?: object, hash?: string, act?: (page: Page) => Promise<unknown> }>} */
const PICTURES = {
  'page-light': { hash: `moves=${GAME.slice(0, 40)}`, act: (page) => page.waitForTimeout(6000) },
  'page-start': {},
  'page-dark': { options: { colorScheme: 'dark' }, hash: `moves=${GAME.slice(0, 40)}`, act: (page) => page.waitForTimeout(6000) },
  'page-phone': { options: PHONE, hash: `moves=${GAME.slice(0, 40)}`, act: (page) => page.waitForTimeout(1000) },
  'page-small': { options: { ...PHONE, viewport: { width: 320, height: 568 } }, act: (page) => page.waitForTimeout(500) },
  'page-phone-new': { options: PHONE, act: (page) => page.click('#tool-new') },
  'page-hint': {
    hash: `moves=${GAME.slice(0, 40)}`,
    act: async (page) => { await page.click('#tool-hint'); await page.waitForTimeout(4500); },
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
  'page-settings': { act: async (page) => { await page.click('#tool-settings'); await page.waitForTimeout(300); } },
  'page-share': { hash: `moves=${GAME.slice(0, 40)}`, act: async (page) => { await page.click('#tool-share'); await page.waitForTimeout(300); } },
  'page-setup': { act: async (page) => { await page.click('#tool-new'); await page.click('#new-setup'); await page.waitForTimeout(300); } },
  'page-contrast': { hash: `moves=${GAME.slice(0, 40)}`, act: async (page) => { await page.click('#tool-settings'); await page.click('label[for=set-contrast]'); await page.keyboard.press('Escape'); await page.waitForTimeout(500); } },
  'page-26': { hash: 'size=26&moves=', act: async (page) => { await page.click('#mode-two'); await walk(page, 60); } },
  'page-japanese': { options: { locale: 'ja-JP' }, hash: `moves=${GAME.slice(0, 40)}`, act: (page) => page.waitForTimeout(4000) },
  'page-wall': { options: { viewport: { width: 2560, height: 1440 } }, hash: `moves=${GAME.slice(0, 60)}`, act: (page) => page.waitForTimeout(1000) },
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
