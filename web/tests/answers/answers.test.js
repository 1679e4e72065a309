// The same question has the same answer from the command line, the server and the worker beside the
// page, and with and without 128-bit instructions. Each search begins with nothing learnt, has one
// thread, the same hash table, and a depth instead of a time.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Server } from '../browser/harness.js';
import { EngineWorker, glue, moduleOf } from './worker.js';

/** Megabytes; the server of the tests has as many. */
const HASH = 16;
const MODULES = ['obverse-simd', 'obverse'].map((name) => ({ name, module: moduleOf(name) }));

/** @param {string[]} args */
const commandLine = (args) => execFileSync(/** @type {string} */ (process.env.OBVERSE_BIN), args, { encoding: 'utf8' });

/** Asks a server that has been asked nothing yet. @template T @param {(url: string) => Promise<T>} ask @returns {Promise<T>} */
async function withServer(ask) {
  const server = await Server.start('127.0.0.1:0', ['--searches', '1']);
  try {
    return await ask(server.url);
  } finally {
    await server.stop();
  }
}

/** @param {string} url */
const socketOf = (url) => new URL('/api/v1/socket', url.replace('http', 'ws'));

/** The last word of a worker that has been asked nothing yet. @param {WebAssembly.Module} module @param {object} question */
async function byWorker(module, question) {
  const worker = new EngineWorker(module, HASH);
  try {
    return await worker.ask(question);
  } finally {
    await worker.end();
  }
}

/** The last word over the server's socket. @param {object} question @returns {Promise<any>} */
const bySocket = (question) => withServer((url) => new Promise((resolve, reject) => {
  const socket = new WebSocket(socketOf(url));
  socket.onerror = reject;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'hello') socket.send(JSON.stringify(question));
    else if (!['lines', 'thought', 'queued'].includes(message.type)) {
      socket.close();
      resolve(message);
    }
  };
}));

/** @param {any} answer @param {string[]} names of fields, wherever they are */
const without = (answer, names) => JSON.parse(JSON.stringify(answer, (key, value) => (names.includes(key) ? undefined : value)));

/** The last digit of a rating depends on whose logarithm it is: a system's, or that of Rust's library for wasm. @param {any} answer */
const rounded = (answer) => JSON.parse(JSON.stringify(answer, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value)));

/** What does not depend on how fast it was. @param {any} answer */
const timeless = (answer) => without(answer, ['seconds']);

/** A line of an analysis as the command line's hint has it. @param {any} done */
const hints = ({ lines, nodes }) => lines.map((/** @type {any} */ line, /** @type {number} */ at) => ({ rank: at + 1, move: line.pv[0], ...line, nodes }));

const START = '---------------------------OX------XO---------------------------';
/** No opening: no book knows it. */
const MIDDLE = '----OXO-O-OOOOO-O-OOOOO-OXXOOXO-OXXOOX--OXOXOX----X-XX-----XXX-- O';
const ANALYSES = [
  { what: 'the opening', start: `${START} X`, size: 8, depth: 10, top: 1 },
  { what: 'several lines of a middle game', start: MIDDLE, size: 8, depth: 9, top: 3 },
  { what: 'an endgame to its end', start: 'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXXXXOOOOX-O--O--X-------- X', size: 8, depth: 60, top: 1 },
  { what: '6×6', start: '--------------OX----XO-------------- X', size: 6, depth: 10, top: 2 },
  { what: '10×10', start: `${'-'.repeat(44)}OX${'-'.repeat(8)}XO${'-'.repeat(44)} X`, size: 10, depth: 6, top: 1 },
];

for (const { what, start, size, depth, top } of ANALYSES) {
  test(`the same analysis: ${what}`, async () => {
    const args = ['hint', start, '--size', String(size), '--depth', String(depth), '--top', String(top)];
    const printed = commandLine([...args, '--threads', '1', '--hash', String(HASH), '--json']);
    const expected = timeless(printed.trim().split('\n').map((line) => JSON.parse(line)));
    assert.equal(expected.length, top);

    const rest = await withServer(async (url) => {
      const body = JSON.stringify({ position: start, size, depth, top });
      return (await fetch(new URL('/api/v1/hint', url), { method: 'POST', body })).json();
    });
    assert.deepEqual(timeless(rest), expected, 'REST');
    const question = { type: 'analyse', id: 1, start, depth, top };
    assert.deepEqual(hints(timeless(await bySocket(question))), expected, 'socket');
    for (const { name, module } of MODULES) {
      assert.deepEqual(hints(timeless(await byWorker(module, question))), expected, name);
    }
  });
}

