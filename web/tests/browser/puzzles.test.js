// Puzzles, the explorer of a library, balanced starts, and the games of a person.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertNoViolations } from './axe.js';
import { legalSquares, openPage, openText, Server, square, tool, waitUntilReady } from './harness.js';
import { browser, pageTest } from './page-test.js';

for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
  pageTest(`a puzzle is tried, shown and played through, and the next one comes, ${viewport.width} pixels wide`, async (page) => {
    await square(page, 'f5').click();
    await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
    await page.click('#mode-tab-puzzles');
    await page.locator('.task').waitFor();
    assert.match(await page.locator('.task').innerText(), /^(Black|White) to move/);
    await assertNoViolations(page, 'puzzle');
    const moves = await legalSquares(page).all();
    assert.ok(moves.length > 1);
    await moves[0].click();
    assert.match(await page.locator('#puzzle-hint').innerText(), /nothing is better|as good|close|no\./);
    await page.locator('.rating', { hasText: /Your rating: \d+/ }).waitFor();
    if (await page.locator('#puzzle-show').isVisible()) await page.click('#puzzle-show');
    assert.match(await page.locator('.about-move').innerText(), /^[a-h][1-8]: /);
    const before = await page.locator('othello-board .disc').count();
    await page.click('#puzzle-forward');
    assert.ok((await page.locator('othello-board .disc').count()) > before, 'the answer is played through');
    await page.click('#puzzle-next');
    await page.locator('#puzzle-show').waitFor();
    const rating = await page.locator('.rating').innerText();
    await page.reload();
    await waitUntilReady(page);
    await page.click('#mode-tab-puzzles');
    await page.locator('.task').waitFor();
    assert.equal((await page.locator('.rating').innerText()).match(/\d+/)?.[0], rating.match(/\d+/)?.[0], 'the rating is kept');
    await page.click('#mode-tab-play');
    assert.equal(await page.locator('move-list [data-ply]').count(), 2, 'and the game is as it was');
  }, { viewport });
}

pageTest('a game from a balanced start of eight moves', async (page) => {
  await page.click('#tool-new');
  await page.check('#who-white-human');
  await page.check('#new-balanced');
  await page.click('#new-start');
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length >= 8);
  const plies = await page.locator('move-list [data-ply]').count();
  await legalSquares(page).first().click();
  assert.ok((await page.locator('move-list [data-ply]').count()) > plies, 'it goes on from there');
});

pageTest('my games are found, deleted, and exported as one file', async (page) => {
  await openText(page, '(;GM[2]PB[Ann]PW[Bob];B[f5];W[d6])');
  await openText(page, '(;GM[2]PB[Cid]PW[Dan];B[f5];W[d6];B[c3])');
  await openText(page, 'f5d6c3d3c4');
  await tool(page, 'open');
  const list = page.locator('#open-kept ul li');
  assert.equal(await list.count(), 2);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#kept-export')]);
  const file = readFileSync(await download.path(), 'utf8');
  for (const name of ['Ann', 'Bob', 'Cid', 'Dan']) assert.ok(file.includes(name), name);
  assert.equal(file.match(/\(;/g)?.length, 3);
  await page.fill('#kept-find', 'ann');
  assert.equal(await list.count(), 1);
  await page.getByRole('button', { name: /^Delete: Ann/ }).click();
  await page.fill('#kept-find', '');
  assert.equal(await list.count(), 1);
  await page.waitForTimeout(300);
  await page.reload();
  await waitUntilReady(page);
  await tool(page, 'open');
  assert.match(await list.first().innerText(), /Cid – Dan/);
  assert.equal(await list.count(), 1, 'what is deleted stays so');
});

test('the explorer shows what was played in the library, and opens its games', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'obverse-library-'));
  writeFileSync(join(folder, 'games.txt'), 'f5d6c3d3c4f4f6f3e6e7\nf5d6c3d3c4b3\nf5f6e6f4\n');
  const library = join(folder, 'games.obvl');
  execFileSync(String(process.env.OBVERSE_BIN), ['library', 'import', '--library', library, join(folder, 'games.txt')]);
  const own = await Server.start('127.0.0.1:0', ['--library', library]);
  const { page, context, errors } = await openPage(browser, own.url);
  await openText(page, 'f5d6c3d3c4');
  await page.locator('#explore-f4').waitFor();
  assert.deepEqual((await page.locator('explorer-panel tbody th button').allInnerTexts()).sort(), ['b3', 'f4']);
  await page.hover('#explore-b3');
  await page.locator('.square.lit[aria-label^="b3,"]').waitFor();
  await assertNoViolations(page, 'explorer');
  await page.click('#explore-b3');
  assert.equal(await page.locator('#move-number').innerText(), 'move 6');
  await page.keyboard.press('<');
  await page.locator('#explore-f5').waitFor();
  await page.locator('explorer-panel .offers button').first().click();
  await page.waitForFunction(() => [4, 6, 10].includes(document.querySelectorAll('move-list [data-ply]').length));
  assert.deepEqual(errors, []);
  await context.close();
  await own.stop();
  rmSync(folder, { recursive: true });
});

test('games of the library are searched for and opened', { timeout: 240_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'obverse-library-'));
  const ggf = (/** @type {string} */ black, /** @type {string} */ white, /** @type {string} */ year, /** @type {string} */ moves) => `(;GM[Othello]PC[Club]DT[${year}]PB[${black}]PW[${white}]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]${moves};)`;
  const many = Array.from({ length: 25 }, (_, at) => ggf(`Player ${at}`, 'Zoe', '1990', 'B[F5]W[D6]B[C3]'));
  writeFileSync(join(folder, 'games.ggf'), [ggf('Ann', 'Bob', '2001', 'B[F5]W[D6]B[C3]W[D3]B[C4]W[F4]'), ggf('Bob', 'Cid', '1999', 'B[F5]W[F6]'), ...many].join('\n'));
  const library = join(folder, 'games.obvl');
  execFileSync(String(process.env.OBVERSE_BIN), ['library', 'import', '--library', library, join(folder, 'games.ggf')]);
  const own = await Server.start('127.0.0.1:0', ['--library', library]);
  const { page, context, errors } = await openPage(browser, own.url);
  await tool(page, 'open');
  const titles = page.locator('library-shelf li button');
  await page.waitForFunction(() => document.querySelectorAll('library-shelf li button').length === 20);
  assert.equal(await page.locator('library-shelf h3').innerText(), 'Library: 27 games');
  await page.click('#shelf-after');
  await page.locator('library-shelf').getByText('21 to 27 of 27').waitFor();
  await page.fill('#shelf-player', 'bob');
  await page.waitForFunction(() => document.querySelectorAll('library-shelf li button').length === 2);
  await assertNoViolations(page, 'the library');
  await page.fill('#shelf-years', '2000-2005');
  await page.waitForFunction(() => document.querySelectorAll('library-shelf li button').length === 1);
  assert.match(await titles.first().innerText(), /^Ann – Bob\s+2001, Tiger/);
  await titles.first().click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 6);
  await page.waitForFunction(() => document.querySelector('#black')?.textContent?.includes('Ann'));
  await tool(page, 'open');
  await page.fill('#shelf-years', '');
  await page.fill('#shelf-player', 'nobody');
  await page.locator('library-shelf').getByText('No game is like that.').waitFor();
  await page.fill('#shelf-player', '');
  await page.check('#shelf-here');
  await page.waitForFunction(() => document.querySelectorAll('library-shelf li button').length === 1);
  assert.deepEqual(errors, []);
  await context.close();
  await own.stop();
  rmSync(folder, { recursive: true });
});
