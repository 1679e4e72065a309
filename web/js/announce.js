// What a screen reader is told when the state changes. Pure: two states in, a sentence out.

import { moveName, other } from './rules/position.js';
import { isAnalysed, isOver, knownLines } from './state/select.js';
import { shortScore } from './score.js';
import { t } from './words.js';
import { roomNews } from './ui/room-views.js';
import { resultText } from './ui/views.js';

/** @typedef {import('./state/state.js').State} State */

const SPOKEN_HINTS = 3;

/** @param {State} before @param {State} after */
export function announcement(before, after) {
  const sentences = [moves(before, after), hint(before, after), roomNews(before, after)];
  if (isOver(after) && !isOver(before)) sentences.push(resultText(after));
  return sentences.filter(Boolean).join('. ');
}

/** What everybody should see at once, over the board: a pass. @param {State} before @param {State} after */
export function headline(before, after) {
  const { game } = after;
  if (game.moves.length <= before.game.moves.length || !before.game.live || !game.live || game.first !== before.game.first) return '';
  // The result stands beside the board: nothing covers the last position.
  if (isOver(after)) return '';
  return game.lastMove === 'pass' ? t('passes', { color: t(`color.${other(game.position.side)}`) }) : '';
}

/** @param {State} before @param {State} after */
function moves(before, after) {
  if (after.game === before.game) return '';
  const { game } = after;
  const color = t(`color.${game.position.side}`);
  if (game.first !== before.game.first) return after.begun > 0 && game.moves.length === 0 ? t('say.new', { color }) : t(isOver(after) ? 'say.openedOver' : 'say.opened', { plies: game.moves.length, color });
  if (game.ply <= before.game.ply || game.ply > before.game.ply + 2) return t('say.undone', { ply: game.ply, color });
  return game.moves
    .slice(before.game.ply, game.ply)
    .map((move, at) => {
      const position = game.positions[before.game.ply + at];
      const mover = t(`color.${position.side}`);
      if (move === 'pass') return t('passes', { color: mover });
      const turned = t('say.flips', { count: position.lines(move).flat().length });
      return `${t('say.move', { color: mover, square: moveName(move, game.size) })}, ${turned}`;
    })
    .join('. ');
}

/** @param {State} before @param {State} after */
function hint(before, after) {
  const { position, size } = after.game;
  if (!after.hint || !isAnalysed(after, position, 'hint')) return '';
  if (before.hint && isAnalysed(before, position, 'hint')) return '';
  const best = knownLines(after, position).slice(0, SPOKEN_HINTS);
  return t('say.hint', { moves: best.map(({ pv, score }) => `${moveName(pv[0], size)} ${shortScore(score)}`).join(', ') });
}