for (const who of ['engine:depth=8', 'ratio:depth=4,seed=7', 'breadth:depth=3', 'squares', 'anysize:depth=4', 'killer:depth=5,book=off', 'random:seed=3']) {
  test(`the same move of ${who}`, async () => {
    const question = { type: 'choose', id: 1, who, start: MIDDLE };
    const expected = timeless(await bySocket(question));
    assert.equal(expected.type, 'chosen');
    for (const { name, module } of MODULES) {
      assert.deepEqual(timeless(await byWorker(module, question)), expected, name);
    }
  });
}

for (const who of ['ratio:depth=2,seed=7', 'breadth:depth=2', 'squares:depth=2', 'anysize:depth=2', 'killer:depth=2,book=off']) {
  test(`${who} says the same of its moves`, async () => {
    const question = { type: 'why', id: 1, who, start: MIDDLE };
    const expected = timeless(await bySocket(question));
    assert.equal(expected.type, 'explained', expected.message);
    for (const { name, module } of MODULES) {
      assert.deepEqual(timeless(await byWorker(module, question)), expected, name);
    }
    const printed = commandLine(['why', MIDDLE, '--player', who, '--json']).trim().split('\n');
    // The command line has other memory for the tree of breadth.
    assert.deepEqual(printed.map((line) => without(JSON.parse(line), ['seconds', 'tree'])), expected.moves);
  });
}

/** What needs no search, and says the same of the same. */
const AT_ONCE = [
  { type: 'review', moves: ['f5', 'd6', 'c3', 'd3', 'c4'], depth: 6, lang: 'en', answers: [] },
  { type: 'review', start: MIDDLE, moves: [], exact: true, lang: 'ja', answers: [] },
  { type: 'openings', find: 'tiger' },
  { type: 'balanced', number: 812 },
  { type: 'balanced', number: 0 },
  { type: 'puzzle', date: '2026-11-18', now: 1_795_000_000 },
  { type: 'drill', moves: ['f5', 'd6', 'c3'], find: 'tiger' },
  // Turned, and off the named lines.
  { type: 'drill', moves: ['d3', 'c5'], line: ['f5', 'd6', 'c3'] },
  { type: 'drill', start: MIDDLE, moves: [] },
  { type: 'dance' },
];

for (const asked of AT_ONCE) {
  test(`the same answer at once: ${JSON.stringify(asked)}`, async () => {
    const question = { ...asked, id: 5 };
    // The reply in a drill is one of those expected, by chance.
    const expected = without(await bySocket(question), ['reply']);
    assert.equal(expected.id, 5);
    for (const { name, module } of MODULES) assert.deepEqual(without(await byWorker(module, question), ['reply']), expected, name);
  });
}

test('the same of when a line of a drill comes back', async () => {
  const now = 1_795_000_000;
  const question = { type: 'repeat', id: 1, solved: false, now };
  const { type, card } = await bySocket(question);
  assert.equal(type, 'repeated');
  assert.ok(card.due >= now, JSON.stringify(card));
  for (const each of [question, { ...question, solved: true }, ...[true, false].map((solved) => ({ ...question, solved, card, now: now + 86_400 }))]) {
    const expected = rounded(await bySocket(each));
    for (const { name, module } of MODULES) assert.deepEqual(rounded(await byWorker(module, each)), expected, `${name}: ${JSON.stringify(each)}`);
  }
});

