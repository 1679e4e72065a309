// A game as a tree of variations, from which nothing is lost: the page's own copy of
// crates/study/src/tree.rs, checked by the vectors that crate writes. Nodes are added and never
// removed; what is deleted is only hidden. A tree never changes: every action makes another.

import { Game } from '../rules/game.js';
import { Position, moveName, parseMove } from '../rules/position.js';

/** @typedef {import('../rules/position.js').Move} Move */
/** The number of a node; 0 is where the game begins. @typedef {number} NodeId */
/** @typedef {'cross' | 'triangle' | 'circle' | 'square'} Shape */
/** @typedef {{ square: number, shape: Shape }} Mark */
/** What was noted at a node: about the move that led there, or about the whole at the first. @typedef {{ comment: string, marks: readonly Mark[] }} Note */

/**
 * A position and the move that led to it. The first child that is not deleted continues the line.
 * @typedef {object} Node
 * @property {NodeId} parent −1 for the first
 * @property {Move | null} move
 * @property {Position} position
 * @property {readonly NodeId[]} children
 * @property {boolean} deleted
 * @property {Note} note
 */

/**
 * A change that can be undone; a promoted node was the child of that number.
 * @typedef {{ kind: 'deleted', node: NodeId } | { kind: 'promoted', node: NodeId, number: number } | { kind: 'noted', node: NodeId, before: Note }} Edit
 */

/** @type {Note} */
const NO_NOTE = { comment: '', marks: [] };

/** More moves than anybody plays through; the longest game has 672. */
export const MOST_NODES = 1 << 15;

/** The first position of a game. @param {Position} position @returns {Node} */
const rootOf = (position) => ({ parent: -1, move: null, position, children: [], deleted: false, note: NO_NOTE });

export class Tree {
  /** @type {Game | null} */
  #game = null;
  /** @type {readonly NodeId[] | null} */
  #main = null;

  /** @param {readonly Node[]} nodes @param {readonly NodeId[]} path the line that is looked at, to its end @param {number} ply how many of its moves are played @param {readonly Edit[]} edits the last one last */
  constructor(nodes, path, ply, edits) {
    this.nodes = nodes;
    this.path = path;
    this.ply = ply;
    this.edits = edits;
  }

  /** A game without moves. @param {Position} start */
  static from(start) {
    return new Tree([rootOf(start)], [0], 0, []);
  }

  /** The tree of a game without variations, at the same place. @param {Game} game */
  static ofGame(game) {
    const last = game.moves.length;
    const nodes = game.positions.map((position, at) => ({
      ...rootOf(position), parent: at - 1, move: at ? game.moves[at - 1] : null, children: at < last ? [at + 1] : [],
    }));
    return new Tree(nodes, nodes.map((_, at) => at), game.ply, []);
  }

  /** The line that is looked at: what is played, and what comes after it. */
  get game() {
    this.#game ??= new Game(this.path.map((id) => this.nodes[id].position), this.path.slice(1).map((id) => /** @type {Move} */ (this.nodes[id].move)), this.ply);
    return this.#game;
  }

  get current() {
    return this.path[this.ply];
  }

  /** The moves that were played at a node, the one that continues its line first. @param {NodeId} id */
  children(id) {
    return this.nodes[id].children.filter((child) => !this.nodes[child].deleted);
  }

  /** The nodes from the first to this one. @param {NodeId} id */
  pathTo(id) {
    const path = [];
    for (let at = id; at >= 0; at = this.nodes[at].parent) path.push(at);
    return path.reverse();
  }

  /** From a node to the end of its line: at each fork the first move. @param {NodeId} id */
  lineFrom(id) {
    const line = [id];
    for (let next = this.children(id)[0]; next !== undefined; next = this.children(next)[0]) line.push(next);
    return line;
  }

  /** The game itself. */
  mainLine() {
    this.#main ??= this.lineFrom(0);
    return this.#main;
  }

  /** Where the game itself ends. */
  get mainEnd() {
    const main = this.mainLine();
    return main[main.length - 1];
  }

  /** Whether the game itself has been played to its end. */
  get isFinished() {
    return this.nodes[this.mainEnd].position.isOver();
  }

  /** Whether a node, or one before it, is deleted. @param {NodeId} id */
  isDeleted(id) {
    return this.pathTo(id).some((node) => this.nodes[node].deleted);
  }

  /** Whether there is nothing but the moves of one line. */
  get isPlain() {
    return this.mainLine().every((id) => this.children(id).length < 2 && this.nodes[id].note === NO_NOTE);
  }

  /** Whether what is looked at is a position of the game itself. */
  get isOnMainLine() {
    const main = this.mainLine();
    return this.path.slice(0, this.ply + 1).every((id, at) => main[at] === id);
  }

