// Opening drills: from memory, and what was missed is asked again.

import assert from 'node:assert/strict';
import { assertNoViolations } from './axe.js';
import { legalSquares, openText, square, waitUntilReady } from './harness.js';
import { pageTest } from './page-test.js';

for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
  pageTest(`a line is drilled, a miss is asked again, now and after days, ${viewport.width} pixels wide`, async (page) => {
    await openText(page, 'f5d6c3d3c4');
    await page.click('#mode-tab-puzzles');
    await page.click('#puzzle-drill');
    await assertNoViolations(page, 'choosing an opening');
    await page.fill('#drill-find', 'no such opening');
    await page.click('#drill-start');
    await page.getByText('No opening has that name.').waitFor();
    await page.click('#drill-other');
    // The line on the board, as Black: f5 and c3 and c4 are to be known.
    await page.click('#drill-board');
    await page.getByText('Black to move. How does it go on?').waitFor();
    await square(page, 'f5').click();
    await page.locator('othello-board button[aria-label^="d6, White"]').waitFor();
    await page.getByText('Black to move. How does it go on?').waitFor();
    await square(page, 'c5').click();
    await page.locator('#drill-hint', { hasText: 'c5: not in this opening' }).waitFor();
    await assertNoViolations(page, 'a miss');
    await page.click('#drill-show');
    await page.locator('#drill-hint', { hasText: 'It goes on with' }).waitFor();
    await square(page, 'c3').click();
    await page.locator('othello-board button[aria-label^="d3, White"]').waitFor();
    await square(page, 'c4').click();
    await page.getByText('1 missed.').waitFor();
    await page.getByText('0 of 1 lines without a miss').waitFor();
    await page.click('#drill-next');
    await page.getByText('You missed this one').waitFor();
    await square(page, 'c3').click();
    await page.getByText('Now you know it.').waitFor();
    await page.waitForTimeout(300);
    // Two days later it comes back.
    await page.clock.install({ time: Date.now() + 3 * 86_400_000 });
    await page.reload();
    await waitUntilReady(page);
    await page.click('#mode-tab-puzzles');
    await page.click('#puzzle-drill');
    await page.click('#drill-due');
    await page.getByText('You missed this one').waitFor();
    assert.ok((await legalSquares(page).count()) > 1);
    await page.click('#drill-close');
    await page.locator('puzzle-panel').waitFor();
  }, { viewport });
}

pageTest('a family of openings, with the keyboard', async (page) => {
  await page.click('#mode-tab-puzzles');
  await page.click('#puzzle-drill');
  await page.fill('#drill-find', 'tiger');
  await page.keyboard.press('Enter');
  await page.getByText('Black to move. How does it go on?').waitFor();
  await page.locator('drill-panel', { hasText: /Possible here: .*Tiger/ }).waitFor();
  await page.focus('#drill-show');
  await page.keyboard.press('Enter');
  await page.locator('#drill-hint', { hasText: /It goes on with \w\d/ }).waitFor();
});
