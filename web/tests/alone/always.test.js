// The page without a server of ours and without a network: what runs always. More is in deep.test.js.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { aloneTest, waitForEngine } from './alone.js';
import { clickToTheEnd, counts, legalSquares, openText, positionText, saveAs, square, status, tool, waitForEnd, waitUntilReady } from '../browser/harness.js';

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

for (const from of /** @type {const} */ (['file', 'host'])) {
  aloneTest(from, 'a person plays the computer to the end, and the game survives a reload', async (page) => {
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
  });
}

aloneTest('file', 'two players play to the end', async (page) => {
  await page.click('#mode-two');
  await clickToTheEnd(page);
  await assertEnded(page);
});

aloneTest('file', 'the computers play to the end', async (page) => {
  await page.click('#mode-watch');
  assert.match(await page.locator('#black').innerText(), /Squares/);
  await page.fill('#rein-speed', '3');
  await waitForEnd(page, 300_000);
  await assertEnded(page);
});

aloneTest('file', 'a hint: every move, and the best one among them; it can be given up at once', async (page) => {
  await openText(page, TIGER);
  await page.click('#tool-hint');
  await page.waitForFunction(() => document.querySelectorAll('.hint').length === document.querySelectorAll('.square[aria-disabled="false"]').length);
  assert.equal(await page.locator('.hint.best').count(), 1);
  await page.locator('.square:has(.hint.best)').click();
  assert.equal(await page.locator('.hint').count(), 0);
  await page.locator('eval-bar:not(.unknown)').waitFor();
});

aloneTest('file', 'a review, with the exact scores of a small board', async (page) => {
  await openText(page, SMALL_GAME);
  await page.click('#review-start');
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 90_000 });
  await page.keyboard.press('<');
  // Perfect play on 4×4: White wins 11–3 with two squares empty, 13–3 with them.
  await page.locator('eval-bar[aria-label="Evaluation: White = +10"]').waitFor();
});

aloneTest('file', 'games are saved in every format, and read again', async (page) => {
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
});

aloneTest('file', 'boards of other sizes, a classic, and where the engine runs', async (page) => {
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
});

aloneTest('host', 'the site loads without a network, with its engine, and can be installed', async (page, context) => {
  await page.reload();
  await waitUntilReady(page);
  await waitForEngine(page);
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  // Whoever installs it is shown its pictures, which are not kept.
  await context.setOffline(false);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
});
