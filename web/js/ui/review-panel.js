// The review of a game: how well each side played, what cost most and why, and “find better”: the
// position before a mistake with the answer hidden.

import { ViewElement, h, replaceKeepingFocus } from '../dom.js';
import { t } from '../words.js';
import { gradeName, gradeShape, whatIs } from './grades.js';

/** @typedef {import('../state/review.js').Verdict} Grade */
/** @typedef {{ node: number, number: number, move: string, loss: string, grade: Grade }} BadMove */
/** @typedef {{ color: 'black' | 'white', accuracy: string, phases: { name: string, share: string }[], loss: string, moves: BadMove[] }} SideView */
/** @typedef {{ text: string, squares: string[] }} ReasonView */
/** What a move of the game is worth. @typedef {{ text: string, grade: Grade, reasons: ReasonView[], better: { text: string, moves: import('../rules/position.js').Move[], from: number } | null }} MoveView */

/**
 * @typedef {object} QuizView
 * @property {string} task
 * @property {string} hint what is to be said of the last try
 * @property {('open' | 'found' | 'shown')[]} results
 * @property {number} at
 * @property {boolean} asking
 * @property {MoveView | null} answer
 */

/**
 * @typedef {object} ReviewView
 * @property {boolean} started
 * @property {boolean} running
 * @property {boolean} complete
 * @property {number} done
 * @property {number} all
 * @property {SideView[]} sides
 * @property {number} lessons mistakes to learn from
 * @property {MoveView | null} here the move that led to what is looked at
 * @property {QuizView | null} quiz
 * @property {boolean} offline
 * @property {string} language
 */

/** @extends {ViewElement<ReviewView>} */
class ReviewPanelElement extends ViewElement {
  connectedCallback() {
    // The squares of a reason light up while it is read.
    for (const type of ['pointerover', 'focusin']) {
      this.addEventListener(type, (event) => {
        const squares = event.target instanceof Element ? event.target.closest('[data-squares]')?.getAttribute('data-squares') : null;
        if (squares) this.ask({ type: 'light', squares: squares.split(' ') });
      });
    }
    for (const type of ['pointerleave', 'focusout']) this.addEventListener(type, () => this.ask({ type: 'light', squares: [] }));
  }

  /** @param {ReviewView} view */
  draw(view) {
    const open = this.querySelector('details.better')?.hasAttribute('open') ?? false;
    const sameMove = this.querySelector('.verdict')?.textContent === view.here?.text;
    replaceKeepingFocus(this, h('h2', { class: 'visually-hidden' }, t('review.title')), ...(view.quiz ? this.quiz(view.quiz) : view.started ? this.review(view) : this.offer(view)));
    if (open && sameMove) this.querySelector('details.better')?.setAttribute('open', '');
    // What is said of a move that was chosen from a long list is brought to where it is read.
    if (!sameMove && this.contains(document.activeElement)) this.querySelector('.about-move')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {ReviewView} view */
  offer({ offline }) {
    return [
      h('button', { type: 'button', id: 'review-start', class: 'primary', disabled: offline, onclick: () => this.ask({ type: 'review' }) }, t('review.start')),
      h('p', { class: 'idle' }, t('review.line')),
    ];
  }

  /** @param {ReviewView} view */
  review({ running, complete, done, all, sides, lessons, here }) {
    return [
      !complete && h('div', { class: 'progress' },
        h('progress', { max: Math.max(1, all), value: done, 'aria-label': t('review.title') }), h('span', {}, t('review.progress', { done, all })),
        h('button', { type: 'button', id: 'review-stop', class: 'small', onclick: () => this.ask({ type: running ? 'review.stop' : 'review' }) }, t(running ? 'review.stop' : 'review.goOn'))),
      here && this.verdict(here),
      lessons > 0 && h('button', { type: 'button', id: 'find-better', class: 'primary', onclick: () => this.ask({ type: 'quiz' }) }, t('better.start', { count: lessons })),
      h('div', { class: 'sides' }, ...sides.map((side) => this.side(side, complete))),
    ];
  }

  /** @param {MoveView} move */
  verdict({ text, grade, reasons, better }) {
    return h('div', { class: 'about-move' },
      h('p', { class: 'verdict' }, gradeShape(grade), text),
      ...reasons.map((reason) => this.reason(reason)),
      better && h('details', { class: 'better' }, h('summary', {}, t('review.better')), h('p', {}, better.text),
        h('button', { type: 'button', class: 'small', id: 'play-better', onclick: () => this.ask({ type: 'playFrom', node: better.from, moves: better.moves }) }, t('review.playLine'))));
  }

  /** @param {ReasonView} reason */
  reason({ text, squares }) {
    return squares.length ? h('button', { type: 'button', class: 'reason', 'data-squares': squares.join(' ') }, text) : h('p', { class: 'reason' }, text);
  }

  /** @param {SideView} side @param {boolean} complete */
  side({ color, accuracy, phases, loss, moves }, complete) {
    return h('div', { class: 'side' },
      h('h3', {}, h('span', { class: `dot ${color}`, 'aria-hidden': 'true' }), t(`color.${color}`),
        accuracy && h('b', { class: 'accuracy' }, accuracy), accuracy && whatIs('accuracy')),
      phases.length > 0 && h('p', { class: 'idle phases' }, ...phases.map(({ name, share }) => h('span', {}, name, ' ', h('b', {}, share)))),
      loss && h('p', { class: 'idle' }, loss),
      moves.length
        ? h('ul', {}, ...moves.map(({ node, number, move, loss: cost, grade }) => h('li', {},
          h('button', { type: 'button', class: 'worst', id: `worst-${node}`, 'data-node': node, onclick: () => this.ask({ type: 'goToNode', node }) },
            gradeShape(grade), h('span', {}, `${number}. ${move}`), h('span', { class: 'visually-hidden' }, gradeName(grade)), h('span', { class: 'cost' }, cost)))))
        : complete && h('p', { class: 'idle' }, t('review.clean')));
  }

  /** @param {QuizView} quiz */
  quiz({ task, hint, results, at, asking, answer }) {
    return [
      h('p', { class: 'task' }, task),
      h('p', { class: 'verdict', role: 'status', id: 'quiz-hint' }, hint),
      answer && this.verdict(answer),
      h('div', { class: 'row' },
        asking && h('button', { type: 'button', id: 'quiz-show', onclick: () => this.ask({ type: 'quiz.show' }) }, t('better.show')),
        h('button', { type: 'button', id: 'quiz-next', class: asking ? null : 'primary', disabled: at + 1 >= results.length, onclick: () => this.ask({ type: 'quiz.go', at: at + 1 }) }, t('better.next')),
        h('button', { type: 'button', id: 'quiz-end', onclick: () => this.ask({ type: 'quiz.end' }) }, t('better.end'))),
      h('ol', { class: 'steps', 'aria-label': t('better.progress', { at: at + 1, all: results.length }) }, ...results.map((result, number) => h('li', {},
        h('button', { type: 'button', id: `quiz-${number}`, class: `step ${result}`, 'aria-current': number === at ? 'step' : null, 'aria-label': `${number + 1}: ${t(`better.${result}`)}`, onclick: () => this.ask({ type: 'quiz.go', at: number }) },
          { open: '·', found: '✓', shown: '–' }[result])))),
    ];
  }
}

customElements.define('review-panel', ReviewPanelElement);
