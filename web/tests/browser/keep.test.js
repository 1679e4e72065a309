// Nothing is lost: games that were left, switches, taps, what was stored before.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { counts, legalSquares, openText, square, status, tool, waitUntilReady } from './harness.js';
import { pageTest, server } from './page-test.js';

/** @typedef {import('playwright-core').Page} Page */

const SMALL_GAME = '(;GM[2]SZ[4];B[c4];W[d4];B[a2];W[b4];B[d3];W[b1];B[a1];W[d1];B[d2];W[c1];B[a3];W[a4])';
const SAMPLES = JSON.parse(readFileSync(new URL('../samples/first-release.json', import.meta.url), 'utf8'));

/** @param {Page} page */
const moves = (page) => page.locator('move-list [data-ply]');

/** The games that were left, as the open sheet lists them. @param {Page} page */
async function leftGames(page) {
  await tool(page, 'open');
  const titles = await page.locator('#open-kept:not([hidden]) li').allInnerTexts();
  await tool(page, 'open');
  return titles;
}

pageTest('tries are variations, and the way back leads to the reviewed game', async (page) => {
  await openText(page, SMALL_GAME);
  await page.click('#review-start');
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 90_000 });
  await page.click('move-list [data-ply="3"]');
  const played = 'b4';
  for (const number of [0, 1]) {
    const others = legalSquares(page).and(page.locator(`:not([aria-label^="${played},"])`));
    await others.nth(number).click();
    assert.equal(await moves(page).count(), 12, 'the game is as it was');
    await page.click('#tool-undo');
  }
  assert.equal(await page.locator('.variation.folded').count(), 2, 'both tries are there, folded');
  await page.locator('.variation button').first().click();
  assert.equal(await page.locator('.variation:not(.folded)').count(), 1);
  await page.click('#back');
  assert.equal(await page.locator('#note').textContent(), 'Move 3 of 12', 'where the try left it');
  assert.ok(await page.locator('.worst').first().isVisible(), 'with its review');
  await page.reload();
  await waitUntilReady(page);
  assert.equal(await page.locator('.variation').count(), 2, 'after a reload too');
  await page.locator('.worst').first().waitFor();
  assert.equal((await leftGames(page)).length, 0);
});

pageTest('what was undone against the computer is a variation, and a new game leaves all of it in a list', async (page) => {
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  await page.click('#tool-undo');
  await square(page, 'd3').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2 && document.querySelector('#status')?.textContent === 'Your move, Black');
  assert.match(await page.locator('move-list [data-ply]').first().innerText(), /d3/, 'the game is what was played last');
  assert.match(await page.locator('.variation').innerText(), /f5/);
  await page.click('#tool-new');
  await page.click('#new-start');
  assert.equal(await moves(page).count(), 0);
  assert.ok(await page.locator('#back').isVisible(), 'a new game by mistake leads back at once');
  await page.reload();
  await waitUntilReady(page);
  const titles = await leftGames(page);
  assert.equal(titles.length, 1, 'after a reload too');
  assert.match(titles[0], /Person – Level 5, a game of 2 moves/);
  await tool(page, 'open');
  await page.click('#open-kept li:nth-child(1) button');
  assert.equal(await status(page).textContent(), 'Your move, Black');
  assert.equal(await page.locator('.variation').count(), 1, 'with its variation');
});

pageTest('the evaluation goes back to what is right by itself', async (page) => {
  await page.click('#mode-two');
  await square(page, 'f5').click();
  const graph = page.locator('score-graph');
  assert.ok(await graph.isHidden());
  await tool(page, 'evaluation');
  assert.ok(await graph.isVisible());
  await page.click('#tool-new');
  await page.click('#new-start');
  await square(page, 'f5').click();
  assert.ok(await graph.isHidden(), 'on once, it does not spoil the next game');
  await tool(page, 'evaluation');
  await tool(page, 'evaluation');
  await openText(page, 'f5d6c3');
  assert.ok(await graph.isVisible(), 'off once, it does not hide the graph of an opened game');
  await tool(page, 'evaluation');
  assert.ok(await graph.isHidden());
  await page.click('#review-start');
  assert.ok(await graph.isVisible(), 'nor that of a review');
});

