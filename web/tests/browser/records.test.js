// Opening and saving games: everything that is read and written goes through the engine.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { counts, dropFile, openPage, openText, positionText, saveAs, Server, square, tool, waitUntilReady } from './harness.js';
import { browser, pageTest } from './page-test.js';

/** @typedef {import('playwright-core').Page} Page */

const TIGER = 'f5d6c3d3c4';
const TIGER_POSITION = '------------------XO------XXX------OXX-----O-------------------- O';
const GGF_BOARD = '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *';

const MOVES = ['F5', 'D6', 'C3', 'D3', 'C4'].map((move, at) => `${at % 2 ? 'W' : 'B'}[${move}]`);
const ROWS = TIGER_POSITION.split(' ')[0].match(/.{8}/g) ?? [];

/** What people paste, and what has to stand on the board then. @type {[string, string][]} */
const TEXTS = [
  ['a transcript', TIGER],
  ['numbers', '1. F5 d6 2. C3 d3 3. C4'],
  ['commas', 'f5,d6,c3,d3,c4'],
  ['hyphens', 'f5-d6-c3-d3-c4'],
  ['a result at the end', `${TIGER} 32-32`],
  ['names before it', `Ann - Bob\n${TIGER}`],
  ['full width', 'ｆ５ｄ６ｃ３ｄ３ｃ４'],
  ['GGF', `(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[${GGF_BOARD}]${MOVES.join('')};)`],
  ['GGF without a board', `(;GM[Othello]PB[Ann]PW[Bob]TY[8]${MOVES.join('')};)`],
  ['SGF', `(;GM[2]FF[4]SZ[8]PB[Ann]PW[Bob];${MOVES.join(';').toLowerCase().replaceAll('b[', 'B[').replaceAll('w[', 'W[')})`],
  ['SGF, as in Go', '(;GM[2]FF[4]SZ[8];B[fe];W[df];B[cc];W[dc];B[cd])'],
  ['SGF with variations', '(;GM[2];B[f5];W[d6](;B[c3];W[d3];B[c4])(;B[c5])(;B[c4]))'],
  ['OBF', `${TIGER_POSITION}; B3:+1;`],
  ['a board', ROWS.join('\n').replaceAll('X', '*') + '\nO'],
  ['a board with coordinates', `  a b c d e f g h\n${ROWS.map((row, at) => `${at + 1} ${[...row].join(' ')}`).join('\n')}\nO`],
  ['a ten-line file', `${ROWS.map((row) => [...row.replaceAll('-', '0').replaceAll('X', 'B').replaceAll('O', 'W')].join(' ')).join('\n')}\nW\n5\n`],
];

