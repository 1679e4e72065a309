// How soon a search in a browser's worker is stopped and the next question is taken, and what it costs
// that searches pause: `npm run bench-stop [ROUNDS]`. In `obverse.html` from a disk, where no memory is shared.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser, openPage } from '../browser/harness.js';
import { SITE } from './site.js';
import { driveWorkers } from './worker.js';

const rounds = Number(process.argv[2] ?? 15);

/** Searches that would not end by themselves for a long time. */
const LONG = {
  'analysis, 8×8': { type: 'analyse', depth: 60, moves: ['f5', 'd6'] },
  'every move, 8×8': { type: 'analyse', depth: 60, moves: ['f5', 'd6'], top: 99 },
  'analysis, 6×6': { type: 'analyse', depth: 32, size: 6 },
  'analysis, 10×10': { type: 'analyse', depth: 60, size: 10 },
  'analysis, 26×26': { type: 'analyse', depth: 60, size: 26 },
  ...Object.fromEntries(['ratio', 'breadth', 'squares', 'anysize', 'killer'].map((who) => [who, { type: 'choose', who: `${who}:depth=60${who === 'killer' ? ',book=off' : ''}`, moves: ['f5'] }])),
  'why, killer': { type: 'why', who: 'killer:depth=60,book=off', moves: ['f5'] },
};

/** Milliseconds from `stop` to the last word. @param {import('playwright-core').Page} page @param {object} question */
const stopped = (page, question) => page.evaluate(async ([asked, times]) => {
  const engine = await /** @type {any} */ (window).openEngine();
  const found = [];
  for (let id = 1; id <= times; id++) {
    const last = engine.last(id);
    engine.tell({ ...asked, id });
    await new Promise((resolve) => setTimeout(resolve, 150 + 100 * Math.random()));
    const begun = performance.now();
    engine.tell({ type: 'stop', id });
    await last;
    found.push(performance.now() - begun);
  }
  engine.end();
  return found;
}, /** @type {const} */ ([question, rounds]));

/** Milliseconds until a search has been given up and the next question has its first answer. @param {import('playwright-core').Page} page @param {'pausing' | 'deaf' | 'new'} kind */
const next = (page, kind) => page.evaluate(async ([way, times]) => {
  const { openEngine } = /** @type {any} */ (window);
  const found = [];
  for (let round = 0; round < times; round++) {
    const engine = await openEngine(way === 'pausing' ? 'pausing' : 'deaf');
    const spare = way === 'deaf' ? await openEngine('deaf') : null;
    const first = engine.last(1);
    engine.tell({ type: 'analyse', id: 1, depth: 8, moves: ['f5'] });
    await first;
    engine.tell({ type: 'analyse', id: 2, depth: 60, moves: ['f5'] });
    await new Promise((resolve) => setTimeout(resolve, 150 + 100 * Math.random()));
    const begun = performance.now();
    if (way === 'pausing') engine.tell({ type: 'stop', id: 2 });
    else engine.end();
    const other = way === 'pausing' ? engine : spare ?? (await openEngine('deaf'));
    const heard = other.hear((/** @type {any} */ { id }) => id === 3);
    other.tell({ type: 'analyse', id: 3, depth: 8, moves: ['f5', 'd6'] });
    await heard;
    found.push(performance.now() - begun);
    other.end();
  }
  return found;
}, /** @type {const} */ ([kind, rounds]));

/** Seconds of the same search, with and without pauses, one after the other. @param {import('playwright-core').Page} page */
const cost = (page) => page.evaluate(async (times) => {
  /** @type {Record<string, number[]>} */
  const found = { pausing: [], deaf: [] };
  for (let round = 0; round < times; round++) {
    for (const kind of round % 2 ? ['pausing', 'deaf'] : ['deaf', 'pausing']) {
      const engine = await /** @type {any} */ (window).openEngine(kind);
      const done = engine.last(1);
      engine.tell({ type: 'analyse', id: 1, depth: 24, moves: ['f5', 'd6', 'c3'] });
      found[kind].push((await done).seconds);
      engine.end();
    }
  }
  return found;
}, rounds);

/** @param {number[]} values @param {number} share */
const at = (values, share) => values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))];
/** @param {string} name @param {number[]} values */
const row = (name, values) => console.log(`${name.padEnd(44)}${[0.5, 0.9, 1].map((share) => at(values, share).toFixed(1).padStart(8)).join('')} ms`);

const browser = await launchBrowser();
try {
  const { page } = await openPage(browser, pathToFileURL(join(SITE, 'obverse.html')).href);
  await driveWorkers(page);
  console.log(`${'from stop to the last word'.padEnd(44)}  median     90 %    most`);
  for (const [name, question] of Object.entries(LONG)) row(name, await stopped(page, question));
  console.log('\ngiven up, and the next question has an answer');
  row('the search pauses: the same worker', await next(page, 'pausing'));
  row('it does not: ended, a spare worker is there', await next(page, 'deaf'));
  row('it does not: ended, another is begun', await next(page, 'new'));
  const { pausing, deaf } = await cost(page);
  console.log(`\nthe same search with pauses ${at(pausing, 0.5).toFixed(2)} s, without ${at(deaf, 0.5).toFixed(2)} s: ${(at(pausing, 0.5) / at(deaf, 0.5)).toFixed(3)}; least ${(at(pausing, 0) / at(deaf, 0)).toFixed(3)}`);
} finally {
  await browser.close();
}
console.log(`load of the machine ${loadavg()[0].toFixed(1)}`);
