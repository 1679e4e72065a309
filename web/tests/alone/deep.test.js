// The page without a server of ours and without a network: what takes too long for every change.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { aloneTest, waitForEngine } from './alone.js';
import { everyFormat, hint, otherBoards, review, twoPlayers, watchComputers } from './scenarios.js';
import { assertNoViolations } from '../browser/axe.js';
import { clickToTheEnd, counts, launchProfile, legalSquares, openText, status, tool, waitForEnd, waitUntilReady } from '../browser/harness.js';
import { plainHost } from './host.js';
import { SITE } from './site.js';

/** @typedef {import('playwright-core').Page} Page */

/** Moves thrown at random: corners are given away, whatever the engine's depth. */
const BAD_GAME = 'f5f4d3f6g6h6h7c4f3h8b4c3e6d6c5c2b2g2f7a2d2e2b1g3b3f8e1a4h1g1e7c1g7d7e8a1';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Begins a game between two players by their radio buttons and levels. @param {Page} page @param {{ size?: number, black: string, white: string }} game */
async function begin(page, { size = 8, black, white }) {
  await page.click('#tool-new');
  await page.selectOption('#new-size', String(size));
  for (const [color, who] of [['black', black], ['white', white]]) {
    const [kind, level] = who.split(':');
    const usual = ['human', 'random', 'level'].includes(kind);
    await page.check(`#who-${color}-${usual ? kind : 'classic'}`);
    if (!usual) await page.check(`#${kind}-${color}`);
    if (level) await page.fill(`#level-${color}`, level);
  }
  await page.click('#new-start');
  if (await page.locator('#rein-speed').isVisible()) await page.fill('#rein-speed', '3');
}

// What runs always from the disk.
for (const [name, body] of Object.entries({ twoPlayers, watchComputers, hint, review, everyFormat, otherBoards })) aloneTest('host', name, body);

for (const from of /** @type {const} */ (['file', 'host'])) {
  aloneTest(from, 'levels 1 and 12 play each other', async (page) => {
    await begin(page, { black: 'level:12', white: 'level:1' });
    await waitForEnd(page, 500_000);
  });

  aloneTest(from, 'a whole game is reviewed, while one looks at other moves', async (page) => {
    await openText(page, BAD_GAME);
    await page.click('#review-start');
    for (const ply of [20, 5, 30]) {
      await page.click(`move-list [data-ply="${ply}"]`);
      await page.waitForTimeout(600);
    }
    await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 240_000 });
    assert.ok((await page.locator('.worst').count()) > 2);
  });

  aloneTest(from, 'on a phone', async (page) => {
    await page.locator('#tool-new').tap();
    await page.fill('#level-white', '1');
    await page.locator('#new-start').tap();
    await clickToTheEnd(page);
    assert.match((await status(page).textContent()) ?? '', /wins|Draw/);
    await page.locator('#mode-tab-study').tap();
    await page.locator('#tab-review').tap();
    await page.locator('#review-start').tap();
    await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 240_000 });
    assert.ok(((await page.evaluate(() => document.scrollingElement?.scrollWidth)) ?? 999) <= 390);
  }, PHONE);
}

for (const classic of ['ratio', 'breadth', 'squares', 'killer']) {
  aloneTest('file', `${classic} plays to the end`, async (page) => {
    await begin(page, { black: classic, white: 'random' });
    await waitForEnd(page, 500_000);
  });
}

aloneTest('file', '26×26 to the end', async (page) => {
  await begin(page, { size: 26, black: 'level:1', white: 'random' });
  await waitForEnd(page, 590_000);
  const [black, white] = await counts(page);
  assert.ok(black + white > 300, `${black}–${white}`);
});

aloneTest('file', 'memory does not grow over twenty games', async (page) => {
  const session = await page.context().newCDPSession(page);
  /** Megabytes of the page itself; workers have memory of their own, which ends with them. */
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  };
  /** @type {number[]} */
  const sizes = [];
  for (let game = 0; game < 20; game++) {
    await begin(page, { black: 'human', white: 'level:1' });
    await clickToTheEnd(page);
    sizes.push(await used());
  }
  const [early, late] = [Math.max(...sizes.slice(2, 6)), Math.max(...sizes.slice(16))];
  assert.ok(late < early + 6, `megabytes after each game: ${sizes.map((size) => size.toFixed(1)).join(' ')}`);
});

aloneTest('file', 'on a phone with two gigabytes a whole review takes little memory', async (page) => {
  await page.addInitScript(() => Object.defineProperties(navigator, { deviceMemory: { value: 2 }, hardwareConcurrency: { value: 8 } }));
  await page.reload();
  await waitUntilReady(page);
  await waitForEngine(page);
  /** Megabytes of WebAssembly in all workers. */
  const used = async () => {
    // @ts-ignore: the function of the engine's glue, which gives what is there already.
    const sizes = await Promise.all(page.workers().map((worker) => worker.evaluate(async () => (await wasm_bindgen()).memory.buffer.byteLength / 2 ** 20)));
    return { workers: sizes.length, megabytes: sizes.reduce((sum, size) => sum + size, 0) };
  };
  await openText(page, BAD_GAME);
  await page.locator('#tab-review').tap();
  await page.locator('#review-start').tap();
  await page.locator('review-panel progress').waitFor({ state: 'detached', timeout: 300_000 });
  const { workers, megabytes } = await used();
  console.log(`${workers} workers have ${megabytes.toFixed(0)} MB`);
  assert.equal(workers, 3, 'one that answers at once, two that search');
  // 32 MB of hash tables, and what an engine has besides, three times.
  assert.ok(megabytes < 128, `${megabytes.toFixed(0)} MB`);
}, PHONE);

aloneTest('file', 'axe finds nothing', async (page) => {
  await assertNoViolations(page, 'start');
  for (const sheet of ['new', 'open', 'share', 'settings']) {
    await tool(page, sheet);
    await assertNoViolations(page, sheet);
  }
  await page.keyboard.press('Escape');
  await page.click('#tool-hint');
  await page.locator('.hint.best').first().waitFor();
  await assertNoViolations(page, 'hint');
  assert.ok((await legalSquares(page).count()) > 0);
  await waitForEngine(page);
});

test('host: nothing keeps a browser from installing the page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'obverse-profile-'));
  const [host, context] = [await plainHost(SITE), await launchProfile(folder)];
  const page = await context.newPage();
  await page.goto(host.url);
  await waitUntilReady(page);
  const session = await context.newCDPSession(page);
  assert.deepEqual((await session.send('Page.getInstallabilityErrors')).installabilityErrors, []);
  await context.close();
  host.close();
  rmSync(folder, { recursive: true });
});
