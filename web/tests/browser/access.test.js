// For everybody: keyboard, screen reader, small screens, themes, languages.

import assert from 'node:assert/strict';
import { assertNoViolations } from './axe.js';
import { counts, openText, square, status, tool, waitUntilReady } from './harness.js';
import { pageTest, server } from './page-test.js';

/** Presses a key until the wanted element has the focus. @param {import('playwright-core').Page} page @param {string} key @param {string} selector */
async function pressUntil(page, key, selector) {
  for (let at = 0; at < 60; at++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not reach ${selector}`);
}

/** The names of the squares where a move is legal, as a screen reader hears them. @param {import('playwright-core').Page} page */
async function legalNames(page) {
  const labels = await page.locator('othello-board .square').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  return labels.filter((label) => label.endsWith(', empty, legal')).map((label) => label.split(',')[0]);
}

/** Goes to a square with the arrow keys. @param {import('playwright-core').Page} page @param {string} name */
async function walkTo(page, name) {
  const here = (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '';
  const [dx, dy] = [name.charCodeAt(0) - here.charCodeAt(0), Number(name.slice(1)) - Number(here.split(',')[0].slice(1))];
  for (let at = 0; at < Math.abs(dx); at++) await page.keyboard.press(dx > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let at = 0; at < Math.abs(dy); at++) await page.keyboard.press(dy > 0 ? 'ArrowDown' : 'ArrowUp');
}

pageTest('a whole game with the keyboard alone', async (page) => {
  await pressUntil(page, 'Tab', '#mode-two');
  await page.keyboard.press('Enter');
  await pressUntil(page, 'Shift+Tab', 'othello-board .square');
  for (let ply = 0; ply < 70; ply++) {
    const legal = await legalNames(page);
    if (!legal.length) break;
    if (ply < 6) await walkTo(page, legal[0]);
    else await page.keyboard.type(legal[0]);
    await page.keyboard.press('Enter');
  }
  assert.match((await status(page).textContent()) ?? '', /wins|Draw/);
  const [black, white] = await counts(page);
  assert.ok(black + white > 20);
  await page.keyboard.press('Control+z');
  assert.match((await status(page).textContent()) ?? '', /to move/);
});

pageTest('focus goes back to the button that opened a sheet', async (page) => {
  for (const sheet of ['new', 'open', 'share', 'settings']) {
    await page.focus(`#tool-${sheet}`);
    await page.keyboard.press('Enter');
    await page.locator('.sheet:visible').waitFor();
    await page.keyboard.press('Escape');
    // A hidden element loses the focus with the next picture.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.equal(await page.evaluate(() => document.activeElement?.id), `tool-${sheet}`);
  }
});

pageTest('a screen reader hears squares, moves and passes', async (page) => {
  assert.equal(await page.getByRole('grid', { name: 'Board' }).count(), 1);
  assert.equal(await page.getByRole('row').count(), 8);
  assert.equal(await page.getByRole('button', { name: 'f5, empty, legal', exact: true }).count(), 1);
  assert.equal(await page.getByRole('button', { name: 'a1, empty', exact: true }).count(), 1);
  await page.click('#mode-two');
  await square(page, 'f5').click();
  assert.equal(await page.getByRole('button', { name: 'f5, Black, last move' }).count(), 1);
  const live = page.locator('#live[aria-live=polite]');
  assert.match((await live.textContent()) ?? '', /^Black f5, 1 turned/);
});

pageTest('a game that is opened is not called a new one', async (page) => {
  await page.goto('about:blank');
  await page.goto(`${server.url}#v=2&moves=f5d6c3`);
  await page.waitForFunction(() => document.getElementById('live')?.textContent?.startsWith('A game of 3 moves is on the board. White to move'));
  await page.click('#tool-new');
  await page.click('#new-start');
  assert.match((await page.locator('#live').textContent()) ?? '', /^New game\. Black to move/);
});

pageTest('a link to a board that there is not says why', async (page) => {
  await page.goto('about:blank');
  await page.goto(`${server.url}#v=2&size=7`);
  await page.locator('#notice', { hasText: 'size 7' }).waitFor();
});

