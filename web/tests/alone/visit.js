// A visit of the page without a server, in any browser that can be driven: what is tried of each mode is
// little, and in Chromium other tests try the rest.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plainHost } from './host.js';
import { SITE } from './site.js';

/** @typedef {import('./webdriver.js').Driven} Driven */

/** A whole game on 4×4, where every score is exact at once. */
const SMALL_GAME = '(;GM[2]SZ[4];B[c4];W[d4];B[a2];W[b4];B[d3];W[b1];B[a1];W[d1];B[d2];W[c1];B[a3];W[a4])';

/** @param {Driven} browser */
const untilReady = (browser) => browser.until(() => document.querySelector('main[data-ready]') !== null);

/** In a game that goes on. @param {Driven} browser */
const untilEngineIsThere = (browser) => browser.until(() => document.querySelector('#tool-hint')?.getAttribute('aria-disabled') === 'false');

/** @param {Driven} browser @param {number} plies */
const untilPlayed = (browser, plies) => browser.until((least) => document.querySelectorAll('move-list [data-ply]').length >= least, plies);

/** @param {Driven} browser @param {string} name */
const clickSquare = (browser, name) => browser.click(`othello-board button[aria-label^="${name},"]`);

/** Writes into a field as a person does, whose browser then tells the page. @param {Driven} browser @param {string} selector @param {string} text */
const fill = (browser, selector, text) => browser.run((where, value) => {
  const field = /** @type {HTMLInputElement} */ (document.querySelector(where));
  field.value = value;
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
}, selector, text);

/** A tool under the board; on a small screen it may be behind “More”. @param {Driven} browser @param {string} name */
async function tool(browser, name) {
  const isSeen = await browser.run((id) => document.getElementById(id)?.checkVisibility() ?? false, `tool-${name}`);
  if (!isSeen) await browser.click('#tool-more');
  await browser.click(`#tool-${name}`);
}

/** @param {Driven} browser @param {string} text */
async function openText(browser, text) {
  await tool(browser, 'open');
  await fill(browser, '#open-text', text);
  await browser.click('#open-read');
  await browser.until(() => /** @type {HTMLElement | null} */ (document.querySelector('open-sheet'))?.hidden === true);
}

/** Begins a game against a computer. @param {Driven} browser @param {() => Promise<void>} choose */
async function playAgainst(browser, choose) {
  await browser.click('#tool-new');
  await choose();
  await browser.click('#new-start');
  await clickSquare(browser, 'f5');
  await untilPlayed(browser, 2);
}

/** Plays on until so many moves have been made or the game is over. @param {Driven} browser @param {number} [plies] */
const playOn = (browser, plies = 999) => browser.run(async (most) => {
  const isOver = () => /wins|Draw/.test(document.getElementById('status')?.textContent ?? '');
  while (!isOver() && document.querySelectorAll('move-list [data-ply]').length < most) {
    /** @type {HTMLElement | null} */ (document.querySelector('othello-board .square[aria-disabled="false"]'))?.click();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}, plies);

/** A hint is given up for another move, three times: each time the next position has its own. @param {Driven} browser */
async function giveUpHints(browser) {
  const start = 'f5d6c3d3c4f4f6';
  await openText(browser, start);
  for (const [number, move] of ['b4', 'f3', 'e6'].entries()) {
    const isOn = await browser.run(() => document.querySelector('#tool-hint')?.getAttribute('aria-pressed') === 'true');
    // The row of tools may move while lines appear, and WebKit's driver then clicks beside the button.
    if (!isOn) await browser.run(() => document.getElementById('tool-hint')?.click());
    await browser.until(() => document.querySelectorAll('.hint').length > 1);
    await clickSquare(browser, move);
    await untilPlayed(browser, start.length / 2 + number + 1);
  }
}

/** @param {Driven} browser */
async function review(browser) {
  await openText(browser, SMALL_GAME);
  await browser.click('#review-start');
  await browser.until(() => document.querySelector('review-panel') !== null && !document.querySelector('review-panel progress') && !document.querySelector('#review-start'));
  await browser.click('move-list [data-ply="1"]');
  // Perfect play on 4×4: White wins 11–3 with two squares empty, 13–3 with them.
  await browser.until(() => /= \+10/.test(document.querySelector('eval-bar')?.getAttribute('aria-label') ?? ''));
}

/** @param {Driven} browser */
async function solvePuzzle(browser) {
  await browser.click('#mode-tab-puzzles');
  await browser.click('othello-board .square[aria-disabled="false"]');
  await browser.until(() => /nothing is better|as good|close|no\./.test(document.querySelector('#puzzle-hint')?.textContent ?? ''));
  await browser.until(() => /Your rating: \d+/.test(document.querySelector('.rating')?.textContent ?? ''));
  await browser.click('#mode-tab-play');
}

/** @param {Driven} browser */
async function aboutEngine(browser) {
  await tool(browser, 'settings');
  const about = await browser.run(() => document.querySelector('#about')?.textContent ?? '');
  assert.match(about, /in this browser/);
  await tool(browser, 'settings');
}

/** Everything, with the page from one place. @param {Driven} browser @param {'file' | 'host'} from @param {(what: string) => void} [tell] */
export async function visit(browser, from, tell = () => {}) {
  const host = await plainHost(SITE);
  try {
    await browser.goto(from === 'file' ? pathToFileURL(join(SITE, 'obverse.html')).href : host.url);
    await untilReady(browser);
    tell('page answers');
    await untilEngineIsThere(browser);
    tell('engine is there');
    if (from === 'host') {
      await browser.run(async () => { await navigator.serviceWorker.ready; });
      tell('kept for when there is no network');
    }
    // From here on there is no network to the page.
    host.close();
    await playAgainst(browser, () => fill(browser, '#level-white', '1'));
    await playOn(browser);
    tell('a level played to the end');
    await playAgainst(browser, async () => {
      await browser.click('#who-white-classic');
      await browser.click('#squares-white');
    });
    await playOn(browser, 8);
    tell('a classic');
    const plies = await browser.run(() => document.querySelectorAll('move-list [data-ply]').length);
    await browser.reload();
    await untilReady(browser);
    await untilEngineIsThere(browser);
    assert.equal(await browser.run(() => document.querySelectorAll('move-list [data-ply]').length), plies, 'the game is there after a reload');
    tell('reloaded');
    await giveUpHints(browser);
    tell('hints');
    await review(browser);
    tell('review');
    await solvePuzzle(browser);
    tell('puzzle');
    await aboutEngine(browser);
    assert.deepEqual(browser.errors(), []);
  } finally {
    host.close();
  }
}
