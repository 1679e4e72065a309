// Studying: hints, evaluation, review.

import assert from 'node:assert/strict';
import { openText, square, withEngine } from './harness.js';
import { Game } from '../../js/rules/game.js';
import { pageTest } from './page-test.js';
import { numbers, randomGame } from '../unit/random.js';

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
  assert.match(await page.locator('engine-line').innerText(), /(Black|White) (~|≈|=|book)/);
  const graph = page.locator('score-graph');
  const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (await graph.boundingBox());
  await page.mouse.click(box.x + box.width * 0.4, box.y + box.height / 2);
  assert.equal(await graph.getAttribute('aria-valuenow'), '2');
  assert.equal(await page.locator('#note').textContent(), 'Move 2 of 5');
  await graph.press('ArrowRight');
  assert.equal(await graph.getAttribute('aria-valuenow'), '3');
  await page.click('#tool-evaluation');
  await page.locator('eval-bar[aria-label="Evaluation: not shown"]').waitFor();
  assert.ok(await graph.isHidden());
});

pageTest('the list of moves stays where it is read while its marks change', async (page) => {
  await openText(page, BAD_GAME);
  await page.locator('move-list .mistake').first().waitFor();
  await page.locator('move-list ol').evaluate((list) => { list.scrollTop = 0; });
  await page.click('#tool-evaluation');
  assert.equal(await page.locator('move-list .mistake').count(), 0);
  assert.equal(await page.locator('move-list ol').evaluate((list) => list.scrollTop), 0);
}, { viewport: { width: 390, height: 844 } });

pageTest('a finished game is reviewed, and tried again from its worst move', async (page) => {
  await openText(page, SMALL_GAME);
  await page.click('#review-start');
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 90_000 });
  await page.keyboard.press('<');
  // Perfect play on 4×4: White wins 11–3 with two squares empty, 13–3 with them.
  await page.locator('eval-bar[aria-label="Evaluation: White = +10"]').waitFor();
  const worst = page.locator('.worst');
  assert.ok((await worst.count()) >= 1);
  const [, number, move, better] = /(\d+)\. (\S+) −\d+: (\S+) was better/.exec((await worst.first().innerText())) ?? [];
  await worst.first().click();
  assert.equal(await page.locator('#note').textContent(), `Move ${Number(number) - 1} of 12`);
  assert.notEqual(move, better);
  assert.ok(await square(page, better).locator('.hint.best').isVisible());
  assert.ok(await square(page, move).locator('.hint.played').isVisible(), 'what was played is marked too');
  await square(page, better).click();
  assert.equal(await page.locator('move-list li').count(), Number(number), 'the game goes on from there');
  await page.click('#back');
  assert.equal(await page.locator('move-list li').count(), 12, 'the reviewed game was kept');
});

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

/** The game of a question. @param {any} question @returns {Game} */
const gameOf = ({ start, moves }) => /** @type {Game} */ (Game.from(/** @type {any} */ (Game.start(Math.sqrt(start.length - 2)).first)).playAll(moves));

pageTest('a hint does not overwrite what is exact', async (page) => {
  await withEngine(page, ({ moves, top }, say) => {
    if (moves.length !== 36) return say({ type: 'done', lines: [] });
    if (top === 1) return say({ type: 'done', lines: [line('a3', 6, 'exact')] });
    say({ type: 'lines', lines: [line('a3', 4, 'selective'), line('b6', 3, 'selective')] });
    return say({ type: 'done', lines: [line('a3', 4, 'selective'), line('b6', 3, 'selective')] });
  });
  await openText(page, BAD_GAME);
  await page.locator('engine-line', { hasText: '= +6' }).waitFor();
  await page.click('#tool-hint');
  await square(page, 'b6').locator('.hint').waitFor();
  assert.match(await page.locator('engine-line').innerText(), /= \+6/);
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

for (const size of [8, 10]) {
  pageTest(`a forced move is never called a mistake, ${size}×${size}`, async (page) => {
    const game = Array.from({ length: 200 }, (_, seed) => randomGame(numbers(seed + 1), size)).find(({ positions }) => positions.filter((position) => position.moves().length === 1).length > 3);
    assert.ok(game);
    // Every score is as far from its neighbours as can be, so that every move looks like a mistake.
    await withEngine(page, (question, say) => {
      const { position } = gameOf(question);
      const [move] = position.moves();
      const good = position.side === 'black' ? question.moves.length % 4 < 2 : question.moves.length % 4 >= 2;
      say({ type: 'done', lines: [line(`${String.fromCharCode(97 + (move % size))}${Math.floor(move / size) + 1}`, good ? 30 : -30, 'exact')] });
    });
    await openText(page, `(;GM[2]SZ[${size}]${game.moves.map((move, at) => `;${game.positions[at].side === 'black' ? 'B' : 'W'}[${move === 'pass' ? '' : `${String.fromCharCode(97 + (move % size))}${Math.floor(move / size) + 1}`}]`).join('')})`);
    await page.click('#review-start');
    await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 90_000 });
    const marked = await page.locator('move-list .mistake').evaluateAll((buttons) => buttons.map((button) => Number(/** @type {HTMLElement} */ (button).dataset.ply) - 1));
    assert.ok(marked.length > 5, 'others are');
    const forced = game.positions.flatMap((position, ply) => (position.moves().length === 1 ? [ply] : []));
    assert.deepEqual(marked.filter((ply) => forced.includes(ply)), []);
    await page.click(`move-list [data-ply="${forced[0]}"]`);
    assert.match((await page.locator('eval-bar').getAttribute('aria-label')) ?? '', /= \+30$/, 'and its score is shown');
  });
}