  /** @param {Partial<{ nodes: readonly Node[], path: readonly NodeId[], ply: number, edits: readonly Edit[] }>} patch */
  with({ nodes = this.nodes, path = this.path, ply = this.ply, edits = this.edits }) {
    const tree = new Tree(nodes, path, ply, edits);
    if (nodes === this.nodes) tree.#main = this.#main;
    // The same line at another place shares its positions.
    if (path === this.path && this.#game) tree.#game = this.#game.goTo(ply);
    return tree;
  }

  /** One node changed. @param {NodeId} id @param {Partial<Node>} patch */
  changed(id, patch) {
    const nodes = this.nodes.slice();
    nodes[id] = { ...nodes[id], ...patch };
    return nodes;
  }

  /** The child of a node by this move, the one that is there or a new one; null if the rules or the room forbid it. @param {NodeId} parent @param {Move} move @returns {{ tree: Tree, child: NodeId } | null} */
  add(parent, move) {
    const known = this.nodes[parent].children.find((child) => this.nodes[child].move === move);
    if (known !== undefined) return { tree: this.nodes[known].deleted ? this.with({ nodes: this.changed(known, { deleted: false }) }) : this, child: known };
    const position = this.nodes[parent].position.play(move);
    if (!position || this.nodes.length >= MOST_NODES) return null;
    const child = this.nodes.length;
    const nodes = this.changed(parent, { children: [...this.nodes[parent].children, child] });
    nodes.push({ ...rootOf(position), parent, move });
    return { tree: this.with({ nodes }), child };
  }

  /** Plays a move: one that differs from what follows begins a variation. @param {Move} move @returns {Tree | null} */
  play(move) {
    const added = this.add(this.current, move);
    return added && added.tree.lookAt(added.child);
  }

  /** Plays a move and the pass that it forces. @param {Move} move */
  playOn(move) {
    const played = this.play(move);
    return played && played.nodes[played.current].position.mustPass() ? played.play('pass') : played;
  }

  /** Looks at a node; one that is deleted cannot be looked at. @param {NodeId} id */
  goTo(id) {
    return this.nodes[id] && !this.isDeleted(id) ? this.lookAt(id) : this;
  }

  /** The line that is looked at stays if the node is on it. @param {NodeId} id */
  lookAt(id) {
    const at = this.path.indexOf(id);
    if (at >= 0) return this.with({ ply: at });
    const before = this.pathTo(id);
    return this.with({ path: [...before, ...this.lineFrom(id).slice(1)], ply: before.length - 1 });
  }

  /** A place on the line that is looked at, which may have grown since. @param {number} ply */
  goToPly(ply) {
    const grown = [...this.path, ...this.lineFrom(this.path[this.path.length - 1]).slice(1)];
    const path = grown.length === this.path.length ? this.path : grown;
    return this.with({ path, ply: Math.max(0, Math.min(ply, path.length - 1)) });
  }

  back() {
    return this.ply > 0 ? this.with({ ply: this.ply - 1 }) : this;
  }

  forward() {
    return this.goToPly(this.ply + 1);
  }

  /** The same place, seen as the end of its line: the game goes on from here. */
  cut() {
    return this.ply === this.path.length - 1 ? this : this.with({ path: this.path.slice(0, this.ply + 1) });
  }

  /** The game where the line that is looked at left it. */
  backToMain() {
    const main = this.mainLine();
    const fork = main.findIndex((id, at) => this.path[at] !== id || at === this.ply + 1);
    return this.with({ path: main, ply: fork < 0 ? main.length - 1 : Math.max(0, fork - 1) });
  }

  /** The end of the game itself. */
  endOfMain() {
    const main = this.mainLine();
    return this.with({ path: main, ply: main.length - 1 });
  }

  /** The nearest node, this one or before it, that is not the first move of its fork. @param {NodeId} id */
  #fork(id) {
    return this.pathTo(id).reverse().find((node) => node > 0 && !this.nodes[node].deleted && this.children(this.nodes[node].parent)[0] !== node);
  }

  /** Makes the line of a node the first one at the fork nearest to it where it is not. @param {NodeId} id */
  promote(id) {
    const node = this.#fork(id);
    if (node === undefined) return this;
    const { parent } = this.nodes[node];
    const { children } = this.nodes[parent];
    const number = children.indexOf(node);
    const nodes = this.changed(parent, { children: [node, ...children.filter((child) => child !== node)] });
    return this.with({ nodes, edits: [...this.edits, { kind: 'promoted', node, number }] });
  }

  /** Promotes the line of a node until it is the game itself. @param {NodeId} id @returns {Tree} */
  makeMain(id) {
    const next = this.promote(id);
    return next === this ? this : next.makeMain(id);
  }

