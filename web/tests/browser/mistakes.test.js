// Mistakes of many games: counted in words, each a click away, practised until they are known.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Game } from '../../js/rules/game.js';
import { moveName } from '../../js/rules/position.js';
import { assertNoViolations } from './axe.js';
import { Server, legalSquares, openPage, openText, tool, waitUntilReady } from './harness.js';
import { browser, pageTest } from './page-test.js';

/** @typedef {import('playwright-core').Page} Page */

/** A game that nobody thought about, on a board where every move is solved at once. @param {number} seed @param {number} size */
function game(seed, size = 4) {
  let [at, state] = [Game.start(size), seed];
  while (!at.position.isOver()) {
    state = (state * 48271) % 2147483647;
    const moves = at.position.moves();
    at = /** @type {Game} */ (at.play(moves[state % moves.length]));
  }
  return at;
}

/** @param {number} seed @param {boolean} isBlack whether Ann is */
function sgf(seed, isBlack) {
  const { moves, positions, size } = game(seed);
  const nodes = moves.map((move, at) => (move === 'pass' ? '' : `;${positions[at].side === 'black' ? 'B' : 'W'}[${moveName(move, size)}]`));
  return `(;GM[2]SZ[4]PB[${isBlack ? 'Ann' : 'Bot'}]PW[${isBlack ? 'Bot' : 'Ann'}]${nodes.join('')})`;
}

/** @param {Page} page */
async function callMyself(page) {
  await tool(page, 'settings');
  await page.fill('#settings-name', 'Ann');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
}

for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
  pageTest(`my mistakes over several games, and practising them, ${viewport.width} pixels wide`, async (page) => {
    await callMyself(page);
    await page.click('#mode-tab-puzzles');
    await page.click('#puzzle-own');
    await page.getByText('No game of yours is here yet.').waitFor();
    await page.keyboard.press('Escape');
    await page.click('#mode-tab-play');
    for (const [seed, isBlack] of /** @type {const} */ ([[7, true], [21, false], [99, true], [13, false]])) await openText(page, sgf(seed, isBlack));
    await tool(page, 'open');
    await page.click('#kept-mistakes');
    await page.getByText('4 games are not reviewed yet.').waitFor();
    await page.click('#mistakes-review');
    await page.getByText(/mistakes in 4 games/).waitFor();
    await page.locator('.habits li').first().waitFor();
    assert.equal(await page.locator('#mistakes-review').count(), 0);
    await assertNoViolations(page, 'my mistakes');
    const all = await page.locator('.bad-moves li').count();
    const [first] = await page.locator('.habits li').all();
    await first.locator('button').click();
    assert.equal(await page.locator('.habits [aria-pressed="true"]').count(), 1);
    assert.ok((await page.locator('.bad-moves li').count()) <= all);
    // A mistake is a click away from its position, with the reason.
    const text = await page.locator('.bad-moves li .what-move b').first().innerText();
    await page.locator('.bad-moves li button').first().click();
    await page.locator('.about-move .verdict').waitFor();
    assert.ok((await page.locator('.about-move .verdict').innerText()).includes(text), text);
    // What is counted is kept: another look needs no review.
    await page.waitForTimeout(300);
    await page.reload();
    await waitUntilReady(page);
    await tool(page, 'open');
    await page.click('#kept-mistakes');
    await page.getByText(/mistakes in 4 games/).waitFor();
    await page.click('#mistakes-practise');
    await page.getByText(/You played .* Find better/).waitFor();
    await assertNoViolations(page, 'practising');
    const mistake = /You played (\S+)/.exec(await page.locator('.task').innerText())?.[1];
    await page.locator(`othello-board button[aria-label^="${mistake},"]`).click();
    await page.locator('#puzzle-hint', { hasText: /no\.|close/ }).waitFor();
    await page.click('#puzzle-show');
    assert.match(await page.locator('puzzle-panel').innerText(), /\d+ of your mistakes wait/);
    await page.click('#puzzle-own-next');
    await page.locator('#puzzle-show').waitFor();
    assert.ok((await legalSquares(page).count()) > 0);
    assert.equal(await page.locator('.rating').count(), 0, 'it counts for no rating');
  }, { viewport });
}

test('the mistakes of a player of the library', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'obverse-mistakes-'));
  writeFileSync(join(folder, 'games.sgf'), [sgf(7, true), sgf(21, false), sgf(99, true)].join('\n'));
  const library = join(folder, 'games.obvl');
  execFileSync(String(process.env.OBVERSE_BIN), ['library', 'import', '--library', library, join(folder, 'games.sgf')]);
  const own = await Server.start('127.0.0.1:0', ['--library', library]);
  const { page, context, errors } = await openPage(browser, own.url);
  await page.click('#mode-tab-puzzles');
  await page.click('#puzzle-own');
  await page.check('#mistakes-source-library');
  await page.fill('#mistakes-name', 'nobody');
  await page.click('#mistakes-look');
  await page.getByText('The library has no games of nobody.').waitFor();
  await page.fill('#mistakes-name', 'ann');
  await page.keyboard.press('Enter');
  await page.getByText('3 games are not reviewed yet.').waitFor();
  await page.click('#mistakes-review');
  await page.getByText(/mistakes in 3 games/).waitFor();
  await page.locator('.bad-moves li button').first().click();
  await page.locator('.about-move .verdict').waitFor();
  assert.match(await page.locator('#black').innerText(), /Ann|Bot/);
  // The library has the reviews now.
  await page.reload();
  await waitUntilReady(page);
  await page.click('#mode-tab-puzzles');
  await page.click('#puzzle-own');
  await page.getByText(/You played .* Find better/).waitFor();
  await page.click('#puzzle-mistakes');
  await page.check('#mistakes-source-library');
  await page.fill('#mistakes-name', 'ann');
  await page.keyboard.press('Enter');
  await page.getByText(/mistakes in 3 games/).waitFor();
  assert.equal(await page.locator('#mistakes-review').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
  await own.stop();
  rmSync(folder, { recursive: true });
});
