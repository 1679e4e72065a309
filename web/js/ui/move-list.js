// The moves: the game in two columns, and its variations below the moves that they replace. A variation
// that is not looked at is folded to its first move.

import { ViewElement, h, replace, setAttribute } from '../dom.js';
import { moveName, other } from '../rules/position.js';
import { t } from '../words.js';
import { gradeName, gradeShape } from './grades.js';

/** @typedef {import('../state/tree.js').Tree} Tree */
/** @typedef {import('../state/tree.js').NodeId} NodeId */
/** @typedef {import('../state/review.js').Verdict} Grade */
/** @typedef {{ tree: Tree, grades: ReadonlyMap<NodeId, Grade>, language: string }} MovesView */

/** @extends {ViewElement<MovesView>} */
class MoveListElement extends ViewElement {
  /** @type {Map<NodeId, HTMLButtonElement>} */
  buttons = new Map();
  list = h('ol');

  connectedCallback() {
    // The list shrinks when more is to be read beside it.
    new ResizeObserver(() => this.bringIntoSight()).observe(this);
    this.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button?.dataset.node) this.ask({ type: 'goToNode', node: Number(button.dataset.node) });
    });
  }

  /** @param {MovesView} view @param {MovesView | undefined} before */
  draw(view, before) {
    const { tree } = view;
    const had = /** @type {HTMLElement | null} */ (this.querySelector(':focus'))?.dataset.node;
    const wasHere = had !== undefined && Number(had) === before?.tree.current;
    const moved = tree.current !== before?.tree.current;
    if (!before || before.tree.nodes !== tree.nodes || before.grades !== view.grades || before.language !== view.language || folds(before.tree) !== folds(tree)) this.build(view);
    this.mark(tree.current);
    if (moved) requestAnimationFrame(() => this.bringIntoSight());
    // Whoever steps through the game with the keyboard stays on the move that is looked at.
    if (had !== undefined) (this.buttons.get(wasHere ? tree.current : Number(had)) ?? this.buttons.get(tree.current))?.focus({ preventScroll: true });
  }

  /** @param {MovesView} view */
  build(view) {
    const { tree } = view;
    const scrolled = this.list.scrollTop;
    this.buttons = new Map();
    const main = tree.mainLine();
    if (main.length === 1) {
      replace(this, h('p', { class: 'idle' }, t('moves.empty')));
      return;
    }
    this.list = h('ol', { 'aria-label': t('panel.moves') }, comment(tree, 0), ...this.rows(view, main));
    replace(this, this.list);
    this.list.scrollTop = scrolled;
  }

  /** @param {MovesView} view @param {readonly NodeId[]} main */
  rows(view, main) {
    const { tree } = view;
    const rows = [];
    for (let at = 1; at < main.length;) {
      const first = this.cell(view, main[at], at);
      const isBlack = mover(tree, main[at]) === 'black';
      const second = isBlack && at + 1 < main.length ? this.cell(view, main[at + 1], at + 1) : null;
      const nodes = main.slice(at, at + (second ? 2 : 1));
      rows.push(h('li', {},
        h('span', { class: 'number', 'aria-hidden': 'true' }, String(at)),
        isBlack ? first : h('span'), isBlack ? second : first,
        ...nodes.flatMap((node) => [comment(tree, node), ...this.variations(view, node)])));
      at += nodes.length;
    }
    return rows;
  }

  /** A move of the game. @param {MovesView} view @param {NodeId} node @param {number} ply */
  cell(view, node, ply) {
    const button = this.button(view, node, [h('span', { class: 'dot', 'aria-hidden': 'true' }), h('span', { class: 'name' }, nameOf(view.tree, node)), gradeShape(view.grades.get(node))]);
    button.dataset.ply = String(ply);
    button.classList.add(mover(view.tree, node));
    return button;
  }

  /** @param {MovesView} view @param {NodeId} node @param {(Node | string | null)[]} children */
  button({ tree, grades }, node, children) {
    const ply = tree.pathTo(node).length - 1;
    const { move } = tree.nodes[node];
    const color = t(`color.${mover(tree, node)}`);
    const said = move === 'pass' ? t('passes', { color }) : t('say.move', { color, square: nameOf(tree, node) });
    const label = [`${ply}. ${said}`, gradeName(grades.get(node)), tree.nodes[node].note.comment && t('moves.commented')].filter(Boolean).join(', ');
    const button = h('button', { type: 'button', 'data-node': node, tabindex: -1, 'aria-label': label }, ...children);
    this.buttons.set(node, button);
    return button;
  }

  /** What else was played instead of a move. @param {MovesView} view @param {NodeId} node @returns {HTMLElement[]} */
  variations(view, node) {
    const { tree } = view;
    const { parent } = tree.nodes[node];
    return tree.children(parent).filter((each) => each !== node && tree.children(parent)[0] === node).map((first) => this.variation(view, first));
  }

  /** @param {MovesView} view @param {NodeId} first @returns {HTMLElement} */
  variation(view, first) {
    const { tree } = view;
    const line = tree.lineFrom(first);
    const isOpen = tree.path.slice(0, tree.ply + 1).includes(first);
    const ply = tree.pathTo(first).length - 1;
    if (!isOpen) {
      const more = line.length > 1 ? h('span', { class: 'more' }, t('moves.more', { count: line.length - 1 })) : null;
      return h('div', { class: 'variation folded' }, this.button(view, first, [h('span', { class: 'number' }, `${ply}.`), ' ', nameOf(tree, first), gradeShape(view.grades.get(first)), more]));
    }
    return h('div', { class: 'variation' }, ...line.flatMap((node, at) => [
      this.button(view, node, [at === 0 || mover(tree, node) === 'black' ? h('span', { class: 'number' }, `${ply + at}. `) : null, nameOf(tree, node), gradeShape(view.grades.get(node))]),
      comment(tree, node),
      // The others of the first move stand beside this variation.
      ...(at === 0 ? [] : this.variations(view, node)),
    ]));
  }

  /** The move that is looked at; Tab reaches it. @param {NodeId} current */
  mark(current) {
    for (const button of this.querySelectorAll('[aria-current], [tabindex="0"]')) {
      setAttribute(button, 'aria-current', null);
      setAttribute(button, 'tabindex', -1);
    }
    const here = this.buttons.get(current);
    if (here) setAttribute(here, 'aria-current', 'step');
    setAttribute(here ?? this.querySelector('button') ?? this, 'tabindex', here || this.buttons.size ? 0 : null);
  }

  /** Only the list scrolls, never the page. Rows that were never seen have a guessed height, so it may take a second step. @param {number} [steps] */
  bringIntoSight(steps = 3) {
    const here = this.list.querySelector('[aria-current]');
    if (!here) {
      this.list.scrollTop = 0;
      return;
    }
    const [list, row] = [this.list.getBoundingClientRect(), here.getBoundingClientRect()];
    if (row.top >= list.top && row.bottom <= list.bottom) return;
    this.list.scrollTop += row.top - list.top - (list.height - row.height) / 2;
    if (steps > 1) requestAnimationFrame(() => this.bringIntoSight(steps - 1));
  }
}

