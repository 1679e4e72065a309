// Studying: hints, evaluation, review.

import assert from 'node:assert/strict';
import { legalSquares, openText, square, tool, withEngine } from './harness.js';
import { pageTest } from './page-test.js';

const TIGER = 'f5d6c3d3c4';
/** Moves thrown at random: corners are given away, whatever the engine's depth. */
const BAD_GAME = 'f5f4d3f6g6h6h7c4f3h8b4c3e6d6c5c2b2g2f7a2d2e2b1g3b3f8e1a4h1g1e7c1g7d7e8a1';
/** A whole game on 4×4, where every score is exact at once. */
const SMALL_GAME = '(;GM[2]SZ[4];B[c4];W[d4];B[a2];W[b4];B[d3];W[b1];B[a1];W[d1];B[d2];W[c1];B[a3];W[a4])';

pageTest('a hint puts scores on the squares', async (page) => {
  await openText(page, TIGER);
  await page.click('#tool-hint');
  await page.waitForFunction(() => document.querySelectorAll('.hint').length === document.querySelectorAll('.square[aria-disabled="false"]').length);
  assert.equal(await page.locator('.hint.best').count(), 1);
  const best = page.locator('.square:has(.hint.best)');
  assert.match((await best.getAttribute('aria-label')) ?? '', /, legal, [+−]?\d/);
  await page.waitForFunction(() => document.getElementById('live')?.textContent?.startsWith('Best: '), null, { timeout: 60_000 });
  await best.click();
  assert.equal(await page.locator('.hint').count(), 0, 'a hint is for one position');
});

pageTest('the evaluation: bar, line and a graph that can be clicked', async (page) => {
  await openText(page, TIGER);
  await page.waitForFunction(() => /^Evaluation: (Black|White) /.test(document.querySelector('eval-bar')?.getAttribute('aria-label') ?? ''));
  assert.match(await page.locator('engine-lines').innerText(), /(Black|White) (~|≈|=|book)/);
  const graph = page.locator('score-graph');
  const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (await graph.boundingBox());
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height / 2);
  assert.equal(await graph.getAttribute('aria-valuenow'), '2');
  assert.equal(await page.locator('#note').textContent(), 'Move 2 of 5');
  await graph.press('ArrowRight');
  assert.equal(await graph.getAttribute('aria-valuenow'), '3');
  await tool(page, 'evaluation');
  await page.locator('eval-bar').waitFor({ state: 'hidden' });
  assert.ok(await graph.isHidden());
});

pageTest('a finished game is reviewed: grades, reasons, and better moves that are hidden at first', async (page) => {
  await openText(page, SMALL_GAME);
  await page.click('#review-start');
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 90_000 });
  await page.keyboard.press('<');
  // Perfect play on 4×4: White wins 11–3 with two squares empty, 13–3 with them.
  await page.locator('eval-bar[aria-label="Evaluation: White = +10"]').waitFor();
  assert.match(await page.locator('.sides').innerText(), /\d+%/, 'how well each side played');
  const worst = page.locator('.worst').first();
  assert.match(await worst.innerText(), /^[▲✕]\s+\d+\. \S+\s+(mistake|blunder)\s+−\d/);
  const number = Number(/(\d+)\./.exec(await worst.innerText())?.[1]);
  assert.match((await page.locator(`move-list [data-ply="${number}"]`).getAttribute('aria-label')) ?? '', /^\d+\. (Black|White) \w\d, (mistake|blunder)$/, 'a screen reader hears the grade');
  await worst.click();
  assert.match((await page.locator('.verdict').innerText()), /cost \d+ discs/);
  assert.ok(await page.locator('details.better p').isHidden(), 'the better move is hidden');
  await page.click('details.better summary');
  assert.match(await page.locator('details.better p').innerText(), /was better/);
  await page.click('#play-better');
  assert.equal(await page.locator('.variation:not(.folded)').count(), 1, 'its line can be stepped through');
  await page.click('#back');
  assert.equal(await page.locator('#note').textContent(), `Move ${number - 1} of 12`);
});