pageTest('a pass is told', async (page) => {
  // After Black c1 White has no move, and Black has another at c3.
  await openText(page, `XO------${'-'.repeat(8)}XO------${'-'.repeat(40)} X`);
  await square(page, 'c1').click();
  assert.match((await page.locator('#live').textContent()) ?? '', /Black c1, 1 turned\. White passes/);
  assert.equal(await status(page).textContent(), 'White passes. Black to move');
  assert.equal(await page.getByRole('button', { name: '2. White passes', exact: true }).count(), 1);
  assert.equal(await page.locator('#flash').textContent(), 'White passes');
  assert.equal(await page.locator('#flash').evaluate((flash) => flash.getAnimations().length), 1, 'for a moment, over the board');
});

for (const width of [320, 390]) {
  pageTest(`a screen ${width} pixels wide, with a finger`, async (page) => {
    const wide = await page.evaluate(() => document.scrollingElement?.scrollWidth);
    assert.ok((wide ?? 999) <= width, `${wide} pixels wide`);
    const box = await page.locator('othello-board').boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.width > width * 0.8, JSON.stringify(box));
    await square(page, 'f5').tap();
    assert.equal((await counts(page))[0] >= 3, true);
    await page.locator('#tool-new').tap();
    const sheet = await page.locator('new-game .sheet').boundingBox();
    assert.ok(sheet && sheet.x >= 0 && sheet.x + sheet.width <= width);
    await page.selectOption('#new-size', '26');
    await page.locator('#new-start').tap();
    const cell = await square(page, 'a1').boundingBox();
    assert.ok(cell && cell.width >= 24, 'large boards scroll instead of shrinking');
    const wideNow = await page.evaluate(() => document.scrollingElement?.scrollWidth);
    assert.ok((wideNow ?? 999) <= width, 'the page itself does not');
    const middle = await square(page, 'n14').boundingBox();
    assert.ok(middle && middle.x >= 0 && middle.x + middle.width <= width, `the first discs are in sight: ${JSON.stringify(middle)}`);
  }, { viewport: { width, height: 640 }, hasTouch: true, isMobile: true });
}

pageTest('a long list of moves stays in its panel on a phone', async (page) => {
  await openText(page, 'f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1');
  const [list, panel] = await page.evaluate(() => ['move-list ol', '#panel-moves'].map((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON()));
  assert.ok(list.height > 100 && list.bottom <= panel.bottom, JSON.stringify({ list, panel }));
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

pageTest('a phone on its side shows the whole board and every button', async (page) => {
  const boxes = await page.locator('othello-board, tool-bar button:not(#tool-more), #black, #white').evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));
  assert.equal(boxes.length, 12);
  for (const { left, top, right, bottom } of boxes) {
    assert.ok(left >= 0 && top >= 0 && right <= 844 && bottom <= 390, JSON.stringify({ left, top, right, bottom }));
  }
  assert.ok(boxes[0].height > 390 * 0.72, `the board is only ${boxes[0].height} pixels high`);
}, { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  pageTest(`axe finds nothing, ${colorScheme}`, async (page) => {
    await assertNoViolations(page, 'start');
    for (const sheet of ['new', 'open', 'share', 'settings']) {
      await tool(page, sheet);
      await assertNoViolations(page, sheet);
    }
    await page.check('#set-contrast');
    await assertNoViolations(page, 'high contrast');
    await page.uncheck('#set-contrast');
    await page.click('#tool-new');
    await page.check('#who-black-classic');
    await assertNoViolations(page, 'classics');
    await page.click('#new-setup');
    await assertNoViolations(page, 'setup');
    await openText(page, 'f5d6c3d3c4f4');
    await page.click('#tool-hint');
    await page.locator('.hint.best').waitFor();
    await assertNoViolations(page, 'hint');
    await openText(page, '(;GM[2]SZ[4];B[c4];W[d4];B[a2];W[b4];B[d3];W[b1];B[a1];W[d1];B[d2];W[c1];B[a3];W[a4])');
    await page.click('#review-start');
    await page.locator('.worst').first().waitFor();
    await page.locator('review-panel progress').waitFor({ state: 'detached' });
    await page.locator('.worst').first().click();
    await assertNoViolations(page, 'review');
    await page.click('#find-better');
    await assertNoViolations(page, 'find better');
    await page.click('#engine-on').catch(() => {});
    await openText(page, 'f5d6c3\n'.repeat(60));
    await page.locator('#open-kept:not([hidden]) li').first().waitFor();
    await assertNoViolations(page, 'games of a file, and games that were left');
    await page.fill('#open-text', 'f5f5');
    await page.click('#open-read');
    await page.locator('#open-error:not(:empty)').waitFor();
    await assertNoViolations(page, 'what cannot be read');
  }, { colorScheme });
}

pageTest('light, dark, and as the person says', async (page) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await background();
  assert.notEqual(light, dark);
  await tool(page, 'settings');
  await page.check('#theme-light');
  assert.equal(await background(), light);
  await page.reload();
  await waitUntilReady(page);
  assert.equal(await background(), light, 'the choice is kept');
}, { colorScheme: 'light' });

pageTest('high contrast as the system wants it, and as the person says', async (page) => {
  const contrast = () => page.evaluate(() => document.documentElement.dataset.contrast ?? 'usual');
  assert.equal(await contrast(), 'high');
  await tool(page, 'settings');
  assert.ok(await page.isChecked('#set-contrast'));
  await page.uncheck('#set-contrast');
  assert.equal(await contrast(), 'usual');
  await page.reload();
  await waitUntilReady(page);
  assert.equal(await contrast(), 'usual', 'the choice is kept');
}, { contrast: 'more' });

pageTest('the discs are told apart in the few colours of the system', async (page) => {
  const [black, white, board] = await page.evaluate(() => ['.disc[data-color=black]', '.disc[data-color=white]', '.field'].map((selector) => {
    const { backgroundColor, backgroundImage, borderColor } = getComputedStyle(/** @type {Element} */ (document.querySelector(`othello-board ${selector}`)));
    return { fill: backgroundImage + backgroundColor, borderColor };
  }));
  assert.notEqual(black.fill, white.fill);
  assert.notEqual(black.borderColor, white.borderColor);
  assert.match(board.fill, /31, 111, 80|23, 87, 63|12, 90, 58/, 'on a board that is green');
  await page.click('#tool-new');
  const [chosen, other] = await page.locator('#who-black-human + label, #who-black-level + label').evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor));
  assert.notEqual(chosen, other, 'what is chosen is seen');
}, { forcedColors: 'active' });