  /** The line that is looked at is the game, which goes on here: nobody chose that, so it cannot be undone. */
  asGame() {
    return this.cut().makeMain(this.current).with({ edits: this.edits });
  }

  /** Deletes a move and everything after it. The beginning stays. @param {NodeId} id */
  delete(id) {
    if (id <= 0 || !this.nodes[id] || this.isDeleted(id)) return this;
    const deleted = this.with({ nodes: this.changed(id, { deleted: true }), edits: [...this.edits, { kind: 'deleted', node: id }] });
    const at = this.path.indexOf(id);
    if (at < 0) return deleted;
    const path = [...this.path.slice(0, at), ...deleted.lineFrom(this.nodes[id].parent).slice(1)];
    return deleted.with({ path, ply: Math.min(this.ply, at - 1) });
  }

  /** An empty text is no comment. @param {NodeId} id @param {string} comment */
  setComment(id, comment) {
    return comment === this.nodes[id].note.comment ? this : this.#noted(id, { ...this.nodes[id].note, comment });
  }

  /** Sets a mark, or takes it away if it is there; another mark on the square goes. @param {NodeId} id @param {Mark} mark */
  toggleMark(id, { square, shape }) {
    const { note, position } = this.nodes[id];
    const isThere = note.marks.some((each) => each.square === square && each.shape === shape);
    const others = note.marks.filter((each) => each.square !== square);
    if (square < 0 || square >= position.cells.length) return this;
    return this.#noted(id, { ...note, marks: isThere ? others : [...others, { square, shape }] });
  }

  /** @param {NodeId} node @param {Note} note */
  #noted(node, note) {
    return this.withNote(node, note).with({ edits: [...this.edits, { kind: 'noted', node, before: this.nodes[node].note }] });
  }

  /** Notes something that cannot be undone. @param {NodeId} id @param {Note} note */
  withNote(id, note) {
    return this.with({ nodes: this.changed(id, { note: note.comment || note.marks.length ? note : NO_NOTE }) });
  }

  /** Undoes the last deletion, promotion, comment or mark. Moves that were played are not undone: they harm nobody. @returns {Tree} */
  undo() {
    const edit = this.edits[this.edits.length - 1];
    if (!edit) return this;
    const rest = this.with({ edits: this.edits.slice(0, -1) });
    if (edit.kind === 'noted') return rest.with({ nodes: this.changed(edit.node, { note: edit.before }) });
    if (edit.kind === 'deleted') {
      // It was played again since.
      if (!this.nodes[edit.node].deleted) return rest.undo();
      return rest.with({ nodes: this.changed(edit.node, { deleted: false }) }).goTo(edit.node);
    }
    const { parent } = this.nodes[edit.node];
    const [first, ...others] = this.nodes[parent].children;
    return rest.with({ nodes: this.changed(parent, { children: [...others.slice(0, edit.number), first, ...others.slice(edit.number)] }) });
  }

  /** Whether something can be undone. */
  get canUndo() {
    return this.edits.some((edit) => edit.kind !== 'deleted' || this.nodes[edit.node].deleted);
  }

  /** Whether every move of another tree is in this one. What is deleted here is still here. @param {Tree} part */
  contains(part) {
    if (part === this || part.nodes === this.nodes) return true;
    if (!sameStart(part, this)) return false;
    /** The node here for each node there. @type {(NodeId | undefined)[]} */
    const here = [0];
    // Parents stand before their children.
    return part.nodes.every(({ parent, move }, id) => {
      if (id === 0) return true;
      const from = here[parent];
      here[id] = from === undefined ? undefined : this.nodes[from].children.find((child) => this.nodes[child].move === move);
      return here[id] !== undefined;
    });
  }

  /** Goes along moves by name as far as they are in the tree; null if one is not. @param {readonly string[]} names @returns {Tree | null} */
  follow(names) {
    let at = 0;
    for (const name of names) {
      const move = parseMove(name, this.nodes[0].position.size);
      const next = this.children(at).find((child) => this.nodes[child].move === move);
      if (next === undefined) return null;
      at = next;
    }
    return this.with({ path: this.pathTo(at), ply: this.pathTo(at).length - 1 });
  }

  toString() {
    return textOf(this);
  }

  /** The tree of a text; null if it is none. @param {string} text */
  static parse(text) {
    return new Reader(text).read();
  }
}

/** @param {Tree} a @param {Tree} b */
const sameStart = (a, b) => a.nodes[0].position === b.nodes[0].position || a.nodes[0].position.toString() === b.nodes[0].position.toString();

/** No tree in text is longer. */
const LONGEST = 1 << 20;
/** @type {Record<Shape, string>} */
const LETTERS = { cross: 'x', triangle: 't', circle: 'c', square: 's' };
export const SHAPES = /** @type {Shape[]} */ (Object.keys(LETTERS));

