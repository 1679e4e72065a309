// Two people, each in a browser of their own, and others who watch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNoViolations } from './axe.js';
import { Server, legalSquares, openPage, square, status, tool, waitUntilReady } from './harness.js';
import { Proxy } from './proxy.js';
import { browser, pageTest, server } from './page-test.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} text */
const says = (page, text) => page.locator('#status', { hasText: text }).waitFor();

/** What the room's panel says. @param {Page} page @param {string} text */
const reads = (page, text) => page.locator('room-panel').getByText(text).waitFor();

/** @param {Page} page @param {{ name?: string, side?: string, time?: string }} [how] */
async function invite(page, { name = 'Ann', side = 'black', time } = {}) {
  await tool(page, 'new');
  await page.click('#new-invite');
  await page.fill('#invite-name', name);
  await page.check(`#invite-side-${side}`);
  if (time) await page.selectOption('#invite-time', { label: time });
  await page.click('#invite-start');
  await page.locator('#room-link').waitFor();
  return page.inputValue('#room-link');
}

/** @param {Page} page @param {string} name */
async function sitDown(page, name) {
  await page.fill('#room-name', name);
  await page.click('#room-sit');
}

/** A fresh browser at an address. @param {string} url @param {import('playwright-core').BrowserContextOptions} [options] */
const visitor = (url, options) => openPage(browser, url, options);

/** Plays until the game is over, each side in its own page. @param {Page[]} pages */
async function playToTheEnd(pages) {
  for (;;) {
    for (const page of pages) {
      if (/wins|Draw/.test((await status(page).textContent()) ?? '')) return;
      const legal = legalSquares(page);
      if (await legal.count()) await legal.first().click().catch(() => {});
    }
  }
}