pageTest('Japanese by the browser, English by choice', async (page) => {
  assert.equal(await page.getAttribute('html', 'lang'), 'ja');
  assert.equal(await status(page).textContent(), 'あなた（黒）の番です');
  assert.equal(await page.getByRole('button', { name: 'f5、空き、打てます' }).count(), 1);
  await tool(page, 'settings');
  await page.selectOption('#set-language', 'en');
  assert.equal(await status(page).textContent(), 'Your move, Black');
}, { locale: 'ja-JP' });

/** @param {number[]} rgb */
function luminance(rgb) {
  const [r, g, b] = rgb.map((value) => value / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b colours of CSS */
function contrast(a, b) {
  const [light, dark] = [a, b].map((color) => luminance((color.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).map(Number))).sort((one, two) => two - one);
  return (light + 0.05) / (dark + 0.05);
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  pageTest(`what axe cannot see has contrast too, ${colorScheme}`, async (page) => {
    const { board, halo, rim } = await page.evaluate(() => {
      /** As rgb(…). @param {string} name */
      const colour = (name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      };
      return { board: [colour('--board'), colour('--board-edge')], halo: colour('--halo'), rim: getComputedStyle(/** @type {Element} */ (document.querySelector('.disc[data-color=black]'))).borderTopColor };
    });
    for (const green of board) {
      assert.ok(contrast(halo, green) >= 3, `the ring of a legal move: ${contrast(halo, green)}`);
      if (colorScheme === 'dark') assert.ok(contrast(rim, green) >= 3, `a black disc: ${contrast(rim, green)}`);
    }
  }, { colorScheme });
}

pageTest('with the keyboard: tabs, tools, moves and the game', async (page) => {
  await openText(page, 'f5d6c3d3c4');
  // One tab stop each, arrow keys within.
  for (const row of ['#modes', 'tool-bar']) assert.equal(await page.locator(`${row} [tabindex="0"]:visible`).count(), 1, row);
  assert.equal(await page.locator('move-list [tabindex="0"]').count(), 1, 'the moves are one tab stop');
  await page.focus('#tool-undo');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'tool-redo');
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'tool-settings');
  // Left and right step through the game; who stands in the list of moves stays on the move.
  await page.focus('move-list [aria-current]');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), '3. Black c3');
  assert.equal(await page.locator('#note').textContent(), 'Move 3 of 5');
  await page.focus('#mode-tab-study');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.getAttribute('main', 'data-mode'), 'play');
  assert.equal(await page.locator('#panels').getAttribute('aria-labelledby'), 'mode-tab-play');
  await page.click('#tool-new');
  await page.click('#new-start');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'd3, empty, legal', 'a new game has the focus on the board');
});