pageTest('games are pasted in every format', async (page) => {
  for (const [name, text] of TEXTS) {
    // Another game first: what is not read leaves the board as it was.
    await openText(page, 'f5');
    assert.notEqual(await positionText(page), TIGER_POSITION);
    await openText(page, text);
    assert.equal(await page.locator('#open-error').textContent(), '', name);
    assert.equal(await positionText(page), TIGER_POSITION, name);
    assert.ok(await page.locator('engine-lines').isVisible(), 'a position without moves is evaluated too');
    if (/PB\[/.test(text)) assert.match(`${await page.locator('#black').innerText()} ${await page.locator('#white').innerText()}`, /Ann[^]*Bob/, name);
  }
});

pageTest('SGF with variations, comments and marks is read and written', async (page) => {
  await openText(page, '(;GM[2];B[f5];W[d6](;B[c3]C[a good one];W[d3])(;B[c5]TR[c4]))');
  assert.equal(await page.locator('.variation').count(), 1);
  assert.equal(await page.locator('move-list [data-ply]').count(), 4);
  assert.match(await page.locator('.comment').innerText(), /a good one/);
  await tool(page, 'share');
  const { path } = await saveAs(page, 'sgf');
  const sgf = readFileSync(path, 'utf8');
  assert.match(sgf, /C\[a good one\]/);
  await openText(page, sgf);
  await page.locator('.variation button').click();
  assert.equal(await square(page, 'c4').locator('.mark.triangle').count(), 1);
});

pageTest('a set-up in SGF means the same as to the command line', async (page) => {
  const text = '(;GM[2]SZ[8]AB[a1];B[f5])';
  const shown = execFileSync(String(process.env.OBVERSE_BIN), ['show', '-', '--format', 'json'], { input: text, encoding: 'utf8' });
  await openText(page, text);
  const position = await positionText(page);
  assert.ok(shown.includes(position.split(' ')[0]), `${position} and ${shown}`);
});

pageTest('what cannot be read is refused with its place, and nothing is lost', async (page) => {
  await openText(page, TIGER);
  await openText(page, `${TIGER}a1`);
  assert.match((await page.locator('#open-error').textContent()) ?? '', /line 1, column 11: move 6, a1/);
  assert.equal(await page.inputValue('#open-text'), `${TIGER}a1`, 'the text stays, to be put right');
  await page.keyboard.press('Escape');
  assert.equal(await positionText(page), TIGER_POSITION);
});

pageTest('a position that is set up and saved is the same board to the command line', async (page) => {
  await page.click('#tool-new');
  await page.check('#who-white-human');
  await page.click('#new-setup');
  await page.click('#setup-clear');
  for (const name of ['a1', 'c3', 'h8']) await square(page, name).click();
  await page.check('#brush-2');
  for (const name of ['b1', 'd4']) await square(page, name).click();
  await page.click('#setup-play');
  await square(page, 'c1').click();
  const position = await positionText(page);
  await tool(page, 'share');
  for (const kind of /** @type {const} */ (['sgf', 'ggf'])) {
    const { path } = await saveAs(page, kind);
    const shown = execFileSync(String(process.env.OBVERSE_BIN), ['show', path, '--format', 'json'], { encoding: 'utf8' });
    assert.ok(shown.includes(position.split(' ')[0]), `${kind}: ${position} and ${shown}`);
    await page.keyboard.press('Escape');
    await openText(page, readFileSync(path, 'utf8'));
    assert.equal(await positionText(page), position, `${kind}: and to the page`);
    await tool(page, 'share');
  }
});

pageTest('a file of many games is shown page by page, and a game of it found by name', async (page) => {
  const games = Array.from({ length: 120 }, (_, at) => `(;GM[2]PB[Player ${at}]PW[Zoe];B[f5]${at === 77 ? ';W[d6]' : ''})`).join('\n');
  await dropFile(page, 'many.sgf', new TextEncoder().encode(games));
  const list = page.locator('#open-games li');
  await page.locator('#open-games:not([hidden])').waitFor();
  assert.deepEqual([await list.count(), await page.locator('#open-games .pages').innerText()], [50, 'Before\n1 to 50 of 120\nNext']);
  await page.click('#open-after');
  await page.locator('#open-games .pages', { hasText: '51 to 100' }).waitFor();
  assert.match(await list.first().innerText(), /^51 · Player 50 /);
  await page.fill('#open-filter', 'nobody');
  await page.locator('#open-games .pages', { hasText: 'None of them has that name.' }).waitFor();
  await page.fill('#open-filter', 'player 77');
  await page.locator('#open-games li', { hasText: 'Player 77' }).first().waitFor();
  assert.equal(await list.count(), 1, 'found, though it was not on the page');
  await list.locator('button').click();
  await page.locator('move-list [data-ply]').nth(1).waitFor();
  assert.match(await page.locator('#black').innerText(), /Player 77/);
});

pageTest('a WTHOR file is dropped and a game chosen', async (page) => {
  const bytes = new Uint8Array(16 + 2 * 68);
  const view = new DataView(bytes.buffer);
  // The date of the file, how many games, and their year.
  bytes.set([20, 1, 1, 1], 0);
  view.setUint32(4, 2, true);
  view.setUint16(10, 1999, true);
  bytes.set([0, 0, 7, 0, 9, 0, 40, 40, 56, 64, 33, 34, 43], 16);
  bytes.set([0, 0, 3, 0, 4, 0, 20, 20, 56], 16 + 68);
  await dropFile(page, 'WTH_1999.wtb', bytes);
  await page.locator('#open-games li').nth(1).waitFor();
  assert.match(await page.locator('#open-games li').first().innerText(), /40–24/);
  await page.locator('#open-games li button').first().click();
  assert.equal(await positionText(page), TIGER_POSITION);
  await tool(page, 'open');
  assert.equal(await page.locator('#open-games li').count(), 2, 'the other games are still offered, all of them');
});

pageTest('of several files one is chosen; what is none is refused', async (page) => {
  await tool(page, 'open');
  const file = (/** @type {string} */ name, /** @type {string} */ text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.setInputFiles('#open-file', [file('one.txt', 'f5'), file('two.txt', TIGER)]);
  await page.click('#open-files li:nth-child(2) button');
  await page.locator('move-list [data-ply]').nth(4).waitFor();
  await tool(page, 'open');
  await page.setInputFiles('#open-file', [file('WTH.wtb', 'hello')]);
  await page.locator('#open-error', { hasText: 'WTH.wtb' }).waitFor();
  await page.setInputFiles('#open-file', [file('large.txt', `${TIGER}\n`.repeat(400_000))]);
  await page.locator('#open-error', { hasText: 'too large' }).waitFor();
  assert.ok(await page.locator('#engine-lost').isHidden(), 'and the engine is still there');
});

pageTest('a text file is dropped, and a text pasted, on the page itself', async (page) => {
  await dropFile(page, 'game.txt', new TextEncoder().encode(TIGER));
  await page.locator('move-list [data-ply]').nth(4).waitFor();
  assert.equal(await positionText(page), TIGER_POSITION);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'f5d6');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
});

pageTest('games are saved: transcript, GGF, SGF, SVG, PNG', async (page, context) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openText(page, `(;GM[2]PB[Ann]PW[Bob]EV[Cup];B[f5]C[good];W[d6];B[c3];W[d3];B[c4])`);
  await tool(page, 'share');
  await page.locator(`#share-transcript[value="${TIGER}"]`).waitFor();
  await page.click('#share-transcript-copy');
  await page.locator('#share-transcript-copy', { hasText: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), TIGER);
  /** @param {'ggf' | 'sgf' | 'svg' | 'png'} kind */
  const save = async (kind) => {
    const { name, path } = await saveAs(page, kind);
    assert.equal(name, `ann-bob.${kind}`);
    return readFileSync(path);
  };
  assert.match(String(await save('ggf')), /^\(;GM\[Othello\].*TY\[8\].*BO\[8 .* \*\]B\[F5\]W\[D6\]B\[C3\]W\[D3\]B\[C4\];\)\n$/);
  assert.match(String(await save('sgf')), /EV\[Cup\].*;B\[f5\]C\[good\];W\[d6\];B\[c3\];W\[d3\];B\[c4\]\)\n$/s, 'with what the record knew');
  assert.match(String(await save('svg')), /^<svg/);
  const png = await save('png');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.equal(png.readUInt32BE(16), 1024);
});

