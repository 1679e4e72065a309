// Puts it together: state, engine, elements, storage.

import './ui/board.js';
import './ui/controls.js';
import './ui/drill-panel.js';
import './ui/engine-lines.js';
import './ui/explorer-panel.js';
import './ui/graph.js';
import './ui/invite-sheet.js';
import './ui/mistakes-sheet.js';
import './ui/move-list.js';
import './ui/new-game.js';
import './ui/open-sheet.js';
import './ui/parts.js';
import './ui/puzzle-panel.js';
import './ui/review-panel.js';
import './ui/room-panel.js';
import './ui/settings-sheet.js';
import './ui/setup-sheet.js';
import './ui/share-sheet.js';
import './ui/tournament-sheet.js';
import './ui/why-panel.js';
import { announcement, headline } from './announce.js';
import { Clerk } from './clerk.js';
import { Director } from './director.js';
import { BrowserEngine, shareOf } from './engine/browser.js';
import { EitherEngine } from './engine/either.js';
import { SocketEngine } from './engine/socket.js';
import { ENGINE, SERVER, SPARE, openings } from './files.js';
import { listenToKeys } from './keys.js';
import { readLink } from './link.js';
import { keepForOffline } from './offline.js';
import { loadOpenings } from './openings.js';
import { RoomLine, chairOf, roomOfLink } from './room-line.js';
import { Page } from './ui/page.js';
import { download } from './ui/share-sheet.js';
import { exportsOf, gamesFile } from './ui/views.js';
import { click } from './sound.js';
import { isReplying } from './state/drill.js';
import { update } from './state/update.js';
import { openGames, restore, save, saveGames } from './storage.js';

/** @typedef {import('./state/state.js').State} State */
/** @typedef {import('./state/update.js').Action} Action */

/** @type {State} */
let state = restore();
const page = new Page();
const engine = new EitherEngine({
  ...(SERVER && { server: new SocketEngine(SERVER) }),
  ...(ENGINE && { browser: new BrowserEngine(ENGINE, shareOf(navigator)) }),
}, state.settings.engine);
state = { ...state, engines: engine.places };
const director = new Director(engine, dispatch);
const clerk = new Clerk(engine, dispatch, exportsOf);
const roomLine = SERVER ? new RoomLine(SERVER, dispatch) : null;
const REPLY_MS = 450;
let savePending = false;
/** What was wrong when the state was last stored. @type {ReturnType<typeof save>} */
let lastProblem = null;

/** @param {Action} action */
function dispatch(action) {
  const before = state;
  state = update(state, action, Date.now());
  if (state !== before) {
    page.draw(state);
    page.say(announcement(before, state));
    page.flash(headline(before, state), state.settings.motion);
    if (state.settings.sound && state.game !== before.game) click();
    saveSoon();
  }
  const games = gamesFile(state);
  if (games !== null) {
    download('obverse-games.sgf', new Blob([games], { type: 'application/x-go-sgf' }));
    return dispatch({ type: 'games.export', on: false });
  }
  engine.want(state.settings.engine);
  director.follow(state);
  roomLine?.follow(state);
  showRoom(before);
  // The other side of a drill takes a moment, so that one sees one's own move.
  if (isReplying(state.drill) && !isReplying(before.drill)) setTimeout(() => dispatch({ type: 'drill.reply' }), REPLY_MS);
  clerk.follow(state);
}

/** Once for many changes, after the page has been drawn. */
function saveSoon() {
  if (savePending) return;
  savePending = true;
  setTimeout(() => {
    savePending = false;
    void saveNow();
  }, 100);
}

/** The games go into their store first: what is there need not wait elsewhere. */
async function saveNow() {
  await saveGames(state);
  const problem = save(state);
  // Said once, not after every move.
  if (problem && problem !== lastProblem) dispatch({ type: 'notice', notice: { key: problem, tone: 'error' } });
  lastProblem = problem;
}

/** The address of the page is the link to the room. @param {State} before */
function showRoom({ room: before }) {
  const [from, to] = [before?.line === 'gone' ? '' : before?.id ?? '', state.room?.line === 'gone' ? '' : state.room?.id ?? ''];
  if (from !== to) history.replaceState(null, '', to ? `#room=${to}` : location.pathname);
}

/** A game in the link is opened; the one in progress is kept. */
function openLink() {
  const room = roomOfLink(location.hash);
  if (room !== null) return openRoom(room);
  const link = readLink(location.hash);
  if (!link) return;
  dispatch('tree' in link ? { type: 'load', tree: link.tree } : { type: 'notice', notice: link.error });
  // The game lives in storage from here; a reload must not bring the beginning back.
  history.replaceState(null, '', location.pathname);
}

/** @param {string} id */
function openRoom(id) {
  if (id === state.room?.id) return;
  if (roomLine) dispatch({ type: 'room.enter', id, ...chairOf(id) });
  else dispatch({ type: 'notice', notice: { key: 'room.noServer', tone: 'error' } });
}

document.addEventListener('ask', (event) => dispatch(/** @type {CustomEvent<Action>} */ (event).detail));
for (const [target, event] of /** @type {const} */ ([[document, 'retry'], [window, 'online']])) {
  target.addEventListener(event, () => {
    engine.hurry();
    roomLine?.hurry();
  });
}
// A line may have died while nobody looked.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') roomLine?.hurry();
});
addEventListener('hashchange', openLink);
addEventListener('pagehide', () => save(state));
listenToKeys(() => state, dispatch);
page.begin(dispatch);
page.draw(state);
openLink();
void openGames((games, isNews) => dispatch({ type: 'games.loaded', games, isNews }), (ids) => dispatch({ type: 'games.gone', ids })).then(saveSoon);
engine.watch((status, info) => {
  if (status !== 'ready') director.forget();
  dispatch({ type: 'connection', status, info });
});
setInterval(() => {
  if (!state.clocks) return;
  dispatch({ type: 'tick' });
  page.drawPlayers(state);
}, 200);
openings()
  .then((table) => {
    loadOpenings(table);
    page.draw(state);
  })
  .catch(() => {
    // Names of openings are a comfort; the game goes on without.
  })
  .then(() => keepForOffline(SPARE))
  .catch(() => {
    // Without it the page needs the server at every load, and works all the same.
  });
