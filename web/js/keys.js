// Keys that work anywhere on the page. Single letters can be turned off in the settings.

/** @typedef {import('./state/state.js').State} State */
/** @typedef {import('./state/update.js').Action} Action */

/** @param {() => State} state @param {(action: Action) => void} dispatch */
export function listenToKeys(state, dispatch) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    const action = actionOf(event, state());
    if (!action) return;
    event.preventDefault();
    dispatch(action);
  });
}

/** @param {KeyboardEvent} event @param {State} state @returns {Action | null} */
function actionOf(event, state) {
  if (event.key === 'Escape' && state.sheet) return { type: 'sheet', sheet: state.sheet };
  if (isWriting(event.target)) return null;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === 'y' || (key === 'z' && event.shiftKey)) return { type: 'redo' };
    if (key !== 'z') return null;
    // What was changed last is undone: a disc that is set up, a deletion or a comment, a move.
    if (state.draft) return { type: 'draft.undo' };
    return state.studying && state.tree.canUndo ? { type: 'undoEdit' } : { type: 'undo' };
  }
  if (event.altKey || event.shiftKey && event.key.startsWith('Arrow')) return null;
  // On the board arrows go from square to square, in a row of buttons from one to the next.
  if (!ownsArrows(event.target)) {
    if (event.key === 'ArrowLeft') return { type: 'step', by: -1 };
    if (event.key === 'ArrowRight') return { type: 'step', by: 1 };
    if (event.key === 'Home' && event.target !== document.body) return { type: 'goTo', ply: 0 };
    if (event.key === 'End' && event.target !== document.body) return { type: 'goTo', ply: Infinity };
  }
  if (!state.settings.shortcuts) return null;
  switch (event.key) {
    case ',': return { type: 'goTo', ply: state.game.ply - 1 };
    case '.': return { type: 'goTo', ply: state.game.ply + 1 };
    case '<': return { type: 'goTo', ply: 0 };
    case '>': return { type: 'goTo', ply: state.game.moves.length };
    case '?': return { type: 'hint' };
    case 'p': case 'P': return onBoard(event) ? null : { type: 'pause' };
    default: return null;
  }
}

/** Whether keys and pastes belong to a field. @param {EventTarget | null} target */
export const isWriting = (target) =>
  target instanceof HTMLElement && target.matches('textarea, select, input:not([type=radio], [type=checkbox], [type=range])');

/** @param {EventTarget | null} target */
const ownsArrows = (target) => target instanceof Element && target.closest('othello-board, [role=toolbar], [role=tablist], [role=slider], input, select, textarea, .sheet') !== null;

/** On the board letters are columns. @param {Event} event */
const onBoard = (event) => event.target instanceof Element && event.target.closest('othello-board') !== null;