pageTest('find better: the answer is hidden, tries say what they cost', async (page) => {
  await openText(page, SMALL_GAME);
  await page.click('#review-start');
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 90_000 });
  await page.click('#find-better');
  assert.match(await page.locator('.task').innerText(), /^Move \d+: (Black|White) played \w\d here\. Find better\.$/);
  const played = /played (\w\d)/.exec(await page.locator('.task').innerText())?.[1] ?? '';
  assert.ok(await page.locator('eval-bar').isHidden(), 'nothing gives it away');
  assert.equal(await page.locator('move-list .grade').count(), 0);
  await square(page, played).click();
  await page.waitForFunction(() => /no\.$|close\.$/.test(document.getElementById('quiz-hint')?.textContent ?? ''));
  assert.match(await square(page, played).locator('.hint').innerText(), /−\d/, 'what it cost stands on the square');
  await page.click('#quiz-show');
  await page.locator('.square:has(.hint.best)').waitFor();
  assert.match(await page.locator('.about-move').innerText(), /cost/);
  assert.equal(await page.locator('.step.shown').count(), 1);
  if (await page.locator('#quiz-next').isEnabled()) {
    await page.click('#quiz-next');
    assert.equal(await page.locator('.step[aria-current]').innerText(), '·');
    // Every move is tried until one is good.
    for (const each of await legalSquares(page).all()) {
      if (await page.locator('.step.found').count()) break;
      await each.click();
      await page.waitForFunction(() => !/moment/.test(document.getElementById('quiz-hint')?.textContent ?? ''), null, { timeout: 60_000 });
    }
    assert.equal(await page.locator('.step.found').count(), 1);
  }
  await page.click('#quiz-end');
  assert.ok(await page.locator('.worst').first().isVisible());
});

pageTest('reasons light up their squares', async (page) => {
  await openText(page, BAD_GAME);
  await page.click('#review-start');
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 240_000 });
  for (const worst of await page.locator('.worst').all()) {
    await worst.click();
    if (await page.locator('button.reason').count()) break;
  }
  await page.locator('button.reason').first().focus();
  await page.locator('.square.lit').first().waitFor();
  await page.locator('#review-start, .worst').first().focus();
  assert.equal(await page.locator('.square.lit').count(), 0);
});

