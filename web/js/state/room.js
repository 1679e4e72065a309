// A game between two people in a room of the server (docs/web-protocol.md). The server's word counts: whatever
// it says the room looks like is taken over; a move of one's own is seen at once and sent until it is confirmed.

import { Position, moveName, other, parseMove } from '../rules/position.js';
import { LEFT } from './kept.js';
import { Tree } from './tree.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Color} Color */
/** @typedef {import('./state.js').Move} Move */
/** @typedef {import('./state.js').Notice} Notice */
/** @typedef {import('./state.js').TimeControl} TimeControl */
/** @typedef {import('../engine/study.js').Room} RoomInfo */
/** @typedef {import('../engine/study.js').RoomQuestion} RoomQuestion */

/** What a room is opened with. @typedef {{ name: string, side: Color | 'random', size: number, time: TimeControl }} Invitation */
/** A chair that this browser has had: its secret, and which side it was in which game of the room. @typedef {{ token: string, side: Color, round: number }} Chair */
/** What is to be said to the server; two with the same key are the same. @typedef {{ key: number, question: RoomQuestion }} Ask */

/**
 * @typedef {object} RoomState
 * @property {string} id the secret of the link; empty until the server has opened the room
 * @property {Invitation | null} invitation what the room is to be opened with
 * @property {string | null} token the secret of the chair that this page has
 * @property {Chair | null} chair one that another page of this browser has had
 * @property {'connecting' | 'here' | 'lost' | 'gone'} line
 * @property {RoomInfo | null} info what the room looked like last
 * @property {{ move: Move, ply: number } | null} sent a move of one's own that is not confirmed yet
 * @property {readonly Ask[]} asks
 * @property {number} lastKey
 * @property {Notice | null} problem
 */

/**
 * @typedef {{ type: 'room.invite', invitation: Invitation } | { type: 'room.enter', id: string, token: string | null, chair: Chair | null }
 *   | { type: 'room.line', line: 'connecting' | 'lost' } | { type: 'room.told', info: RoomInfo, key?: number }
 *   | { type: 'room.refused', key: number, notice: Notice | null } | { type: 'room.gone', problem: Notice }
 *   | { type: 'room.ask', question: RoomQuestion } | { type: 'room.leave' }} RoomAction
 */

/** @param {Partial<RoomState>} room @returns {RoomState} */
const begun = (room) => ({ id: '', invitation: null, token: null, chair: null, line: 'connecting', info: null, sent: null, asks: [], lastKey: 0, problem: null, ...room });

/** Whether this page plays a game that goes on: nothing may take its place or help in it. @param {State} state */
export const isPlaying = ({ room }) => room !== null && room.line !== 'gone' && room.info?.phase === 'playing' && room.token !== null;

/** Whether a click on the board is a move in the room. @param {State} state */
export function mayMove({ room, game, tree }) {
  return room?.info?.phase === 'playing' && room.line !== 'gone' && room.sent === null && room.info.you === game.position.side && game.live && tree.ply === tree.path.length - 1;
}

/** What would take the place of a game in a room, or help in it. */
const NOT_WHILE_PLAYING = new Set([
  'new', 'load', 'open', 'reopen', 'inbox.found', 'library.shown', 'tournament.open', 'draft.play', 'study', 'puzzles.open', 'hint', 'engine', 'evaluation', 'why',
  'review', 'quiz', 'resume', 'playLine', 'playFrom', 'room.invite', 'room.enter', 'drill.open', 'mistakes.show', 'puzzles.own',
]);

/** Whether an action has to wait until the game in the room is over. @param {State} state @param {{ type: string, on?: unknown }} action */
export const forbids = (state, { type, on }) => NOT_WHILE_PLAYING.has(type) && isPlaying(state) && !(type === 'study' && on === false);

/** Whoever puts another game on the board leaves the room. @param {State} before @param {State} next @returns {State} */
export function leftBehind(before, next) {
  return next.room !== null && next.room === before.room && next.begun !== before.begun ? { ...next, room: null } : next;
}

