import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { linkTo, readLink } from '../../js/link.js';
import { loadOpenings, openingName } from '../../js/openings.js';
import { readGgf, writeGgf } from '../../js/records/ggf.js';
import { readText } from '../../js/records/read.js';
import { readSgf, writeSgf } from '../../js/records/sgf.js';
import { readTranscript, writeTranscript } from '../../js/records/transcript.js';
import { readNames, readWthor } from '../../js/records/wthor.js';
import { Game } from '../../js/rules/game.js';
import { Position } from '../../js/rules/position.js';

const WITH_PASSES = vectorsWithPasses();

function vectorsWithPasses() {
  const { games } = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'));
  return games.filter((/** @type {any} */ game) => game.size === 8 && game.moves.includes('pass'));
}

/** @param {string} text */
const end = (text) => readText(text)[0].game.position.toString();

test('transcripts in many spellings', () => {
  const wanted = readTranscript('f5d6c3').position.toString();
  assert.equal(wanted, '------------------X--------XX------OXX-----O-------------------- O');
  for (const text of ['F5D6C3', 'f5 d6 c3', '1. F5 d6 2. c3', '1.f5 2.d6 3.c3', ' 1 f5 2 d6 3 c3\n', 'f5\nd6\nc3']) assert.equal(end(text), wanted, text);
});

test('a transcript of another board finds its board', () => {
  const { games } = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'));
  for (const { size, moves, end: wanted } of games) {
    const text = writeTranscript(readTranscript(moves, Game.start(size)));
    assert.equal(end(text), wanted, `${size}×${size}`);
  }
});

test('passes written or left out', () => {
  assert.ok(WITH_PASSES.length > 0);
  for (const { moves, end: wanted } of WITH_PASSES) {
    assert.equal(end(moves), wanted);
    assert.equal(end(moves.replaceAll('pass', 'PA')), wanted);
    assert.equal(end(moves.replaceAll('pass ', '')), wanted);
  }
  assert.throws(() => readText('f5 pass c3'), { key: 'read.illegal' });
  assert.throws(() => readText(WITH_PASSES[0].moves.replace('pass', 'pass pass')), { key: 'read.illegal' });
});

test('GGF and SGF come back as they went', () => {
  for (const { moves } of WITH_PASSES) {
    const game = readTranscript(moves);
    const record = { game, black: 'A [1]', white: 'B' };
    const [ggf] = readGgf(writeGgf(record));
    const [sgf] = readSgf(writeSgf(record));
    assert.deepEqual([ggf.game.moves, ggf.black, ggf.white], [game.moves, 'A  1', 'B']);
    assert.deepEqual([sgf.game.moves, sgf.black, sgf.white], [game.moves, 'A  1', 'B']);
  }
  const setup = Game.from(/** @type {Position} */ (Position.parse(`${'-'.repeat(10)}XO${'-'.repeat(24)} X`)));
  assert.equal(readSgf(writeSgf({ game: setup }))[0].game.position.toString(), setup.position.toString());
  assert.equal(readGgf(writeGgf({ game: setup }))[0].game.position.toString(), setup.position.toString());
});

test('a game lost on time keeps its result', () => {
  const game = readTranscript('f5d6c3');
  for (const [flagged, ggf, sgf] of /** @type {const} */ ([['black', '-64.00:t', 'W+T'], ['white', '+64.00:t', 'B+T'], [null, '?', null]])) {
    const texts = [writeGgf({ game, flagged }), writeSgf({ game, flagged })];
    assert.deepEqual(texts.map((text) => /RE\[(.*?)\]/.exec(text)?.[1] ?? null), [ggf, sgf]);
    assert.deepEqual(texts.map((text) => readText(text)[0].flagged), [flagged, flagged]);
  }
  const board = '-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *';
  for (const [result, flagged] of [['+6.00:t', 'white'], ['-6:t', 'black'], ['0.00:t', null], ['+6.00:r', null], ['+6.00', null]]) {
    assert.equal(readText(`(;GM[Othello]TY[8]RE[${result}]BO[8 ${board}]B[F5];)`)[0].flagged, flagged, String(result));
  }
  assert.equal(readText('(;GM[2]RE[W+Time];B[f5])')[0].flagged, 'black');
  const ended = readTranscript(WITH_PASSES[0].moves);
  assert.match(writeGgf({ game: ended, flagged: 'black' }), /RE\[[+-]\d+\.00\]/, 'what was played to the end was not lost on time');
});