for (const [size, options] of /** @type {const} */ ([['desktop', {}], ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true }]])) {
  test(`two people play by a link, a third watches, and the rematch has the sides changed, ${size}`, { timeout: 240_000 }, async () => {
    const ann = await visitor(server.url, options);
    const link = await invite(ann.page);
    assert.match(link, /#room=[\w-]{22}$/);
    await says(ann.page, 'Waiting for your opponent');
    assert.ok(await ann.page.locator('#room-local').isVisible(), 'a link that works on this computer only says so');
    await assertNoViolations(ann.page, 'a room that waits');
    assert.equal(await legalSquares(ann.page).count(), 0, 'nobody moves alone');

    const ben = await visitor(link, options);
    await reads(ben.page, 'Ann invites you to a game: 8×8, No limit. You play White.');
    await assertNoViolations(ben.page, 'an invitation');
    await sitDown(ben.page, 'Ben');
    await says(ann.page, 'Your move, Black');
    await says(ben.page, 'Ann to move');
    assert.equal(await legalSquares(ben.page).count(), 0, 'White waits');

    const cid = await visitor(link, options);
    await reads(cid.page, 'You are watching.');
    await square(ann.page, 'f5').click();
    for (const page of [ben.page, cid.page]) await page.locator('othello-board button[aria-label^="f5, Black"]').waitFor();
    assert.equal(await legalSquares(cid.page).count(), 0, 'who watches does not move');
    await reads(ann.page, '1 watching');
    await square(ben.page, 'd6').click();
    await square(ann.page, 'c3').waitFor();
    await assertNoViolations(ann.page, 'a room that plays');

    // A take-back is asked for and allowed.
    await ben.page.click('#room-take-back');
    await reads(ann.page, 'Ben would like to take the last move back.');
    await ann.page.click('#room-accept');
    await says(ben.page, 'Your move, White');
    await square(ben.page, 'f4').click();
    await says(ann.page, 'Your move, Black');

    // Nothing helps in a game against a person.
    assert.equal(await ann.page.locator('#tool-hint').getAttribute('aria-disabled'), 'true');
    await ann.page.click('#mode-tab-study');
    await ann.page.locator('#notice', { hasText: 'You are playing somebody.' }).waitFor();

    await ann.page.click('#room-resign');
    await ann.page.click('#room-resign-yes');
    for (const { page } of [ann, ben, cid]) await says(page, 'Black gives up. White wins');
    await ben.page.click('#room-rematch');
    await reads(ann.page, 'Ben offers a rematch, sides changed.');
    await ann.page.click('#room-accept');
    await says(ben.page, 'Your move, Black');
    await says(ann.page, 'Ben to move');
    await cid.page.locator('#white', { hasText: 'Ann' }).waitFor();

    await playToTheEnd([ann.page, ben.page]);
    const results = await Promise.all([ann, ben, cid].map(({ page }) => status(page).textContent()));
    assert.equal(new Set(results).size, 1, 'all see the same end');
    await ann.page.click('#room-study');
    await ann.page.locator('#panel-review').waitFor({ state: 'attached' });
    await ann.page.click('#room-leave');
    assert.equal(new URL(ann.page.url()).hash, '');
    await reads(ben.page, 'Ann has gone.');
    await tool(ann.page, 'open');
    assert.equal(await ann.page.locator('#open-kept li', { hasText: 'Ann – Ben' }).count(), 1, 'the first game is among my games');
    for (const { context, errors } of [ann, ben, cid]) {
      assert.deepEqual(errors, []);
      await context.close();
    }
  });
}

test('a dropped line and a reload lose nothing, and the others see that somebody is away', { timeout: 240_000 }, async (t) => {
  const proxy = new Proxy(server.url);
  t.after(() => proxy.stop());
  const away = await proxy.start();
  const ann = await visitor(server.url);
  const link = await invite(ann.page, { time: '5 min + 3 s' });
  const ben = await visitor(away + new URL(link).hash);
  await reads(ben.page, '5\u00a0min\u00a0+\u00a03\u00a0s');
  await sitDown(ben.page, 'Ben');
  await says(ann.page, 'Your move, Black');
  assert.match(await ann.page.locator('#black .clock').innerText(), /^[45]:\d\d$/);
  await square(ann.page, 'f5').click();
  await says(ben.page, 'Your move, White');

  proxy.cut();
  await reads(ann.page, 'Ben’s connection is lost.');
  assert.match(await ann.page.locator('#white').innerText(), /connection lost/);
  await reads(ben.page, 'Your connection is lost. We keep trying.');
  // A move that is made meanwhile is seen at once, and sent when the line is back.
  await square(ben.page, 'd6').click();
  await ben.page.locator('othello-board button[aria-label^="d6, White"]').waitFor();
  proxy.mend();
  await ann.page.locator('othello-board button[aria-label^="d6, White"]').waitFor();
  await says(ann.page, 'Your move, Black');
  assert.equal(await ann.page.locator('#room-note').count(), 0, 'he is back');

  await ann.page.reload();
  await waitUntilReady(ann.page);
  await says(ann.page, 'Your move, Black');
  await square(ann.page, 'c3').click();
  await says(ben.page, 'Your move, White');

  // The same link in another tab of the same browser: the chair can be moved there.
  const second = await ann.context.newPage();
  await second.goto(link);
  await reads(second, 'You play Black here in another window.');
  await second.click('#room-here');
  await reads(ann.page, 'You play Black here in another window.');
  await square(ben.page, 'd3').click();
  await says(second, 'Your move, Black');
  await square(second, 'c4').click();
  await says(ben.page, 'Your move, White');
  // A tab that was closed without a word: whoever opens the link again sits there again.
  await second.close();
  await ann.page.close();
  const third = await ann.context.newPage();
  await third.goto(link);
  await says(third, 'Ben to move');
  await third.locator('#room-resign').waitFor();
  await ann.context.close();
  await ben.context.close();
});

test('a flag falls by the server’s clock', { timeout: 240_000 }, async () => {
  const ann = await visitor(server.url);
  // A clock as short as this is offered by no sheet.
  await ann.page.routeWebSocket(/api\/v1\/socket/, (socket) => {
    const real = socket.connectToServer();
    socket.onMessage((text) => real.send(String(text).replace('"remaining":60', '"remaining":2')));
  });
  const link = await invite(ann.page, { time: '1 min + 0 s' });
  const ben = await visitor(link);
  await sitDown(ben.page, 'Ben');
  await says(ann.page, 'Black has run out of time. White wins');
  await says(ben.page, 'Black has run out of time. White wins');
  await ann.context.close();
  await ben.context.close();
});

test('a wrong link, and a server that was started anew, say so', { timeout: 240_000 }, async (t) => {
  for (const id of ['nonsense', 'AAAAAAAAAAAAAAAAAAAAAA']) {
    const { page, context, errors } = await visitor(`${server.url}#room=${id}`);
    await reads(page, 'This game is not there any more, or the link is not whole.');
    await page.click('#room-leave');
    assert.ok(await page.locator('#mode-invite').isVisible(), 'and the page goes on as usual');
    assert.deepEqual(errors, []);
    await context.close();
  }
  const own = await Server.start();
  const ann = await visitor(own.url);
  const link = await invite(ann.page);
  const ben = await visitor(link);
  await sitDown(ben.page, 'Ben');
  await square(ann.page, 'f5').click();
  await says(ben.page, 'Your move, White');
  await own.kill();
  await reads(ben.page, 'Your connection is lost.');
  const again = await Server.start(new URL(own.url).host);
  t.after(() => again.stop());
  await reads(ben.page, 'This game is not there any more');
  await ben.page.click('#room-leave');
  assert.equal(await ben.page.locator('move-list [data-ply]').count(), 1, 'the moves are still on the board');
  await ann.context.close();
  await ben.context.close();
});

pageTest('an invitation can be taken back, by keyboard alone, and the game before it is still there', async (page) => {
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  await page.focus('#tool-new');
  await page.keyboard.press('Enter');
  await page.focus('#new-invite');
  await page.keyboard.press('Enter');
  await page.focus('#invite-start');
  await page.keyboard.press('Enter');
  await page.locator('#room-link').waitFor();
  await page.focus('#room-leave');
  await page.keyboard.press('Enter');
  await page.click('#back');
  assert.equal(await page.locator('move-list [data-ply]').count(), 2);
});

pageTest('in Japanese', async (page) => {
  await tool(page, 'new');
  await page.click('#new-invite');
  await page.click('#invite-start');
  await says(page, '相手を待っています');
  await assertNoViolations(page, 'a room in Japanese');
}, { locale: 'ja-JP' });