/** @param {State} state @param {RoomAction} action @param {number} now @returns {State} */
export function update(state, action, now) {
  const { room } = state;
  if (action.type === 'room.invite') return { ...state, sheet: '', notice: null, room: begun({ invitation: action.invitation }), settings: { ...state.settings, name: action.invitation.name } };
  if (action.type === 'room.enter') return { ...state, sheet: '', notice: null, puzzling: false, room: begun({ id: action.id, token: action.token, chair: action.chair }) };
  if (!room) return state;
  switch (action.type) {
    case 'room.line': return { ...state, room: lineChanged(room, action.line), clocks: stopped(state, now) };
    case 'room.gone': return { ...state, room: { ...room, line: 'gone', asks: [], sent: null, problem: action.problem }, clocks: stopped(state, now) };
    case 'room.told': return told(state, room, action.info, action.key, now);
    case 'room.refused': return refused(state, room, action);
    case 'room.ask': return { ...state, room: asking(room, action.question), ...('name' in action.question && action.question.name && { settings: { ...state.settings, name: action.question.name } }) };
    case 'room.leave': return { ...state, room: null, clocks: null, notice: null, ...(state.game.moves.length > 0 && { studying: true }) };
  }
}

/** @param {RoomState} room @param {RoomQuestion} question @returns {RoomState} */
const asking = (room, question) => ({ ...room, lastKey: room.lastKey + 1, asks: [...room.asks, { key: room.lastKey + 1, question }], problem: null });

/** What was said on a line that is lost may not have been heard: a move is said again, an offer is not. @param {RoomState} room @param {'connecting' | 'lost'} line @returns {RoomState} */
const lineChanged = (room, line) => (room.line === 'gone' ? room : { ...room, line, asks: room.asks.filter(({ question }) => question.type === 'move') });

/** A clock that nobody tells of stands still. @param {State} state @param {number} now @returns {State['clocks']} */
function stopped({ clocks, game }, now) {
  if (!clocks || clocks.since === null) return clocks;
  const { side } = game.positions[game.moves.length];
  return { ...clocks, [side]: Math.max(0, clocks[side] - (now - clocks.since)), since: null };
}

/** A move of one's own is on the board before the server has confirmed it. @param {State} state @param {Move} move @param {number} now @returns {State} */
export function played(state, move, now) {
  const { room, tree, game } = state;
  const next = mayMove(state) ? tree.playOn(move) : null;
  if (!room || !next) return state;
  const ply = tree.ply;
  const grown = next.asGame();
  return {
    ...state, tree: grown, game: grown.game, lit: [], notice: null, clocks: stopped(state, now),
    room: { ...asking(room, { type: 'move', move: moveName(move, game.size), ply }), sent: { move, ply } },
  };
}

/** @param {State} state @param {RoomState} room @param {RoomInfo} info @param {number | undefined} key of what it answers @param {number} now @returns {State} */
function told(state, room, info, key, now) {
  const asks = room.asks.filter((each) => each.key !== key);
  const token = info.you ? info.token ?? room.token : null;
  const isSent = room.sent !== null && info.moves.length <= room.sent.ply && asks.some(({ question }) => question.type === 'move') && info.phase === 'playing';
  /** @type {RoomState} */
  const next = { ...room, id: info.room, token, invitation: null, line: 'here', info, asks, sent: isSent ? room.sent : null, problem: null };
  // A page that had the chair and has lost it to another one can have it back.
  if (!info.you && room.token) next.chair = room.info?.you ? { token: room.token, side: room.info.you, round: room.info.round } : room.chair;
  const own = next.chair && !info.you ? sideNow(next.chair, info.round) : null;
  const isFree = room.info === null && own !== null && info.players[own]?.here === false;
  const settled = isFree && next.chair ? asking(next, { type: 'join', room: info.room, token: next.chair.token }) : next;
  return withGame({ ...state, room: settled }, room, info, now);
}

/** Sides are changed with every game. @param {Chair} chair @param {number} round */
export const sideNow = ({ side, round: then }, round) => ((round - then) % 2 ? other(side) : side);

