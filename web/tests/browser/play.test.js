// Playing: the modes, undo, the reins, clocks, sizes, and an engine that comes and goes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clickToTheEnd, counts, legalSquares, openPage, openText, Server, square, status, tool, waitForEnd, waitUntilReady } from './harness.js';
import { browser, pageTest } from './page-test.js';

/** A full board, or one where neither side can move. @param {import('playwright-core').Page} page */
async function assertEnded(page) {
  assert.equal(await legalSquares(page).count(), 0);
  const [black, white] = await counts(page);
  // The shortest game of all, a side without discs after nine moves, has thirteen.
  assert.ok(black + white >= 13, `${black}–${white}`);
  const text = await status(page).textContent();
  assert.match(text ?? '', black === white ? /^Draw/ : black > white ? /^Black wins/ : /^White wins/);
}

pageTest('two players play to the end', async (page) => {
  await page.click('#mode-two');
  await square(page, 'f5').click();
  assert.deepEqual(await counts(page), [4, 1]);
  assert.equal(await status(page).textContent(), 'White to move');
  await clickToTheEnd(page);
  await assertEnded(page);
});

pageTest('a person plays the computer to the end', async (page) => {
  await page.click('#mode-computer');
  assert.equal(await status(page).textContent(), 'Your move, Black');
  await clickToTheEnd(page);
  await assertEnded(page);
  // The sides take turns, passes included. How long the game is depends on its seed.
  const [black, white] = await Promise.all(['black', 'white'].map((side) => page.locator(`move-list [data-ply].${side}`).count()));
  assert.ok(white > 0 && Math.abs(black - white) <= 1, `${black} moves of Black, ${white} of the computer`);
});

pageTest('the computers play to the end; pause, step and speed', async (page) => {
  await page.click('#mode-watch');
  assert.match(await page.locator('#black').innerText(), /Squares/);
  assert.match(await page.locator('#white').innerText(), /Level 5/);
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length >= 2);
  await page.click('#rein-pause');
  const moves = page.locator('move-list [data-ply]');
  const paused = await moves.count();
  await page.waitForTimeout(1500);
  assert.equal(await moves.count(), paused, 'nothing moves while paused');
  await page.click('#rein-step');
  await page.waitForFunction((before) => document.querySelectorAll('move-list [data-ply]').length > before, paused);
  await page.waitForTimeout(1500);
  const stepped = (await moves.count()) - paused;
  assert.ok(stepped === 1 || (stepped === 2 && (await moves.last().innerText()).includes('pass')), `one move, not ${stepped}`);
  await page.fill('#rein-speed', '3');
  await page.click('#rein-pause');
  await waitForEnd(page);
  await assertEnded(page);
});

pageTest('undo and redo, against the computer to your own turn', async (page) => {
  assert.equal(await page.getByRole('button', { name: 'Undo', disabled: true }).count(), 1, 'nothing to undo yet');
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  const answered = await counts(page);
  await page.click('#tool-undo');
  assert.deepEqual(await counts(page), [2, 2]);
  assert.equal(await status(page).textContent(), 'Your move, Black');
  await page.click('#tool-redo');
  assert.deepEqual(await counts(page), answered);
  await page.locator('move-list button').first().click();
  assert.deepEqual(await counts(page), [4, 1]);
  await page.click('#resume');
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2 && document.querySelector('#status')?.textContent === 'Your move, Black');
});

