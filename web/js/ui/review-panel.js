// The review of a finished game: what cost most, and a click to try again from there.

import { ViewElement, h, replace } from '../dom.js';
import { t } from '../words.js';

/** @typedef {{ ply: number, text: string, move: string }} WorstMove */
/** @typedef {{ heading: string, total: string, moves: WorstMove[], clean: string }} SideReview */
/** @typedef {{ started: boolean, done: number, all: number, sides: SideReview[], language: string }} ReviewView */

/** @extends {ViewElement<ReviewView>} */
class ReviewPanelElement extends ViewElement {
  /** @param {ReviewView} view */
  draw({ started, done, all, sides }) {
    if (!started) {
      replace(this,
        h('button', { type: 'button', id: 'review-start', class: 'primary', onclick: () => this.ask({ type: 'review' }) }, t('review.start')),
        h('p', { class: 'idle' }, t('review.line')));
      return;
    }
    const complete = done === all;
    replace(this,
      h('h2', {}, t('review.title')),
      complete ? null : h('div', { class: 'progress' },
        h('progress', { max: all, value: done, 'aria-label': t('review.title') }), h('span', {}, t('review.progress', { done, all }))),
      ...sides.map((side) => this.side(side, complete)));
  }

  /** @param {SideReview} side @param {boolean} complete */
  side({ heading, total, moves, clean }, complete) {
    return h('div', { class: 'side' },
      h('h3', {}, heading, complete && total && h('small', {}, total)),
      moves.length
        ? h('ul', {}, ...moves.map(({ ply, text }) =>
          h('li', {},
            h('button', { type: 'button', class: 'worst', 'data-ply': ply, onclick: () => this.ask({ type: 'goTo', ply }) }, text,
              h('span', { class: 'try' }, t('review.try'))))))
        : complete && h('p', { class: 'idle' }, clean));
  }
}

customElements.define('review-panel', ReviewPanelElement);
