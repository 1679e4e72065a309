// Grades as small shapes with names: never colour alone.

import { h } from '../dom.js';
import { t } from '../words.js';

/** @typedef {import('../state/review.js').Verdict} Verdict */

/** @type {Record<Verdict, string>} */
export const SHAPES = { forced: '', best: '●', good: '○', inaccuracy: '▵', mistake: '▲', blunder: '✕', unclear: '?' };

/** @param {Verdict | null | undefined} grade */
export const gradeName = (grade) => (grade && grade !== 'forced' ? t(`grade.${grade}`) : '');

/** The shape, for the eye only: whoever listens hears the name. @param {Verdict | null | undefined} grade */
export function gradeShape(grade) {
  return grade && SHAPES[grade] ? h('span', { class: `grade ${grade}`, title: gradeName(grade), 'aria-hidden': 'true' }, SHAPES[grade]) : null;
}

/** A question mark that explains a number in a sentence. @param {'kinds' | 'accuracy' | 'loss' | 'graph' | 'elo' | 'rating' | 'explorer'} what */
export function whatIs(what) {
  return h('details', { class: 'what' }, h('summary', { 'aria-label': `${t('what')} ${t(`what.${what}.name`)}` }, '?'), h('p', {}, t(`what.${what}`)));
}