test('the same of an attempt at a puzzle', async () => {
  const now = 1_795_000_000;
  const { puzzle, solution } = await bySocket({ type: 'puzzle', id: 1, date: '2026-11-18', now });
  assert.ok(puzzle.id, JSON.stringify({ puzzle, solution }));
  const question = { type: 'attempt', id: 2, puzzle: puzzle.id, now };
  const expected = rounded(await bySocket(question));
  assert.equal(expected.type, 'attempted', expected.message);
  for (const { name, module } of MODULES) assert.deepEqual(rounded(await byWorker(module, question)), expected, name);
});

test('the same review, asked and answered to its end, and the same count of its mistakes', async () => {
  const moves = ['f5', 'd6', 'c3', 'd3', 'c4', 'f4', 'f6'];
  /** What a review says at its end, and what is counted of it twice. @param {(question: object) => Promise<any>} ask */
  const review = async (ask) => {
    /** @type {object[]} */
    const answers = [];
    for (;;) {
      const reviewed = await ask({ type: 'review', id: 1, moves, depth: 4, lang: 'en', answers });
      assert.equal(reviewed.type, 'reviewed', reviewed.message);
      if (!reviewed.next.length) {
        const game = { type: 'tally', id: 3, moves, answers, side: 'white', lang: 'ja', date: '2026-11-18' };
        const once = await ask(game);
        return { reviewed, once, twice: await ask({ ...game, counted: once.counted }) };
      }
      for (const { ask: budget, ...point } of reviewed.next) answers.push({ ...point, line: (await ask({ type: 'analyse', id: 2, ...budget })).lines[0] });
    }
  };
  const expected = timeless(await review(bySocket));
  assert.equal(expected.reviewed.moves.length, 7);
  assert.deepEqual([expected.once.type, expected.once.games, expected.twice.games], ['tallied', 1, 2], expected.once.message);
  for (const { name, module } of MODULES) assert.deepEqual(timeless(await review((question) => byWorker(module, question))), expected, name);
});

test('without a server there is neither library nor room', async () => {
  for (const question of [{ type: 'search', id: 6 }, { type: 'join', id: 6, room: 'x' }, { type: 'resign', id: 6 }]) {
    const refusal = await byWorker(MODULES[0].module, question);
    assert.deepEqual([refusal.type, refusal.id], ['error', 6], JSON.stringify(refusal));
  }
});

test('the same records', async () => {
  const moves = ['f5', 'd6', 'c3'];
  for (const format of ['ggf', 'sgf', 'obf', 'transcript', 'wthor', 'svg']) {
    const question = { type: 'write', id: 1, format, game: { moves, black: 'Ann', white: 'Ben' } };
    const expected = await bySocket(question);
    for (const { name, module } of MODULES) assert.deepEqual(await byWorker(module, question), expected, `${name}: ${format}`);
  }
  const written = await byWorker(MODULES[0].module, { type: 'write', id: 1, format: 'obf', game: { moves } });
  assert.equal(written.text, commandLine(['convert', moves.join(''), '-', '--to', 'obf']));
  const question = { type: 'read', id: 1, text: 'f5d6f5' };
  assert.deepEqual(await byWorker(MODULES[0].module, question), await bySocket(question));
});

test('who plays where is the same', async () => {
  const worker = new EngineWorker(MODULES[0].module, HASH);
  const hello = await worker.hello;
  await worker.end();
  const { players, levels, protocol } = await withServer((url) => new Promise((resolve) => {
    const socket = new WebSocket(socketOf(url));
    socket.onmessage = ({ data }) => {
      socket.close();
      resolve(JSON.parse(data));
    };
  }));
  assert.deepEqual({ players: hello.players, levels: hello.levels, protocol: hello.protocol }, { players, levels, protocol });
});

test('the modules search the recorded trees', () => {
  const recorded = readFileSync(new URL('../../../crates/engine/signature.txt', import.meta.url), 'utf8');
  for (const [tier, { module }] of ['simd128', 'portable'].map((tier, at) => /** @type {const} */ ([tier, MODULES[at]]))) {
    const bindings = new Function(`${glue()}; return wasm_bindgen;`)();
    bindings.initSync({ module });
    const found = JSON.parse(bindings.signature());
    assert.equal(found.tier, tier);
    assert.equal(`signature ${found.signature}\nother_boards ${found.other_boards}\n`, recorded);
  }
});
