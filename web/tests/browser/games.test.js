// “My games” in IndexedDB: named, found, deleted with undo, exported and imported, shared by two tabs.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertNoViolations } from './axe.js';
import { Server, clickToTheEnd, openPage, openText, tool, waitForEnd, waitUntilReady } from './harness.js';
import { browser, pageTest, server } from './page-test.js';

/** @typedef {import('playwright-core').Page} Page */

const ANN = '(;GM[2]PB[Ann]PW[Bob];B[f5];W[d6])';
const CID = '(;GM[2]PB[Cid]PW[Dan];B[f5];W[d6];B[c3])';

/** @param {Page} page */
const list = (page) => page.locator('#open-kept ul li');

/** How many games are in the store. @param {Page} page */
const stored = (page) => page.evaluate(() => new Promise((resolve) => {
  const request = indexedDB.open('obverse');
  request.onsuccess = () => {
    const count = request.result.transaction('games').objectStore('games').count();
    count.onsuccess = () => {
      request.result.close();
      resolve(count.result);
    };
  };
}));

/** @param {Page} page @param {number} count */
async function waitForStored(page, count) {
  for (let tries = 0; (await stored(page)) !== count; tries++) {
    assert.ok(tries < 100, `${await stored(page)} games are stored, not ${count}`);
    await page.waitForTimeout(50);
  }
}

pageTest('games have names, and what is deleted can be had back', async (page) => {
  for (const text of [ANN, CID, 'f5d6c3d3c4']) await openText(page, text);
  await tool(page, 'open');
  await page.getByRole('button', { name: /^Name: Ann/ }).click();
  await page.fill('#kept-name', 'The first lesson');
  await page.keyboard.press('Enter');
  await list(page).filter({ hasText: 'The first lesson: Ann – Bob' }).waitFor();
  await assertNoViolations(page, 'my games');
  await page.fill('#kept-find', 'lesson');
  assert.equal(await list(page).count(), 1);
  await page.getByRole('button', { name: /^Delete: The first lesson/ }).click();
  await page.fill('#kept-find', '');
  assert.equal(await list(page).count(), 1);
  await page.click('#kept-undo');
  assert.equal(await list(page).count(), 2);
  await waitForStored(page, 2);
  assert.equal(await page.evaluate(() => localStorage.getItem('obverse.kept')), null, 'nothing is stored twice');
  await page.reload();
  await waitUntilReady(page);
  await tool(page, 'open');
  await list(page).filter({ hasText: 'The first lesson: Ann – Bob' }).waitFor();
  assert.equal(await list(page).count(), 2);
}, { viewport: { width: 390, height: 844 } });

pageTest('what earlier versions kept in localStorage is taken over', async (page) => {
  await openText(page, ANN);
  await openText(page, CID);
  await openText(page, 'f5d6c3d3c4');
  await waitForStored(page, 2);
  // As the version before had it: everything in localStorage, no store.
  const games = await page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open('obverse');
    request.onsuccess = () => {
      const all = request.result.transaction('games').objectStore('games').getAll();
      all.onsuccess = () => {
        request.result.close();
        resolve(all.result);
      };
    };
  }));
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', 'yes');
    indexedDB.deleteDatabase('obverse');
    localStorage.setItem('obverse.kept', JSON.stringify({ version: 3, games: kept }));
  }, games);
  await page.reload();
  await waitUntilReady(page);
  await waitForStored(page, 2);
  await page.waitForFunction(() => localStorage.getItem('obverse.kept') === null);
  await tool(page, 'open');
  assert.equal(await list(page).count(), 2);
});

pageTest('all games are exported as one file, and imported from it', async (page, context) => {
  for (const text of [ANN, CID, 'f5d6c3d3c4']) await openText(page, text);
  await tool(page, 'open');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#kept-export')]);
  const path = await download.path();
  const other = await openPage(browser, server.url);
  await tool(other.page, 'open');
  await other.page.setInputFiles('#open-file', path);
  await other.page.click('#open-keep-all');
  await other.page.locator('#notice', { hasText: '3 games are new among My games.' }).waitFor();
  await waitForStored(other.page, 3);
  assert.equal(await list(other.page).count(), 3);
  // Once more: they are there already.
  await other.page.setInputFiles('#open-file', path);
  await other.page.click('#open-keep-all');
  await other.page.locator('#notice', { hasText: '0 games are new' }).waitFor();
  assert.deepEqual(other.errors, []);
  await other.context.close();
  assert.ok(context);
});

pageTest('two tabs share the list, and overwrite nothing', async (page, context) => {
  const second = await context.newPage();
  await second.goto(server.url);
  await waitUntilReady(second);
  await openText(page, ANN);
  await openText(page, 'f5d6c3d3c4');
  await openText(second, CID);
  await openText(second, 'f5d6c3d3c4');
  for (const each of [page, second]) {
    await tool(each, 'open');
    await list(each).filter({ hasText: 'Ann – Bob' }).waitFor();
    await list(each).filter({ hasText: 'Cid – Dan' }).waitFor();
  }
  await second.getByRole('button', { name: /^Delete: Ann/ }).click();
  await list(page).filter({ hasText: 'Ann – Bob' }).waitFor({ state: 'detached' });
});

test('a full store is told, and the games stay on the page', { timeout: 240_000 }, async () => {
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addInitScript(() => {
    IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  const page = await context.newPage();
  await page.goto(server.url);
  await waitUntilReady(page);
  await page.locator('#notice', { hasText: 'stores nothing more' }).waitFor();
  await openText(page, ANN);
  await openText(page, CID);
  await tool(page, 'open');
  await list(page).filter({ hasText: 'Ann – Bob' }).waitFor();
  await context.close();
});

test('a game that ends here is kept in the library of the server', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'obverse-kept-'));
  const library = join(folder, 'games.obvl');
  const own = await Server.start('127.0.0.1:0', ['--library', library]);
  const { page, context, errors } = await openPage(browser, own.url);
  await page.click('#tool-new');
  await page.check('#who-white-human');
  await page.selectOption('#new-size', '4');
  await page.click('#new-start');
  await clickToTheEnd(page);
  await waitForEnd(page);
  const binary = String(process.env.OBVERSE_BIN);
  for (let tries = 0; ; tries++) {
    const found = execFileSync(binary, ['library', 'search', '--library', library, '--json']).toString();
    if (found.includes('"plies"')) break;
    assert.ok(tries < 40, found);
    await page.waitForTimeout(100);
  }
  assert.deepEqual(errors, []);
  await context.close();
  await own.stop();
  rmSync(folder, { recursive: true });
});
