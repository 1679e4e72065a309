// What a visitor does with the page without a server. Each is tried from the disk for every change, and
// from a web host too where that takes long.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { waitForEngine } from './alone.js';
import { clickToTheEnd, counts, dropFile, legalSquares, openText, positionText, saveAs, square, status, tool, waitForEnd, waitUntilReady } from '../browser/harness.js';

/** @typedef {import('playwright-core').Page} Page */

const TIGER = 'f5d6c3d3c4';
const TIGER_POSITION = '------------------XO------XXX------OXX-----O-------------------- O';
/** A whole game on 4×4, where every score is exact at once. */
const SMALL_GAME = '(;GM[2]SZ[4];B[c4];W[d4];B[a2];W[b4];B[d3];W[b1];B[a1];W[d1];B[d2];W[c1];B[a3];W[a4])';

/** @param {Page} page */
async function assertEnded(page) {
  const [black, white] = await counts(page);
  const text = await status(page).textContent();
  assert.match(text ?? '', black === white ? /^Draw/ : black > white ? /^Black wins/ : /^White wins/);
}

/** @param {Page} page */
export async function playTheComputer(page) {
  await page.click('#tool-new');
  await page.fill('#level-white', '1');
  await page.click('#new-start');
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  await page.reload();
  await waitUntilReady(page);
  assert.equal(await page.locator('move-list [data-ply]').count(), 2);
  await waitForEngine(page);
  await clickToTheEnd(page);
  await assertEnded(page);
}

/** @param {Page} page */
export async function twoPlayers(page) {
  await page.click('#mode-two');
  await clickToTheEnd(page);
  await assertEnded(page);
  // A whole game can be kept as WTHOR too.
  const result = await counts(page);
  await tool(page, 'share');
  const { name, path } = await saveAs(page, 'wthor');
  await page.keyboard.press('Escape');
  await openText(page, 'f5');
  await dropFile(page, name, readFileSync(path));
  await page.keyboard.press('>');
  await page.waitForFunction(([black, white]) => document.querySelector('#black .count')?.textContent === String(black) && document.querySelector('#white .count')?.textContent === String(white), result);
}

/** @param {Page} page */
export async function watchComputers(page) {
  await page.click('#mode-watch');
  assert.match(await page.locator('#black').innerText(), /Squares/);
  await page.fill('#rein-speed', '3');
  await waitForEnd(page, 300_000);
  await assertEnded(page);
}

/** @param {Page} page */
export async function hint(page) {
  // The four first moves are images of each other.
  await page.click('#tool-hint');
  await page.waitForFunction(() => document.querySelectorAll('.hint').length === 4);
  assert.equal(new Set(await page.locator('.hint').allTextContents()).size, 1);
  await page.click('#tool-hint');
  await openText(page, TIGER);
  await page.click('#tool-hint');
  await page.waitForFunction(() => document.querySelectorAll('.hint').length === document.querySelectorAll('.square[aria-disabled="false"]').length);
  assert.equal(await page.locator('.hint.best').count(), 1);
  await page.locator('.square:has(.hint.best)').click();
  assert.equal(await page.locator('.hint').count(), 0);
  await page.locator('eval-bar:not(.unknown)').waitFor();
}

/** @param {Page} page */
export async function review(page) {
  await openText(page, SMALL_GAME);
  await page.click('#review-start');
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 90_000 });
  await page.keyboard.press('<');
  // Perfect play on 4×4: White wins 11–3 with two squares empty, 13–3 with them.
  await page.locator('eval-bar[aria-label="Evaluation: White = +10"]').waitFor();
}

/** @param {Page} page */
export async function everyFormat(page) {
  await openText(page, TIGER);
  await tool(page, 'share');
  for (const format of ['ggf', 'sgf', 'obf', 'board', 'ten-line', 'turn', 'svg', 'png']) {
    const { path } = await saveAs(page, format);
    const bytes = readFileSync(path);
    if (format === 'png') assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    else if (format === 'svg') assert.match(bytes.toString(), /^<svg/);
    else {
      await page.keyboard.press('Escape');
      await openText(page, 'f5');
      await openText(page, bytes.toString());
      const position = await positionText(page);
      // A turn file does not say whose turn it is.
      assert.equal(format === 'turn' ? position.replace(/.$/, 'O') : position, TIGER_POSITION, format);
      await openText(page, TIGER);
      await tool(page, 'share');
    }
  }
}

/** @param {Page} page */
export async function otherBoards(page) {
  await page.click('#tool-new');
  await page.selectOption('#new-size', '6');
  await page.check('#who-black-classic');
  await page.check('#anysize-black');
  await page.check('#who-white-random');
  await page.click('#new-start');
  await page.fill('#rein-speed', '3');
  await waitForEnd(page, 300_000);
  await page.click('#tool-new');
  await page.selectOption('#new-size', '26');
  await page.check('#who-black-human');
  await page.check('#who-white-level');
  await page.fill('#level-white', '1');
  await page.click('#new-start');
  await legalSquares(page).first().click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2, null, { timeout: 120_000 });
  await tool(page, 'settings');
  assert.match((await page.locator('#about').textContent()) ?? '', /in this browser/);
}
