// From the state to what is shown of the mistakes of many games. Pure: words and numbers, no elements.

import { openingWords } from '../lang/openings.js';
import { badMoves } from '../state/mistakes.js';
import { t } from '../words.js';
import { gradeName } from './grades.js';
import { whoName } from './new-game.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/mistakes.js').Mistakes} Mistakes */
/** @typedef {import('./mistakes-sheet.js').MistakesView} MistakesView */

/** Mistakes and openings that are listed. */
const LISTED = 12;
const OPENINGS = 4;
/** Kinds of mistakes that are listed. */
const REASONS = 8;

/** @param {number} value */
const discs = (value) => String(Math.round(value));

/** @param {number} count @param {'mistakes' | 'games'} what */
const many = (count, what) => t(count === 1 ? `count.${what}.one` : `count.${what}`, { count });

/** @param {State} state @param {string} language @returns {MistakesView} */
export function mistakesView(state, language) {
  const { mistakes } = state;
  const lessons = mistakes?.lessons ?? [];
  const open = lessons.filter(({ stage }) => stage === 'open').length;
  const summary = mistakes?.summary ?? null;
  const counted = lessons.filter(({ stage }) => stage === 'counted').length;
  const running = mistakes?.running ?? false;
  return {
    language, source: mistakes?.source ?? 'mine', player: mistakes?.player ?? '', hasLibrary: state.info?.library !== undefined, offline: state.connection !== 'ready', running,
    empty: emptyText(mistakes),
    note: mistakes?.source === 'mine' && state.settings.name ? t('mistakes.unnamed', { name: state.settings.name }) : '',
    open: open ? t(open === 1 ? 'mistakes.open.one' : 'mistakes.open', { count: open }) : '',
    progress: running ? { text: t('mistakes.progress', { at: Math.min(counted + 1, lessons.length), all: lessons.length }), done: progressOf(mistakes), all: lessons.length } : null,
    sum: !summary ? '' : t(summary.mistakes.count ? 'mistakes.sum' : 'mistakes.clean', { mistakes: many(summary.mistakes.count, 'mistakes'), games: many(summary.games, 'games'), discs: discs(summary.mistakes.loss) }),
    reasons: (summary?.reasons ?? []).slice(0, REASONS).map(({ id, text, count, loss }) => ({ id, text, often: t(count === 1 ? 'mistakes.once' : 'mistakes.times', { count, discs: discs(loss) }), on: mistakes?.reason === id })),
    phases: phasesOf(summary), openings: (summary?.openings ?? []).slice(0, OPENINGS).map(({ name, count, loss }) => ({ name: openingWords(name), text: t('mistakes.opening', { discs: (loss / count).toFixed(1), count }) })),
    history: (summary?.history ?? []).map(({ accuracy }) => accuracy), trend: trendText(summary),
    moves: mistakes ? movesOf(mistakes) : [], filtered: mistakes?.reason !== null && mistakes?.reason !== undefined, practise: state.own.length > 0,
  };
}

/** How many games are done, and how much of the one that is looked at. @param {Mistakes | null} mistakes */
function progressOf(mistakes) {
  const done = (mistakes?.lessons ?? []).filter(({ stage }) => stage === 'counted' || stage === 'failed').length;
  const { answered = 0, of = 0 } = mistakes?.review?.progress ?? {};
  return done + (of ? answered / of : 0);
}

/** @param {Mistakes | null} mistakes */
function emptyText(mistakes) {
  if (!mistakes) return '';
  if (mistakes.lessons === null) return t('mistakes.counting');
  if (mistakes.lessons.length) return '';
  if (mistakes.source === 'mine') return t('mistakes.none');
  return mistakes.player ? t('mistakes.notFound', { player: mistakes.player }) : t('mistakes.nobody');
}

/** @param {Mistakes['summary']} summary @returns {MistakesView['phases']} */
function phasesOf(summary) {
  if (!summary?.mistakes.count) return [];
  const phases = /** @type {const} */ (['opening', 'midgame', 'endgame']);
  const most = Math.max(1, ...phases.map((phase) => summary.phases[phase].loss));
  return phases.map((phase) => {
    const { count, loss } = summary.phases[phase];
    return { name: t(`phase.${phase}`), share: loss / most, text: t('mistakes.phase', { mistakes: many(count, 'mistakes'), discs: discs(loss) }) };
  });
}

/** @param {Mistakes['summary']} summary */
function trendText(summary) {
  if (!summary) return '';
  const { trend } = summary;
  if (!trend) return t('mistakes.early');
  const change = trend.later - trend.earlier;
  const key = Math.abs(change) <= trend.margin ? 'mistakes.same' : change > 0 ? 'mistakes.better' : 'mistakes.worse';
  return t(key, { earlier: Math.round(trend.earlier), later: Math.round(trend.later) });
}

/** The dearest mistakes, of one kind or of all. @param {Mistakes} mistakes @returns {MistakesView['moves']} */
function movesOf({ lessons, reason }) {
  const all = (lessons ?? []).flatMap((lesson) => badMoves(lesson).map((row) => ({ lesson, row })));
  const some = reason === null ? all : all.filter(({ row }) => row.reasons.some(({ id }) => id === reason));
  return some.sort((a, b) => b.row.loss - a.row.loss).slice(0, LISTED).map(({ lesson, row }) => ({
    id: lesson.id, ply: row.ply, grade: row.grade, name: gradeName(row.grade), move: t('mistakes.at', { number: row.ply, move: row.move }), loss: `−${discs(row.loss)}`,
    reason: (row.reasons.find(({ id }) => id === reason) ?? row.reasons[0])?.text ?? '', game: t('mistakes.against', { rival: whoName(lesson.rival), date: lesson.date }),
  }));
}