/** Which variations are unfolded: those that lead to what is looked at. @param {Tree} tree */
function folds(tree) {
  return tree.path.slice(1, tree.ply + 1).filter((id) => tree.children(tree.nodes[id].parent)[0] !== id).join(' ');
}

/** @param {Tree} tree @param {NodeId} node */
const mover = (tree, node) => other(tree.nodes[node].position.side);

/** @param {Tree} tree @param {NodeId} node */
function nameOf(tree, node) {
  const { move, position } = tree.nodes[node];
  return move === 'pass' || move === null ? t('moves.pass') : moveName(move, position.size);
}

/** @param {Tree} tree @param {NodeId} node */
function comment(tree, node) {
  const text = tree.nodes[node].note.comment;
  return text ? h('p', { class: 'comment' }, text) : null;
}

/**
 * @typedef {object} NodeToolsView
 * @property {NodeId} node
 * @property {string} name of the move that is looked at
 * @property {string} comment
 * @property {boolean} canPromote
 * @property {boolean} canDelete
 * @property {boolean} canUndo
 * @property {import('../state/tree.js').Shape | null} marking
 * @property {string} language
 */

const SHAPES = /** @type {const} */ ({ circle: '○', triangle: '△', cross: '✕', square: '□' });

/** What can be done with the move that is looked at. @extends {ViewElement<NodeToolsView>} */
class NodeToolsElement extends ViewElement {
  /** It stays while it is written in. */
  field = h('textarea', { id: 'node-comment', rows: 1, maxlength: 2000, oninput: () => this.write() });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pending;

  /** What is written is noted after a pause, or when the field is left. */
  write() {
    clearTimeout(this.#pending);
    const node = this.current?.node ?? 0;
    const note = () => {
      clearTimeout(this.#pending);
      this.field.onblur = null;
      this.ask({ type: 'comment', node, text: this.field.value.trim() });
    };
    this.#pending = setTimeout(note, 700);
    this.field.onblur = note;
  }

  /** @param {NodeToolsView} view @param {NodeToolsView | undefined} before */
  draw(view, before) {
    if (view.node !== before?.node || document.activeElement !== this.field) this.field.value = view.comment;
    this.field.setAttribute('aria-label', t('node.comment', { move: view.name }));
    this.field.placeholder = t('node.comment', { move: view.name });
    const focused = this.contains(document.activeElement) ? document.activeElement?.id : null;
    /** @param {string} id @param {import('../lang/en.js').Key} name @param {boolean} on @param {import('../state/update.js').Action} action */
    const button = (id, name, on, action) => on && h('button', { type: 'button', id, class: 'small', onclick: () => this.ask(action) }, t(name));
    replace(this, this.field,
      h('div', { class: 'row' },
        ...Object.entries(SHAPES).map(([shape, sign]) => h('button', {
          type: 'button', id: `mark-${shape}`, class: 'small shape', 'aria-pressed': String(view.marking === shape), 'aria-label': t(/** @type {any} */ (`mark.${shape}`)), title: t(/** @type {any} */ (`mark.${shape}`)),
          onclick: () => this.ask({ type: 'marking', shape: /** @type {any} */ (view.marking === shape ? null : shape) }),
        }, sign)),
        button('node-promote', 'node.promote', view.canPromote, { type: 'promote', node: view.node }),
        button('node-delete', 'node.delete', view.canDelete, { type: 'delete', node: view.node }),
        button('node-undo', 'node.undo', view.canUndo, { type: 'undoEdit' })),
      view.marking ? h('p', { class: 'idle', role: 'status' }, t('mark.line')) : null);
    // A button that has done its work may be gone.
    if (focused) (document.getElementById(focused) ?? this.field).focus();
  }
}

customElements.define('move-list', MoveListElement);
customElements.define('node-tools', NodeToolsElement);
