// A worker's search hears that it is to stop, in the page from a disk.

import assert from 'node:assert/strict';
import { aloneTest } from './alone.js';
import { driveWorkers } from './worker.js';

/** Searches that would not end for minutes. */
const LONG = [
  { type: 'analyse', depth: 60, moves: ['f5', 'd6'] }, { type: 'analyse', depth: 60, moves: ['f5', 'd6'], top: 99 },
  { type: 'analyse', depth: 60, size: 26 }, { type: 'choose', who: 'breadth:depth=60', moves: ['f5'] },
  { type: 'choose', who: 'killer:depth=60,book=off', moves: ['f5'] }, { type: 'why', who: 'squares:depth=60', moves: ['f5'] },
];

aloneTest('file', 'searches are stopped, the next question is answered, and what was learnt is kept', async (page) => {
  await driveWorkers(page);
  const words = await page.evaluate(async (questions) => {
    const engine = await /** @type {any} */ (window).openEngine();
    const said = [];
    for (const [number, question] of questions.entries()) {
      const id = number + 1;
      const [first, last] = [engine.hear((/** @type {any} */ message) => message.id === id), engine.last(id)];
      engine.tell({ ...question, id });
      // Some say nothing until the end.
      await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 300))]);
      engine.tell({ type: 'stop', id });
      said.push((await last).type);
    }
    engine.end();
    return said;
  }, LONG);
  assert.deepEqual(words, ['done', 'done', 'done', 'chosen', 'chosen', 'explained']);

  const { cold, warm } = await page.evaluate(async () => {
    const engine = await /** @type {any} */ (window).openEngine();
    const question = { type: 'analyse', depth: 12, moves: ['f5', 'd6', 'c3'] };
    const ask = async (/** @type {any} */ other, /** @type {number} */ id) => {
      const last = other.last(id);
      other.tell({ ...question, id });
      return (await last).nodes;
    };
    const before = await ask(engine, 1);
    engine.tell({ ...question, depth: 60, id: 2 });
    await engine.hear((/** @type {any} */ message) => message.id === 2);
    // One that waits is given up too; the next has its answer.
    engine.tell({ ...question, depth: 60, id: 3 });
    engine.tell({ type: 'stop', id: 3 });
    engine.tell({ type: 'stop', id: 2 });
    const after = await ask(engine, 4);
    const given = engine.last(5);
    engine.tell({ type: 'stop', id: 99 });
    engine.tell({ ...question, depth: 4, id: 5 });
    await given;
    engine.end();
    return { cold: before, warm: after };
  });
  assert.ok(warm < cold / 4, `${warm} positions after ${cold}: the table was kept`);
});

aloneTest('file', 'pauses do not change what a search finds', async (page) => {
  await driveWorkers(page);
  const [pausing, deaf] = await page.evaluate(async () => {
    const answers = [];
    for (const kind of ['pausing', 'deaf']) {
      const engine = await /** @type {any} */ (window).openEngine(kind);
      const last = engine.last(1);
      engine.tell({ type: 'analyse', depth: 16, top: 3, moves: ['f5', 'd6', 'c3'], id: 1 });
      const { lines, nodes } = await last;
      answers.push({ lines, nodes });
      engine.end();
    }
    return answers;
  });
  assert.equal(pausing.lines.length, 3);
  assert.deepEqual(pausing, deaf);
});