/** As crates/study/src/text.rs writes it, where the format is described. @param {Tree} tree */
function textOf(tree) {
  const { position } = tree.nodes[0];
  const { size } = position;
  const parts = [];
  if (position.toString() !== Position.start(size).toString()) parts.push(`${position.toString().replace(' ', '')}:`);
  else if (size !== 8) parts.push(`${size}:`);
  parts.push(noteText(tree, 0));
  /** What is still to be written, the next last: a node whose moves follow, a variation, or the end of one. @type {({ after: NodeId } | { variation: NodeId } | ')')[]} */
  const steps = [{ after: 0 }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step === ')') parts.push(')');
    else if ('variation' in step) {
      parts.push('(', moveText(tree, step.variation));
      steps.push(')', { after: step.variation });
    } else {
      const [first, ...others] = tree.children(step.after);
      if (first === undefined) continue;
      parts.push(moveText(tree, first));
      steps.push({ after: first }, ...others.reverse().map((variation) => ({ variation })));
    }
  }
  return parts.join('');
}

/** @param {Tree} tree @param {NodeId} id */
function moveText(tree, id) {
  const { move, position } = tree.nodes[id];
  return (move === 'pass' || move === null ? '--' : moveName(move, position.size)) + noteText(tree, id);
}

/** @param {Tree} tree @param {NodeId} id */
function noteText({ nodes }, id) {
  const { note: { marks, comment }, position } = nodes[id];
  const shapes = marks.map(({ shape, square }) => LETTERS[shape] + moveName(square, position.size)).join('');
  return (shapes && `[${shapes}]`) + (comment && `{${comment.replace(/[\\}]/g, '\\$&')}}`);
}

/** Reads a tree as it is written; forced passes may be left out. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
    /** @type {Tree} */
    this.tree = Tree.from(Position.start(8));
    /** @type {NodeId} */
    this.last = 0;
  }

  read() {
    if (this.text.length > LONGEST) return null;
    const start = this.start();
    if (!start) return null;
    this.tree = Tree.from(start);
    /** For each open parenthesis, the move that it stands behind. @type {NodeId[]} */
    const forks = [];
    if (!this.notes()) return null;
    while (this.at < this.text.length) {
      const next = this.text[this.at];
      if (next === ')') {
        const fork = forks.pop();
        if (fork === undefined) return null;
        this.last = fork;
        this.at++;
        continue;
      }
      if (next === '(') {
        if (this.last === 0) return null;
        forks.push(this.last);
        this.last = this.tree.nodes[this.last].parent;
        this.at++;
      }
      if (!this.move()) return null;
    }
    return forks.length ? null : this.tree.goToPly(0);
  }

  /** @returns {Position | null} */
  start() {
    const head = /^([^:{[(]*):/.exec(this.text);
    if (!head) return Position.start(8);
    this.at = head[0].length;
    if (head[1].length > 2) return Position.parse(head[1]);
    const size = Number(head[1]);
    return size >= 4 && size <= 26 && size % 2 === 0 ? Position.start(size) : null;
  }

  /** What comes next by a pattern, and a step over it. @param {RegExp} pattern sticky */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  move() {
    const found = this.take(/--|[a-z]\d+/y);
    const { tree, last } = this;
    if (!found) return false;
    const move = parseMove(found[0], tree.nodes[0].position.size);
    const forced = move !== 'pass' && tree.nodes[last].position.mustPass() ? tree.add(last, 'pass') : { tree, child: last };
    const added = move !== null && forced ? forced.tree.add(forced.child, move) : null;
    if (!added) return false;
    this.tree = added.tree;
    this.last = added.child;
    return this.notes();
  }

  notes() {
    const found = this.take(/(?:\[((?:[xtcs][a-z]\d+)*)\])?(?:\{((?:[^\\}]|\\[^])*)\})?/y);
    const { tree, last } = this;
    if (!found) return false;
    // What begins like a note has to be one.
    if (this.text[this.at] === '[' || this.text[this.at] === '{') return false;
    const { size } = tree.nodes[0].position;
    const marks = (found[1]?.match(/[xtcs][a-z]\d+/g) ?? []).map((each) => ({
      shape: /** @type {Shape} */ (SHAPES.find((shape) => LETTERS[shape] === each[0])), square: parseMove(each.slice(1), size),
    }));
    if (marks.some(({ square }) => typeof square !== 'number')) return false;
    const comment = found[2]?.replace(/\\([^])/g, '$1') ?? '';
    if (marks.length || comment) this.tree = tree.withNote(last, { comment, marks: /** @type {Mark[]} */ (marks) });
    return true;
  }
}