for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
  pageTest(`a tap beside an open sheet closes it and plays nothing, ${viewport.width} pixels wide`, async (page) => {
    await page.click('#mode-two');
    let tapped = 0;
    for (const sheet of ['new', 'open', 'share', 'settings']) {
      await tool(page, sheet);
      await page.locator('.sheet:visible').waitFor();
      // A long sheet leaves less of the board in sight.
      const box = /** @type {{ x: number, y: number }} */ (await square(page, 'd3').boundingBox());
      if (await page.evaluate(({ x, y }) => !document.elementFromPoint(x + 5, y + 5)?.closest('othello-board'), box)) {
        await page.keyboard.press('Escape');
        continue;
      }
      tapped++;
      await page.touchscreen.tap(box.x + 5, box.y + 5);
      assert.deepEqual(await counts(page), [2, 2], sheet);
      assert.equal(await page.locator('.sheet:visible').count(), 0, sheet);
    }
    assert.ok(tapped >= 2);
    await square(page, 'd3').tap();
    assert.deepEqual(await counts(page), [4, 1], 'the next one does');
  }, { viewport, hasTouch: true });
}

pageTest('what the first release stored is there', async (page) => {
  const { links, ...samples } = SAMPLES;
  for (const [name, { game, settings }] of Object.entries(samples)) {
    await page.addInitScript((values) => {
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, value] of values) localStorage.setItem(key, value);
    }, [['obverse.game', game], ['obverse.settings', settings]]);
    await page.reload();
    await waitUntilReady(page);
    assert.equal(await moves(page).count(), JSON.parse(game).moves.length, name);
    assert.equal(await page.locator('#notice').textContent(), '', name);
    assert.equal(await page.locator('#back').isVisible(), JSON.parse(game).left !== null, name);
  }
  for (const link of Object.keys(links)) {
    await page.goto(link.replace('http://localhost:8080/', server.url));
    await page.waitForFunction((count) => !location.hash && document.querySelectorAll('move-list [data-ply]').length === count, links[link].moves);
    assert.equal(await page.locator('#notice').textContent(), '', link);
  }
});

pageTest('the game that the first release had left survives more than one reload', async (page) => {
  const { game } = SAMPLES['a record, with a game left for it'];
  // Once, and not again with every load.
  await page.addInitScript((text) => {
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.clear();
    sessionStorage.setItem('begun', 'yes');
    localStorage.setItem('obverse.game', text);
  }, game);
  for (let load = 0; load < 3; load++) {
    await page.reload();
    await waitUntilReady(page);
    await tool(page, 'turn');
    await page.waitForTimeout(300);
  }
  assert.ok(await page.evaluate(() => localStorage.getItem('obverse.game')?.startsWith('{"version":3')));
  await page.click('#back');
  // The computer goes on in it.
  assert.ok((await moves(page).count()) <= 2);
  assert.match(await page.locator('#white').innerText(), /Level 5/);
});

pageTest('what a later version stored, and what is damaged, is not written over', async (page) => {
  const later = '{"version":9,"moves":"who knows"}';
  await page.addInitScript((text) => localStorage.setItem('obverse.game', text), later);
  await page.reload();
  await waitUntilReady(page);
  assert.match((await page.locator('#notice').textContent()) ?? '', /newer version/);
  await page.click('#mode-two');
  await square(page, 'f5').click();
  await page.waitForTimeout(400);
  assert.equal(await page.evaluate(() => localStorage.getItem('obverse.game')), later);
  const damaged = '{"start":"X"';
  await page.addInitScript((text) => localStorage.setItem('obverse.game', text), damaged);
  await page.reload();
  await waitUntilReady(page);
  assert.match((await page.locator('#notice').textContent()) ?? '', /put aside/);
  await page.click('#mode-two');
  await square(page, 'f5').click();
  await page.waitForFunction(() => localStorage.getItem('obverse.game')?.includes('"f5"'));
  assert.equal(await page.evaluate(() => localStorage.getItem('obverse.game.unread')), damaged);
});

pageTest('two tabs have a game each, and see what the other one plays among my games', async (page) => {
  await page.click('#mode-two');
  await square(page, 'f5').click();
  await page.waitForFunction(() => localStorage.getItem('obverse.game')?.includes('"f5"'));
  const other = await page.context().newPage();
  await other.goto(page.url());
  await waitUntilReady(other);
  await other.click('#tool-new');
  await other.click('#new-start');
  await square(other, 'd3').click();
  await square(other, 'c3').click();
  await other.waitForFunction(() => localStorage.getItem('obverse.game')?.includes('"c3"'));
  await square(page, 'd6').click();
  await page.waitForFunction(() => localStorage.getItem('obverse.game')?.includes('"d6"'));
  await other.reload();
  await waitUntilReady(other);
  assert.deepEqual(await other.locator('move-list [data-ply]').allInnerTexts(), ['d3', 'c3'], 'each has its own');
  await page.reload();
  await waitUntilReady(page);
  assert.deepEqual(await page.locator('move-list [data-ply]').allInnerTexts(), ['f5', 'd6']);
  assert.ok((await leftGames(page)).some((title) => /a game of 2 moves/.test(title)), 'and can open the other');
});