/** The board as the server knows it. @param {State} state @param {RoomState} before @param {RoomInfo} info @param {number} now @returns {State} */
function withGame(state, before, info, now) {
  const isOther = before.info ? before.info.round !== info.round || before.info.room !== info.room : !isSameGame(state, info);
  const names = { black: info.players.black?.name ?? '', white: info.players.white?.name ?? '' };
  const clocks = info.clock ? { black: info.clock.black * 1000, white: info.clock.white * 1000, since: info.clock.running ? now : null } : null;
  const ended = info.result && info.result.winner && info.result.ending !== 'played' ? { [info.result.ending]: other(info.result.winner) } : {};
  const tree = withMoves(state, isOther ? Tree.from(Position.parse(info.start) ?? Position.start(info.size)) : state.tree, info, isOther);
  return {
    ...state, tree, game: tree.game, names, clocks, seats: { black: 'human', white: 'human' }, record: null,
    time: info.clock ? { kind: 'clock', minutes: Math.ceil(Math.max(info.clock.black, info.clock.white) / 60), increment: info.clock.increment } : { kind: 'none' },
    flagged: ended.time ?? null, resigned: ended.resigned ?? null,
    ...(isOther && {
      begun: now, origin: LEFT, title: '', studying: false, puzzling: false, review: null, quiz: null, lit: [], evaluation: null, hint: false, why: null, engine: false,
      paused: false, balance: false, draft: null, thinking: null, queued: null, turned: false, sheet: /** @type {const} */ (''),
    }),
    ...(before.info?.phase !== info.phase && info.phase === 'playing' && { studying: false, puzzling: false, evaluation: null, hint: false, sheet: /** @type {const} */ ('') }),
  };
}

/** Whether the game on the board is that of the room, as after a reload. @param {State} state @param {RoomInfo} info */
function isSameGame({ tree, begun: since, names }, info) {
  const moves = tree.mainLine().slice(1).map((id) => moveName(/** @type {Move} */ (tree.nodes[id].move), tree.game.size));
  const isPrefix = moves.every((move, at) => at >= info.moves.length || info.moves[at] === move);
  return since > 0 && tree.game.first.toString() === info.start && isPrefix && moves.length > 0 && names.black === (info.players.black?.name ?? '') && names.white === (info.players.white?.name ?? '');
}

/** The moves of the room are the game. Who looks back keeps looking until something new has happened. @param {State} state @param {Tree} tree @param {RoomInfo} info @param {boolean} isOther @returns {Tree} */
function withMoves({ room, studying }, tree, info, isOther) {
  const size = tree.game.size;
  let [grown, end] = [tree, 0];
  for (const name of info.moves) {
    const move = parseMove(name, size);
    const added = move === null ? null : grown.add(end, move);
    if (!added) break;
    [grown, end] = [added.tree, added.child];
  }
  // A move that is not confirmed yet stays on the board.
  if (room?.sent && room.sent.ply === info.moves.length && !isOther) return tree;
  const isKnown = grown === tree && tree.path[tree.path.length - 1] === end;
  if (isKnown && !isOther) return tree;
  if (studying && !isOther) return grown;
  const path = grown.pathTo(end);
  return grown.with({ path, ply: path.length - 1 }).asGame();
}

/** Nothing came of something: the board is what the server said last. @param {State} state @param {RoomState} room @param {Extract<RoomAction, { type: 'room.refused' }>} action @returns {State} */
function refused(state, room, { key, notice }) {
  const asks = room.asks.filter((each) => each.key !== key);
  const isMove = room.asks.some((each) => each.key === key && each.question.type === 'move');
  const next = { ...state, room: { ...room, asks, sent: isMove ? null : room.sent }, notice: notice ?? state.notice };
  if (!isMove || !room.info || !room.sent) return next;
  const { tree } = state;
  const back = tree.with({ path: tree.path.slice(0, room.sent.ply + 1), ply: Math.min(tree.ply, room.sent.ply) });
  return { ...next, tree: back, game: back.game };
}
