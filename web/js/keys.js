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
    return key === 'z' ? { type: 'undo' } : null;
  }
  if (!state.settings.shortcuts || event.altKey) return null;
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

/** On the board letters are columns. @param {Event} event */
const onBoard = (event) => event.target instanceof Element && event.target.closest('othello-board') !== null;