pageTest('comments, marks, promotion and deletion, with undo', async (page) => {
  await openText(page, TIGER);
  await page.click('move-list [data-ply="3"]');
  await page.fill('#node-comment', 'a fine move');
  await page.locator('.comment', { hasText: 'a fine move' }).waitFor();
  await page.click('#mark-triangle');
  await square(page, 'c4').click();
  assert.equal(await square(page, 'c4').locator('.mark.triangle').count(), 1);
  await page.click('#mark-triangle');
  await page.click('move-list [data-ply="2"]');
  await square(page, 'c4').click();
  assert.equal(await page.locator('.variation').count(), 1);
  await page.click('#node-promote');
  // The list is drawn with the next frame.
  const third = (/** @type {string} */ move) => page.locator('move-list [data-ply="3"]', { hasText: move }).waitFor();
  await third('c4');
  await page.click('#node-delete');
  await third('c3');
  assert.equal(await page.locator('.variation').count(), 0, 'the other one is the game again');
  await page.click('#node-undo');
  await third('c4');
  await tool(page, 'share');
  assert.match(await page.inputValue('#share-link'), /#v=3&tree=f5d6c4\(c3\[tc4\]/);
});

pageTest('the engine’s lines grow deeper, and show where they lead', async (page) => {
  await openText(page, TIGER);
  await page.click('#engine-on');
  await page.waitForFunction(() => document.querySelectorAll('.lines-list li').length === 3);
  const depth = () => page.evaluate(() => Number(/\d+/.exec(document.querySelector('.lines-list small')?.textContent ?? '')?.[0]));
  const first = await depth();
  await page.waitForFunction((before) => Number(/\d+/.exec(document.querySelector('.lines-list small')?.textContent ?? '')?.[0]) > before, first);
  await page.selectOption('#engine-count', '5');
  await page.waitForFunction(() => document.querySelectorAll('.lines-list li').length === 5);
  await page.focus('#line-1-2');
  assert.ok(await page.locator('.preview').isVisible());
  await page.click('#line-1-2');
  assert.equal(await page.locator('#move-number').innerText(), 'move 8', 'played up to there');
});

pageTest('the board and what is read are on one screen', async (page) => {
  await openText(page, BAD_GAME);
  for (const panel of ['moves', 'lines', 'graph', 'review']) {
    await page.click(`#tab-${panel}`);
    await page.evaluate(() => document.querySelector('#subtabs')?.scrollIntoView({ block: 'center' }));
    const [board, shown] = await page.evaluate((id) => ['othello-board', id].map((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON()), `#panel-${panel}`);
    assert.ok(board.top >= 0 && board.bottom <= 844, `${panel}: ${JSON.stringify(board)}`);
    assert.ok(shown.top >= board.bottom - 1 && shown.top < 800, `${panel}: ${JSON.stringify(shown)}`);
  }
  assert.equal(await page.locator('tool-bar > button:visible').count(), 5, 'one row of tools');
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

pageTest('a review ends, though one looks at other moves meanwhile', async (page) => {
  await openText(page, BAD_GAME);
  await page.click('#review-start');
  for (const ply of [20, 5, 30]) {
    await page.click(`move-list [data-ply="${ply}"]`);
    await page.waitForTimeout(1200);
  }
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 120_000 });
});

/** An answer in the words of the protocol. @param {string} move @param {number} score @param {string} kind */
const line = (move, score, kind) => ({ score, kind, ...(kind === 'selective' && { confidence: 73 }), depth: 14, pv: [move] });

pageTest('a hint does not overwrite what is exact', async (page) => {
  await withEngine(page, ({ moves, top }, say) => {
    if (moves.length !== 36) return say({ type: 'done', lines: [] });
    if (top === 1) return say({ type: 'done', lines: [line('a3', 6, 'exact')] });
    say({ type: 'lines', lines: [line('a3', 4, 'selective'), line('b6', 3, 'selective')] });
    return say({ type: 'done', lines: [line('a3', 4, 'selective'), line('b6', 3, 'selective')] });
  });
  await openText(page, BAD_GAME);
  await page.locator('engine-lines', { hasText: '= +6' }).waitFor();
  await page.click('#tool-hint');
  await square(page, 'b6').locator('.hint').waitFor();
  assert.match(await page.locator('engine-lines').innerText(), /= \+6/);
  assert.equal(await square(page, 'a3').locator('.hint.best').textContent(), '+6');
  assert.equal(await square(page, 'b6').locator('.hint').textContent(), '+3.0');
});

pageTest('moves that were not analysed are gaps in the graph', async (page) => {
  // Only the last two positions and the fifth are answered.
  await withEngine(page, ({ moves }, say) => {
    const known = [36, 35, 5].includes(moves.length);
    if (known) say({ type: 'done', lines: [line('a3', moves.length, 'heuristic')] });
  });
  await openText(page, BAD_GAME);
  await page.waitForFunction(() => document.querySelector('score-graph .curve')?.getAttribute('d')?.includes('L'));
  await page.click('move-list [data-ply="5"]');
  await page.locator('eval-bar[aria-label*="+5"]').waitFor();
  assert.deepEqual(await page.locator('score-graph .curve').evaluate((curve) => curve.getAttribute('d')?.replace(/[^ML]/g, '')), 'MML', 'two runs: one point, and two');
  assert.equal(await page.locator('score-graph .alone').count(), 1, 'a point that stands alone is seen');
});

pageTest('the list shows the move that is looked at', async (page) => {
  await openText(page, BAD_GAME);
  const isSeen = () => page.waitForFunction(() => {
    const [list, here] = [document.querySelector('move-list ol'), document.querySelector('move-list [aria-current]')].map((each) => each?.getBoundingClientRect());
    return list && here && here.top >= list.top - 1 && here.bottom <= list.bottom + 1;
  });
  await isSeen();
  await page.locator('move-list [data-ply="2"]').click();
  await isSeen();
  await page.keyboard.press('>');
  await page.waitForFunction(() => [...document.querySelectorAll('move-list [data-ply]')].at(-1)?.hasAttribute('aria-current'));
  await isSeen();
});