pageTest('a link carries the game', async (page, context) => {
  await openText(page, TIGER);
  await page.keyboard.press(',');
  await tool(page, 'share');
  const link = await page.inputValue('#share-link');
  assert.match(link, /#v=2&moves=f5d6c3d3c4&ply=4$/);
  const other = await context.browser()?.newPage();
  await other?.goto(link);
  await other?.locator('move-list [data-ply]').nth(4).waitFor();
  assert.equal(await other?.locator('#note').textContent(), 'Move 4 of 5');
  // Names of openings come after the board.
  const name = await page.locator('#opening:not(:empty)').textContent();
  await other?.locator('#opening', { hasText: name ?? '?' }).waitFor();
  await other?.close();
  await page.click('#mode-two').catch(() => {});
  await openText(page, link);
  assert.equal(await page.locator('#note').textContent(), 'Move 4 of 5', 'pasted as well');
  await openText(page, link.replace('v=2', 'v=99'));
  assert.match((await page.locator('#open-error').textContent()) ?? '', /newer version/);
});

pageTest('a game that was left for another is still there after a reload', async (page) => {
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  await openText(page, TIGER);
  await page.reload();
  await waitUntilReady(page);
  assert.equal(await page.locator('move-list [data-ply]').count(), 5);
  await page.click('#back');
  assert.equal(await page.locator('move-list [data-ply]').count(), 2);
  assert.equal(await page.locator('#status').textContent(), 'Your move, Black');
});

pageTest('the opening is named', async (page) => {
  await openText(page, 'e6f4c3c4d3');
  await page.locator('#opening', { hasText: 'Tiger' }).waitFor();
});

test('without the engine a text is kept, and read when it is back', { timeout: 240_000 }, async () => {
  const own = await Server.start();
  const { page, context, errors } = await openPage(browser, own.url);
  await page.click('#mode-two');
  await square(page, 'f5').click();
  await own.stop();
  await page.locator('#engine-lost').waitFor({ state: 'visible' });
  await tool(page, 'share');
  assert.match(await page.locator('share-sheet').innerText(), /out of reach/);
  assert.match(await page.inputValue('#share-link'), /moves=f5$/, 'a link can be shared all the same');
  assert.ok(await page.locator('#save-ggf').isDisabled());
  await tool(page, 'open');
  await page.fill('#open-text', TIGER);
  await page.click('#open-read');
  assert.match((await page.locator('#open-waiting').textContent()) ?? '', /kept, and read as soon as it is back/);
  assert.deepEqual(await counts(page), [4, 1], 'and nothing else has happened');
  const again = await Server.start(new URL(own.url).host);
  await page.locator('move-list [data-ply]').nth(4).waitFor();
  assert.equal(await positionText(page), TIGER_POSITION);
  assert.deepEqual(errors, []);
  await context.close();
  await again.stop();
});

pageTest('a game sheet goes out and comes in, and a review goes out as one page', async (page, context) => {
  await openText(page, '(;GM[2]SZ[4];B[c4];W[d4];B[a2];W[b4];B[d3];W[b1];B[a1];W[d1];B[d2];W[c1];B[a3];W[a4])');
  await tool(page, 'share');
  assert.equal(await page.locator('#save-html').count(), 0, 'without a review there is no report');
  await page.keyboard.press('Escape');
  await page.click('#review-start');
  await page.locator('.accuracy').first().waitFor();
  await tool(page, 'share');
  await page.locator('#save-html:enabled').waitFor();
  const report = await saveAs(page, 'html');
  assert.match(report.name, /\.html$/);
  const reading = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  reading.on('pageerror', (error) => errors.push(String(error)));
  await reading.setContent(readFileSync(report.path, 'utf8'));
  await reading.locator('.moves a').first().waitFor();
  for (const width of [1280, 390, 320]) {
    await reading.setViewportSize({ width, height: 800 });
    assert.ok(await reading.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing is cut, ${width} pixels wide`);
  }
  assert.deepEqual(errors, []);
  await reading.close();
  await openText(page, 'f5d6c3d3c4');
  await tool(page, 'share');
  await page.locator('#save-sheet:enabled').waitFor();
  const sheet = await saveAs(page, 'sheet');
  await page.keyboard.press('Escape');
  await openText(page, readFileSync(sheet.path, 'utf8'));
  assert.equal(await page.locator('move-list [data-ply]').count(), 5);
});
