// Studying: hints, evaluation, review, opening and saving games, links.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { counts, openText, positionText, square, waitUntilReady } from './harness.js';
import { pageTest } from './page-test.js';

const TIGER = 'f5d6c3d3c4';
const TIGER_POSITION = '------------------XO------XXX------OXX-----O--------------------';
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

pageTest('games are pasted in every format, and refused with a reason', async (page) => {
  const board = '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *';
  const moves = ['F5', 'D6', 'C3', 'D3', 'C4'].map((move, at) => `${at % 2 ? 'W' : 'B'}[${move}]`);
  const sgf = moves.join(';').replace(/\[..\]/g, (square) => square.toLowerCase());
  for (const [text, names] of /** @type {[string, boolean][]} */ ([
    [TIGER, false],
    ['1. F5 d6 2. C3 d3 3. C4', false],
    [`(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[${board}]${moves.join('')};)`, true],
    [`(;GM[2]FF[4]SZ[8]PB[Ann]PW[Bob];${sgf})`, true],
    [`${TIGER_POSITION} O; B3:+1;`, false],
  ])) {
    // Another game first: what is not read leaves the board as it was.
    await openText(page, 'f5');
    assert.notEqual(await positionText(page), `${TIGER_POSITION} O`);
    await openText(page, text);
    assert.equal(await positionText(page), `${TIGER_POSITION} O`, text);
    assert.ok(await page.locator('engine-line').isVisible(), 'a position without moves is evaluated too');
    assert.deepEqual([/Ann/.test(await page.locator('#black').innerText()), /Bob/.test(await page.locator('#white').innerText())], [names, names], text);
  }
  await openText(page, `${TIGER}a1`);
  assert.equal(await page.locator('#open-error').textContent(), 'Move 6, a1, is not legal there.');
  await page.keyboard.press('Escape');
  assert.equal(await positionText(page), `${TIGER_POSITION} O`, 'nothing was lost');
});

pageTest('a WTHOR file is dropped and a game chosen', async (page) => {
  const bytes = new Uint8Array(16 + 2 * 68);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, 2, true);
  view.setUint16(10, 1999, true);
  bytes.set([0, 0, 7, 0, 9, 0, 40, 40, 56, 64, 33, 34, 43], 16);
  bytes.set([0, 0, 3, 0, 4, 0, 20, 20, 56], 16 + 68);
  await page.evaluate((data) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(data)], 'WTH_1999.wtb'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, Array.from(bytes));
  await page.fill('#open-filter', 'nobody');
  assert.equal(await page.locator('.offers [role=status]').textContent(), 'None of them has that name.');
  await page.fill('#open-filter', '#7');
  await page.click('.offers li button');
  assert.equal(await positionText(page), `${TIGER_POSITION} O`);
  assert.match(await page.locator('#black').innerText(), /#7/);
  await page.click('#tool-open');
  assert.equal(await page.locator('.offers li').count(), 2, 'the other games are still offered, all of them');
});

pageTest('a text file is dropped, and a text pasted, on the page itself', async (page) => {
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'game.txt'));
    dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, TIGER);
  await page.locator('move-list li').nth(4).waitFor();
  assert.equal(await positionText(page), `${TIGER_POSITION} O`);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'f5d6');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  assert.equal(await page.locator('move-list li').count(), 2);
});

pageTest('games are saved: transcript, GGF, SGF, SVG, PNG', async (page, context) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openText(page, TIGER);
  await page.click('#tool-share');
  await page.click('#share-transcript-copy');
  await page.locator('#share-transcript-copy', { hasText: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), TIGER);
  /** @param {string} kind */
  const save = async (kind) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#save-${kind}`)]);
    assert.equal(download.suggestedFilename(), `obverse.${kind}`);
    return readFileSync(await download.path());
  };
  assert.match(String(await save('ggf')), /^\(;GM\[Othello\].*TY\[8\].*BO\[8 .* \*\]B\[F5\]W\[D6\]B\[C3\]W\[D3\]B\[C4\];\)\n$/);
  assert.match(String(await save('sgf')), /^\(;GM\[2\]FF\[4\].*SZ\[8\].*;B\[f5\];W\[d6\];B\[c3\];W\[d3\];B\[c4\]\)\n$/);
  const [black, white] = await counts(page);
  assert.equal(String(await save('svg')).match(/r="42"/g)?.length, black + white);
  const png = await save('png');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.equal(png.readUInt32BE(16), 1024);
});

pageTest('a link carries the game', async (page, context) => {
  await openText(page, TIGER);
  await page.keyboard.press(',');
  await page.click('#tool-share');
  const link = await page.inputValue('#share-link');
  assert.match(link, /#moves=f5d6c3d3c4&ply=4$/);
  const other = await context.browser()?.newPage();
  await other?.goto(link);
  await other?.locator('move-list li').nth(4).waitFor();
  assert.equal(await other?.locator('#note').textContent(), 'Move 4 of 5');
  // Names of openings come after the board.
  const name = await page.locator('#opening:not(:empty)').textContent();
  await other?.locator('#opening', { hasText: name ?? '?' }).waitFor();
  await other?.close();
});

pageTest('a game that was left for another is still there after a reload', async (page) => {
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list li').length === 2);
  await openText(page, TIGER);
  await page.reload();
  await waitUntilReady(page);
  assert.equal(await page.locator('move-list li').count(), 5);
  await page.click('#back');
  assert.equal(await page.locator('move-list li').count(), 2);
  assert.equal(await page.locator('#status').textContent(), 'Your move, Black');
});

pageTest('the opening is named', async (page) => {
  await openText(page, 'e6f4c3c4d3');
  await page.locator('#opening', { hasText: 'Tiger' }).waitFor();
});
