// The classics explained, and their tournament.

import assert from 'node:assert/strict';
import { assertNoViolations } from './axe.js';
import { square } from './harness.js';
import { pageTest } from './page-test.js';

/** @param {string} text */
const number = (text) => Number(text.replace('−', '-'));

pageTest('a classic says why: every move with its terms, on the squares and in a table', async (page) => {
  await page.click('#tool-new');
  await page.check('#who-white-classic');
  await page.check('#squares-white');
  await page.click('#new-start');
  assert.equal(await page.locator('#why-black').count(), 0, 'only a classic explains itself');
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  await page.click('#why-white');
  await page.locator('#why-table tbody tr').first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'why-white', 'the focus stays');
  assert.deepEqual(await page.locator('#why-table thead th').allTextContents(), ['Move', 'After search', 'Sum']);
  const moves = await page.locator('#why-table tbody').evaluateAll((all) => all.map((part) => Array.from(part.querySelectorAll('th, tr:first-child td, .term b'), (cell) => cell.textContent ?? '')));
  assert.ok(await page.locator('#why-table').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), 'nothing is cut');
  const legal = await page.locator('othello-board .square[aria-disabled="false"]').evaluateAll((cells) => cells.map((cell) => (cell.getAttribute('aria-label') ?? '').split(',')[0]));
  assert.deepEqual(moves.map(([move]) => move).sort(), legal.sort());
  for (const [move, searched, sum, ...terms] of moves) {
    // The weights of squares are whole numbers, and so are its terms.
    assert.equal(terms.map(number).reduce((a, b) => a + b, 0), number(sum), `${move}: ${terms}`);
    assert.equal(await square(page, move).locator('.hint').textContent(), searched);
  }
  assert.ok(await square(page, moves[0][0]).locator('.hint.best').isVisible());
  const found = moves.map(([, searched]) => number(searched));
  assert.deepEqual(found, [...found].sort((a, b) => b - a), 'best first');
  await assertNoViolations(page, 'why');
  await square(page, moves[0][0]).click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 4);
  await page.click('#why-white');
  assert.ok(await page.locator('why-panel').isHidden());
  assert.equal(await page.locator('.hint').count(), 0);
});

pageTest('the tournament of the classics is watched, and a game of it opened', async (page) => {
  await page.click('#mode-tournament');
  await page.click('#tournament-begin');
  await page.locator('.mini').nth(3).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.mini circle').length > 4 * 8);
  assert.equal(await page.locator('.standings tbody tr').count(), 5);
  await page.click('#tournament-run');
  await assertNoViolations(page, 'tournament');
  const discs = await page.locator('.mini').first().locator('circle').count();
  await page.locator('.mini').first().click();
  assert.equal(await page.locator('othello-board .disc').count(), discs);
  assert.match(await page.locator('#black').innerText(), /Ratio/);
  await page.click('#tool-new');
  await page.click('#new-tournament');
  assert.equal(await page.locator('#tournament-run').textContent(), 'Play', 'it waits where it was');
});

pageTest('an engine that fails pauses the tournament, which says so and goes on when asked', async (page) => {
  let isFailing = true;
  await page.routeWebSocket(/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, id } = JSON.parse(String(text));
      if (isFailing && type === 'choose') socket.send(JSON.stringify({ type: 'error', id, code: 'failed', message: 'out of order' }));
      else server.send(text);
    });
  });
  await page.reload();
  await page.click('#mode-tournament');
  await page.click('#tournament-begin');
  await page.getByText('The engine: out of order').locator('visible=true').waitFor();
  await assertNoViolations(page, 'paused tournament');
  assert.match((await page.locator('#tournament-progress').textContent()) ?? '', /^0 of 20/);
  isFailing = false;
  await page.click('#tournament-run');
  await page.waitForFunction(() => document.querySelectorAll('.mini circle').length > 4 * 8);
  assert.equal(await page.getByText('out of order').count(), 0);
}, { viewport: { width: 390, height: 844 } });