test('GGF and SGF of other programs', () => {
  const board = '-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *';
  const loose = `(;GM[othello]PC[GGS/os]PB[saio1200]PW[Saio3000]BO[8 ${board}]B[F5/1.2/3.4]W[f6//2.1];)`;
  const [record] = readText(loose);
  assert.deepEqual([writeTranscript(record.game), record.black], ['f5f6', 'saio1200']);
  assert.equal(writeTranscript(readText(`1 ${loose}`)[0].game), 'f5f6', 'as archives number it');
  assert.equal(writeTranscript(readText('(;GM[2]FF[4]SZ[8];B[fe];W[df];B[cc])')[0].game), 'f5d6c3');
  const remarks = '(;GM[2]SZ[8]PC[Paris (France)];B[f5]C[good :) \\] or not];W[d6](;B[c3])(;B[c4]))';
  assert.equal(writeTranscript(readText(remarks)[0].game), 'f5d6c3', 'brackets in a remark are text');
  assert.deepEqual(readText('(;GM[2];B[f5])\n(;GM[2]SZ[6];B[e4])').map(({ game }) => writeTranscript(game)), ['f5', 'e4']);
});

test('boards: OBF, ten-line files, several at once', () => {
  const start = Position.start(8).toString();
  assert.equal(end(`${start}; F5:+0;`), start);
  assert.equal(end(start.replaceAll('X', '*').replaceAll('-', '.')), start);
  const tenLines = ['0 0 0 0 0 0 0 0', '0 0 0 0 0 0 0 0', '0 0 0 0 0 0 0 0', '0 0 0 W B 0 0 0', '0 0 0 B W 0 0 0', '0 0 0 0 0 0 0 0', '0 0 0 0 0 0 0 0', '0 0 0 0 0 0 0 0', 'B', '5'];
  assert.equal(end(tenLines.join('\n')), start);
  assert.equal(readText(`% problems\n${start}; F5:+0;\n\n${start}\n`).length, 2);
});

test('what is no game says why', () => {
  const bad = /** @type {[string, string][]} */ ([
    ['', 'read.empty'], ['hello there', 'read.square'], ['f5a1', 'read.illegal'], ['f5i9', 'read.square'],
    ['--------------- X', 'read.board'], ['(;GM[1]SZ[19])', 'read.sgfGame'],
    ['(;GM[2]SZ[7])', 'read.size'], ['(;GM[2]SZ[99999])', 'read.size'], ['(hello)', 'read.square'], ['(;GM[Othello]BO[8 ---];)', 'read.ggfBoard'], ['(;GM[Othello]', 'read.ggf'],
  ]);
  for (const [text, key] of bad) assert.throws(() => readText(text), { key }, text);
});

test('links carry games of every kind', () => {
  const games = [
    readTranscript('f5d6c3d3c4'), readTranscript('f5d6c3d3c4').goTo(2), readTranscript('b3b2', Game.start(6)),
    Game.from(/** @type {Position} */ (Position.parse(`${'-'.repeat(5)}XO${'-'.repeat(9)} O`))), Game.start(26),
  ];
  for (const game of games) {
    const read = readLink(new URL(linkTo(game, 'http://localhost/')).hash);
    assert.deepEqual([read?.position.toString(), read?.moves, read?.ply], [game.position.toString(), game.moves, game.ply]);
    assert.equal(readText(linkTo(game, 'http://localhost/'))[0].game.position.toString(), game.position.toString(), 'pasted');
  }
  assert.equal(readLink(''), null);
  for (const [ply, found] of [['1.5', 1], ['-3', 0], ['99', 2], ['x', 0]]) {
    assert.equal(readLink(`#moves=f5d6&ply=${ply}`)?.position.toString(), readTranscript('f5d6').goTo(Number(found)).position.toString(), `ply ${ply}`);
  }
  assert.throws(() => readLink('#moves=zz'), { key: 'read.square' });
  assert.throws(() => readLink('#size=7&moves='), { key: 'read.link' });
});

test('opening names, mirrored and transposed', () => {
  loadOpenings(readFileSync(new URL('../../openings.tsv', import.meta.url), 'utf8'));
  assert.equal(openingName(readTranscript('f5d6c3d3c4')), 'Tiger');
  assert.equal(openingName(readTranscript('e6f4c3c4d3')), 'Tiger', 'mirrored');
  assert.equal(openingName(readTranscript('c4e3f6e6f5')), 'Tiger', 'turned');
  assert.equal(openingName(readTranscript('f5d6c3d3c4f4e3').goTo(5)), 'Tiger', 'up to the cursor');
  assert.equal(openingName(Game.start(8)), '');
});

test('WTHOR files', { skip: !existsSync(new URL('../../../../shared/data/wthor/', import.meta.url)) && 'the files are not here' }, () => {
  const folder = new URL('../../../../shared/data/wthor/', import.meta.url);
  /** @param {string} name */
  const bytes = (name) => new Uint8Array(readFileSync(new URL(name, folder)));
  const entries = readWthor(bytes('WTH_2001.wtb'));
  const players = readNames(bytes('WTH.JOU'), 20);
  assert.ok(entries.length > 100 && players.length > 1000);
  let finished = 0;
  for (const entry of entries) {
    const { position } = entry.game();
    if (!position.isOver()) continue;
    finished++;
    assert.equal(position.finalCount('black'), entry.blackDiscs);
  }
  assert.ok(finished > entries.length * 0.9);
  assert.throws(() => readWthor(new Uint8Array(50)), { key: 'read.wthor' });
});
