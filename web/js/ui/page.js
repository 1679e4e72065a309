// The page as a whole: gives each element its view, and does what belongs to no element.

import { rove, setAttribute, setText, stopAt } from '../dom.js';
import { isWriting } from '../keys.js';
import { originOf } from '../state/kept.js';
import { isAsking } from '../state/quiz.js';
import { isPlaying } from '../state/room.js';
import { other } from '../rules/position.js';
import { computerWaits, engineTrouble, evaluationShown, hasEnded, isOver, people, shownPosition, wantedEngine } from '../state/select.js';
import { preferredLanguage, setLanguage, t } from '../words.js';
import { canInvite, roomView } from './room-views.js';
import { mistakesView } from './mistakes-views.js';
import * as studyViews from './study-views.js';
import * as views from './views.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/update.js').Action} Action */
/** @typedef {import('../state/state.js').Sheet} Sheet */

const SHEETS = /** @type {const} */ ({ new: 'new-game', invite: 'invite-sheet', open: 'open-sheet', setup: 'setup-sheet', share: 'share-sheet', settings: 'settings-sheet', tournament: 'tournament-sheet', mistakes: 'mistakes-sheet' });

const MORE_CONTRAST = matchMedia('(prefers-contrast: more)');

/** @param {import('../state/state.js').Settings} settings */
const wantsContrast = ({ contrast }) => contrast ?? MORE_CONTRAST.matches;