pageTest('discs turn over in the order of the line, and stand still where motion is unwanted', async (page) => {
  const line = `XOOOO---${'-'.repeat(56)} X`;
  /** Opens the line, plays f1 and says after how many milliseconds each disc begins to turn. */
  const delays = async () => {
    await openText(page, line);
    // The position is there, and what moved before stands still.
    await page.waitForFunction(() => document.querySelector('[aria-label^="f1,"]')?.getAttribute('aria-disabled') === 'false' && document.getAnimations().length === 0);
    return page.evaluate(() => {
      /** @type {HTMLElement} */ (document.querySelector('[aria-label^="f1,"]')).click();
      return ['e1', 'd1', 'c1', 'b1'].map((name) => document.querySelector(`[aria-label^="${name},"] .disc`)?.getAnimations()[0]?.effect?.getTiming().delay);
    });
  };
  assert.deepEqual(await delays(), [0, 40, 80, 120]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.deepEqual(await delays(), [undefined, undefined, undefined, undefined]);
});

pageTest('a position can be set up and played', async (page) => {
  await page.click('#tool-new');
  await page.check('#who-white-human');
  await page.click('#new-start');
  await page.click('#tool-new');
  await page.click('#new-setup');
  await page.selectOption('#setup-size', '6');
  await page.click('#setup-clear');
  await square(page, 'c3').press('B');
  assert.deepEqual(await counts(page), [1, 0], 'a disc by its letter');
  await square(page, 'c3').press('Delete');
  await square(page, 'a1').click();
  await page.check('#brush-2');
  await square(page, 'b1').click();
  assert.deepEqual(await counts(page), [1, 1], 'the cards count what is being set up');
  await page.check('#side-white');
  assert.equal(await status(page).textContent(), 'White to move');
  await page.check('#side-black');
  await page.click('#setup-play');
  assert.equal(await legalSquares(page).count(), 1);
  await square(page, 'c1').click();
  assert.deepEqual(await counts(page), [3, 0]);
  assert.equal(await status(page).textContent(), 'Black wins 36–0');
});

pageTest('who plays a position that is set up is chosen with it', async (page) => {
  await page.click('#tool-new');
  await page.check('#who-black-level');
  await page.check('#who-white-human');
  await page.selectOption('#new-size', '6');
  await page.click('#new-setup');
  assert.match(await page.locator('#black').innerText(), /Level/);
  await page.click('#setup-clear');
  await square(page, 'b1').click();
  await square(page, 'b3').click();
  await page.check('#brush-2');
  await square(page, 'a1').click();
  await square(page, 'c3').click();
  await square(page, 'a6').click();
  await page.check('#side-white');
  await page.click('#setup-play');
  // White turns b1 over; the computer answers with its only move, and nobody has another.
  await square(page, 'c1').click();
  await waitForEnd(page);
  assert.equal(await status(page).textContent(), 'White wins 33–3');
  assert.match((await page.locator('#note').textContent()) ?? '', /4–3 on the board/, 'the winner first, as in the result');
});

pageTest('a 6×6 game against a level, to the end', async (page) => {
  await page.click('#tool-new');
  await page.selectOption('#new-size', '6');
  await page.fill('#level-white', '1');
  await page.click('#new-start');
  assert.equal(await page.locator('othello-board .square').count(), 36);
  await clickToTheEnd(page);
  await assertEnded(page);
  await page.click('#mode-again');
  assert.equal(await page.locator('othello-board .square').count(), 36, 'once more on the same board');
  assert.deepEqual(await counts(page), [2, 2]);
  assert.match(await page.locator('#white').innerText(), /Level 1/);
});

pageTest('a 26×26 board: the engine answers, classics that cannot are not offered', async (page) => {
  await page.click('#tool-new');
  await page.selectOption('#new-size', '26');
  await page.check('#who-black-classic');
  assert.ok(await page.locator('#squares-black').isDisabled());
  assert.ok(await page.locator('#anysize-black').isEnabled());
  await page.check('#who-black-human');
  await page.fill('#level-white', '1');
  await page.click('#new-start');
  assert.equal(await page.locator('othello-board .square').count(), 676);
  await square(page, 'm12').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  const [black, white] = await counts(page);
  assert.equal(black + white, 6);
  await page.click('#tool-hint');
  await page.locator('.hint.best').waitFor();
  const { text, height } = await page.locator('.hint.best').evaluate((mark) => ({ text: mark.textContent ?? '', height: parseFloat(getComputedStyle(mark).fontSize) }));
  assert.ok(/^[+−]?\d+$/.test(text) && height > 9, `a score that can be read on a small square, not ${text} of ${height} pixels`);
});

for (const width of [1280, 1000]) {
  pageTest(`what a level is like can be read whole while it thinks, ${width} pixels wide`, async (page) => {
    await page.click('#tool-new');
    await page.locator('#level-white').fill('20');
    await page.click('#new-start');
    const line = page.locator('#white .line');
    /** The height of what is shown, and of the whole text. */
    const heights = () => line.evaluate((element) => [element.clientHeight, element.scrollHeight]);
    const [before] = await heights();
    await square(page, 'f5').click();
    await page.locator('#white.thinking').waitFor();
    assert.deepEqual(await heights(), [before, before]);
    assert.match((await line.textContent()) ?? '', /all the time it is given\.$/);
  }, { viewport: { width, height: 800 } });
}

pageTest('clocks run and can run out', async (page) => {
  await page.clock.install({ time: '2026-01-01T10:00:00' });
  await page.reload();
  await waitUntilReady(page);
  // From here time passes only as the test says.
  await page.clock.pauseAt('2026-01-01T12:00:00');
  await page.click('#tool-new');
  await page.check('#who-white-human');
  await page.selectOption('#new-time', { label: '1 min + 0 s' });
  await page.click('#new-start');
  await square(page, 'f5').click();
  await page.clock.runFor(10_000);
  assert.equal(await page.locator('#white .clock').textContent(), '0:50');
  assert.equal(await page.locator('#black .clock').textContent(), '1:00');
  await page.clock.runFor(51_000);
  assert.equal(await status(page).textContent(), 'White has run out of time. Black wins');
  await tool(page, 'share');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#save-ggf')]);
  const ggf = readFileSync(await file.path(), 'utf8');
  assert.match(ggf, /RE\[\+64\.00:t\]/);
  await openText(page, ggf);
  assert.equal(await status(page).textContent(), 'White has run out of time. Black wins', 'as it was written');
  assert.equal(await legalSquares(page).count(), 0);
});

test('the engine is lost and comes back', { timeout: 240_000 }, async () => {
  const own = await Server.start();
  const { page, context, errors } = await openPage(browser, own.url);
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  await own.stop();
  await page.locator('#engine-lost').waitFor({ state: 'visible' });
  await legalSquares(page).first().click();
  assert.equal(await page.locator('move-list [data-ply]').count(), 3, 'a person can go on');
  const again = await Server.start(new URL(own.url).host);
  await page.locator('#engine-lost').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length >= 4);
  assert.deepEqual(errors, []);
  await context.close();
  await again.stop();
});

pageTest('the buttons of a sheet cover no choice that is scrolled to', async (page) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await tool(page, 'new');
  await page.check('#who-white-classic');
  const covered = await page.evaluate(() => ['ratio-white', 'killer-white', 'new-size', 'new-balanced'].filter((id) => {
    const choice = document.getElementById(id);
    choice?.scrollIntoView({ block: 'nearest' });
    const box = choice?.getBoundingClientRect();
    return !box || document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== choice;
  }));
  assert.deepEqual(covered, []);
});