/** The one element with this selector. @param {string} selector @returns {any} */
function one(selector) {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

export class Page {
  /** @type {Sheet} */
  sheet = '';
  spoken = 0;

  /** @param {(action: Action) => void} dispatch */
  begin(dispatch) {
    one('#resume').addEventListener('click', () => dispatch({ type: 'resume' }));
    one('#back').addEventListener('click', () => dispatch({ type: 'back' }));
    for (const tab of document.querySelectorAll('#modes [role=tab]')) {
      tab.addEventListener('click', () => dispatch(tab.id === 'mode-tab-puzzles' ? { type: 'puzzles.open' } : { type: 'study', on: tab.id === 'mode-tab-study' }));
    }
    for (const tab of document.querySelectorAll('#subtabs [role=tab]')) {
      tab.addEventListener('click', () => dispatch({ type: 'panel', panel: /** @type {any} */ (tab.getAttribute('data-panel')) }));
    }
    // A tab that the arrow keys reach is chosen.
    for (const row of ['#modes', '#subtabs']) rove(one(row), '[role=tab]', (tab) => tab.click());
    one('#retry').addEventListener('click', () => document.dispatchEvent(new CustomEvent('retry')));
    this.listenToDrops();
    this.listenToPastes();
  }

  /** @param {State} state */
  draw(state) {
    const language = state.settings.language ?? preferredLanguage();
    setLanguage(language);
    this.appearance(state, language);
    one('othello-board').view = views.boardView(state);
    one('eval-bar').view = views.barView(state);
    this.drawPlayers(state);
    this.drawStatus(state);
    this.drawStudy(state, language);
    this.drawPanels(state, language);
    this.drawSheet(state, language);
    setAttribute(one('main'), 'data-ready', true);
  }

  /** @param {State} state @param {string} language */
  appearance({ settings }, language) {
    const root = document.documentElement;
    setAttribute(root, 'lang', language);
    setAttribute(root, 'data-theme', settings.theme);
    setAttribute(root, 'data-contrast', wantsContrast(settings) ? 'high' : null);
    setAttribute(root, 'data-motion', settings.motion ? null : 'none');
    setAttribute(root, 'data-board', null);
    for (const element of document.querySelectorAll('[data-t]')) {
      setText(element, t(/** @type {any} */ (element.getAttribute('data-t'))));
    }
  }

  /** @param {State} state */
  drawPlayers(state) {
    const now = Date.now();
    one('#black').view = views.playerView(state, 'black', now);
    one('#white').view = views.playerView(state, 'white', now);
    const bottom = state.room?.info?.you ?? (state.seats.black !== 'human' && state.seats.white === 'human' ? 'white' : 'black');
    setAttribute(one('main'), 'data-bottom', state.turned ? other(bottom) : bottom);
    setAttribute(one('main'), 'data-turned', state.turned);
  }

  /** What is read while a game is studied: everything beside the board, or one panel of it at a time. @param {State} state @param {string} language */
  drawStudy(state, language) {
    const { studying, game } = state;
    const mode = state.puzzling ? 'puzzles' : studying ? 'study' : 'play';
    setAttribute(one('main'), 'data-mode', mode);
    for (const tab of document.querySelectorAll('#modes [role=tab]')) {
      const isOn = tab.id === `mode-tab-${mode}`;
      setAttribute(tab, 'aria-selected', String(isOn));
      if (isOn) setAttribute(one('#panels'), 'aria-labelledby', tab.id);
    }
    stopAt(one('#modes'), '[role=tab]', document.querySelector('#modes [aria-selected="true"]'));
    const evaluation = evaluationShown(state);
    one('move-list').view = studyViews.movesView(state, language);
    one('engine-lines').view = studyViews.linesView(state, language);
    one('review-panel').view = studyViews.reviewView(state, language);
    one('puzzle-panel').hidden = !state.puzzling || state.drill !== null;
    one('drill-panel').hidden = !state.puzzling || state.drill === null;
    if (state.puzzling && state.drill) one('drill-panel').view = studyViews.drillView(state, language);
    if (state.puzzling && !state.drill) one('puzzle-panel').view = studyViews.puzzleView(state, language);
    if (studying) one('node-tools').view = studyViews.nodeToolsView(state, language);
    if (evaluation) one('score-graph').view = studyViews.graphView(state);
    one('score-graph').hidden = !evaluation;
    one('#graph-empty').hidden = evaluation && game.moves.length > 0;
    /** Which panels there are. @type {Record<import('../state/state.js').Panel, boolean>} */
    const there = {
      moves: true, graph: evaluation ? studying || game.moves.length > 0 : studying && game.moves.length === 0, lines: (studying && !isAsking(state.quiz)) || state.hint || (evaluation && people(state) === 0),
      review: studying && game.moves.length > 0, explorer: studying && !isAsking(state.quiz) && state.info?.library !== undefined,
    };
    if (there.explorer) one('explorer-panel').view = studyViews.explorerView(state, language);
    const shown = there[state.panel] ? state.panel : 'moves';
    setAttribute(one('#panels'), 'data-panel', shown);
    for (const [panel, isThere] of Object.entries(there)) {
      one(`#panel-${panel}`).hidden = !isThere;
      const tab = one(`#tab-${panel}`);
      tab.hidden = !isThere;
      setAttribute(tab, 'aria-selected', String(panel === shown));
    }
    one('#subtabs').hidden = Object.values(there).filter(Boolean).length < 2;
    stopAt(one('#subtabs'), '[role=tab]', one(`#tab-${shown}`));
    one('node-tools').hidden = !studying;
  }

  /** @param {State} state */
  drawStatus(state) {
    const { text, note } = views.statusView(state);
    setText(one('#status'), text);
    setText(one('#note'), note);
    this.drawResult(state);
    const { opening, move } = views.headingView(state);
    setText(one('#opening'), opening);
    setText(one('#move-number'), move);
    document.title = isOver(state) ? `${text} · Obverse` : 'Obverse';
    // Computers among themselves have their own button to go on.
    one('#resume').hidden = !computerWaits(state) || people(state) === 0;
    const off = !state.tree.isOnMainLine;
    one('#back').hidden = state.puzzling || (!off && originOf(state) === undefined);
    setText(one('#back'), t(off ? 'backToGame' : 'backToLeft'));
    const trouble = engineTrouble(state);
    one('#engine-lost').hidden = trouble === null;
    setText(one('#engine-trouble'), trouble ? t(trouble) : '');
    one('#retry').hidden = trouble === null || trouble === 'engine.failed';
    setText(one('#notice'), state.notice ? t(state.notice.key, state.notice.params) : '');
    setAttribute(one('#notice'), 'data-tone', state.notice?.tone ?? null);
  }

  /** A finished game shows at a glance how the board was shared. @param {State} state */
  drawResult(state) {
    const { position } = state.game;
    const over = isOver(state) && !state.draft && !state.puzzling;
    one('.state').classList.toggle('over', over);
    one('#share').hidden = !over;
    one('#share').style.setProperty('--share', String(position.count('black') / (position.cells.length - position.empties())));
  }

  /** @param {State} state @param {string} language */
  drawPanels(state, language) {
    const { game } = state;
    one('tool-bar').view = {
      undo: state.puzzling ? !state.drill && state.puzzles.step > 0 : game.ply > 0, redo: state.puzzling ? !state.drill && state.puzzles.result !== 'open' : !game.live, hint: !isPlaying(state) && !isOver(state) && !state.draft && !state.puzzling && state.connection === 'ready',
      hintOn: state.hint, evaluation: evaluationShown(state), studying: state.studying, engine: state.engine, sheet: state.sheet, language,
    };
    // A game that was begun is there to be played: nothing else is offered until it has ended.
    const idle = !state.studying && !state.room && (hasEnded(state) || (game.moves.length === 0 && state.begun === 0));
    one('quick-start').hidden = !idle || state.draft !== null;
    const again = game.moves.length ? { seats: state.seats, size: game.size, time: state.time } : null;
    one('quick-start').view = { level: state.settings.level, size: game.size, again, language };
    const room = roomView(state, location.href.split('#')[0], language);
    one('room-panel').hidden = room === null;
    if (room) one('room-panel').view = room;
    setAttribute(one('main'), 'data-room', room?.kind ?? null);
    one('game-reins').hidden = people(state) > 0 || state.studying || isOver(state);
    one('game-reins').view = { paused: state.paused, speed: state.speed, language };
    const why = state.studying ? null : views.whyView(state);
    one('why-panel').hidden = why === null;
    if (why) one('why-panel').view = { ...why, language };
  }

  /** @param {State} state @param {string} language */
  drawSheet(state, language) {
    const { sheet, info } = state;
    const opened = sheet !== this.sheet;
    const before = this.sheet;
    this.sheet = sheet;
    setAttribute(one('main'), 'data-sheet', sheet || null);
    for (const [name, tag] of Object.entries(SHEETS)) one(tag).hidden = name !== sheet;
    if (sheet) one(SHEETS[sheet]).view = this.sheetView(state, language, info);
    if (!opened) return;
    if (sheet) one(SHEETS[sheet]).begin();
    // A game that has begun is played: the board has the focus.
    else if (state.begun > 0 && state.game.moves.length === 0 && (before === 'new' || before === 'setup')) one('othello-board').focusFirst();
    // Focus goes back to the button that opened it, unless it has moved elsewhere already. What has just been hidden still has it.
    else if (before && (document.activeElement === document.body || one(SHEETS[before]).contains(document.activeElement))) this.focusTool(before === 'setup' || before === 'tournament' || before === 'invite' ? 'new' : before === 'mistakes' ? 'open' : before);
  }

  /** The button that opens a sheet, or what it is behind. @param {string} name */
  focusTool(name) {
    const tool = document.getElementById(`tool-${name}`);
    (tool?.checkVisibility() ? tool : document.getElementById('tool-more'))?.focus();
  }

  /** @param {State} state @param {string} language @param {State['info']} info */
  sheetView(state, language, info) {
    const { game, draft, settings } = state;
    switch (state.sheet) {
      case 'new': return {
        seats: state.seats, size: game.size, time: state.time, level: settings.level, language,
        sizes: Object.fromEntries((info?.players ?? []).map(({ who, sizes }) => [who, sizes])),
        elo: Object.fromEntries((info?.levels ?? []).map(({ level, elo }) => [String(level), elo])),
      };
      case 'invite': {
        const { why } = canInvite(state);
        return { name: settings.name, size: game.size, why: why ? t(why) : '', language };
      }
      case 'setup': return { size: draft?.size, brush: draft?.brush, side: draft?.side, over: shownPosition(state).isOver(), canUndo: (draft?.before.length ?? 0) > 0, language };
      case 'mistakes': return mistakesView(state, language);
      case 'tournament': return { ...views.tournamentView(state), language };
      case 'open': return views.openView(state, language);
      case 'share': return { ...views.shareView(state, location.href.split('#')[0]), language };
      case 'settings': return {
        settings: { ...settings, contrast: wantsContrast(settings), engine: wantedEngine(state) }, language,
        engines: state.engines, about: views.aboutText(info),
      };
      default: return { language };
    }
  }

  /** The same sentence twice is said twice. @param {string} sentence */
  say(sentence) {
    if (!sentence) return;
    this.spoken++;
    setText(one('#live'), sentence + (this.spoken % 2 ? '\u00a0' : ''));
  }

  /** A word over the board that goes away by itself; screen readers hear it elsewhere. @param {string} text @param {boolean} motion */
  flash(text, motion) {
    if (!text) return;
    const flash = one('#flash');
    setText(flash, text);
    const still = !motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const [from, to] = still ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0, scale: 0.92 }, { opacity: 0, scale: 1 }];
    for (const animation of flash.getAnimations()) animation.cancel();
    flash.animate([from, { opacity: 1, scale: 1, offset: 0.08 }, { opacity: 1, scale: 1, offset: 0.85 }, to], { duration: 2400, delay: 250 });
  }

  listenToDrops() {
    const drop = one('#drop');
    let depth = 0;
    addEventListener('dragenter', (event) => {
      event.preventDefault();
      depth++;
      drop.hidden = false;
    });
    addEventListener('dragleave', () => {
      if (--depth <= 0) drop.hidden = true;
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      depth = 0;
      drop.hidden = true;
      this.open(event.dataTransfer);
    });
  }

  /** A game can be pasted anywhere but where text is written. */
  listenToPastes() {
    addEventListener('paste', (event) => {
      if (!isWriting(event.target)) this.open(event.clipboardData);
    });
  }

  /** What was dropped or pasted. @param {DataTransfer | null} given */
  open(given) {
    if (!given) return;
    const sheet = one('open-sheet');
    const [files, text] = [Array.from(given.files), given.getData('text')];
    if (this.sheet !== 'open') sheet.ask({ type: 'sheet', sheet: 'open' });
    if (files.length) void sheet.files(files);
    else sheet.read(text);
  }
}
