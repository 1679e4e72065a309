// From the state to what is shown of a room. Pure: words, no elements.

import { linkToRoom } from '../room-line.js';
import { other } from '../rules/position.js';
import { sideNow } from '../state/room.js';
import { t } from '../words.js';
import { timeText } from './new-game.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../rules/position.js').Color} Color */
/** @typedef {import('../state/room.js').RoomState} RoomState */
/** @typedef {import('../engine/study.js').Room} RoomInfo */

/** Names under which nobody else finds this computer. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** What the room is to this page. @param {RoomState} room @returns {import('./room-panel.js').RoomView['kind']} */
function kindOf({ line, info, token, chair }) {
  if (line === 'gone') return 'gone';
  if (!info) return 'entering';
  if (info.you) return info.phase;
  if (chair && info.phase !== 'waiting') return 'elsewhere';
  return info.phase === 'waiting' && token === null ? 'invited' : 'watching';
}

/** @param {State} state @param {string} page its address @param {string} language @returns {import('./room-panel.js').RoomView | null} */
export function roomView({ room, settings }, page, language) {
  if (!room) return null;
  const { info } = room;
  const kind = kindOf(room);
  const rival = info?.you ? info.players[other(info.you)] : null;
  return {
    kind, language, name: settings.name, lost: room.line === 'lost',
    text: textOf(room, kind), note: rival && !rival.here && kind !== 'waiting' ? t(kind === 'over' ? 'room.rivalLeft' : info?.clock ? 'room.rivalLost.clock' : 'room.rivalLost', { name: rival.name }) : '',
    link: room.id ? linkToRoom(room.id, page) : '',
    local: kind === 'waiting' && LOOPBACK.test(new URL(page).hostname),
    watching: watchingText(info, kind), offer: offerOf(info),
    canTakeBack: kind === 'playing' && (info?.moves.length ?? 0) > 0 && room.line === 'here',
    asked: room.asks.some(({ question }) => question.type !== 'move'),
    room: room.id, token: room.chair?.token ?? null,
  };
}

/** @param {RoomState} room @param {import('./room-panel.js').RoomView['kind']} kind */
function textOf({ info, problem, chair }, kind) {
  if (kind === 'gone') return problem ? t(problem.key, problem.params) : '';
  if (!info) return t('room.entering');
  if (kind === 'elsewhere') return t('room.elsewhere', { color: chair ? t(`color.${sideNow(chair, info.round)}`) : '' });
  if (kind === 'watching') return t(info.phase === 'over' ? 'room.watched' : info.phase === 'waiting' ? 'room.waits' : 'room.watching');
  if (kind !== 'invited') return '';
  const free = info.players.black ? 'white' : 'black';
  const host = info.players[other(free)]?.name ?? '';
  const clock = info.clock ? timeText({ kind: 'clock', minutes: Math.round(info.clock.black / 6) / 10, increment: info.clock.increment }).replaceAll(' ', '\u00a0') : t('time.none');
  return t('room.invited', { name: host, size: info.size, time: clock, color: t(`color.${free}`) });
}

/** @param {RoomInfo | null} info @param {import('./room-panel.js').RoomView['kind']} kind */
function watchingText(info, kind) {
  const others = (info?.watching ?? 0) - (info && !info.you ? 1 : 0);
  if (others <= 0 || kind === 'gone') return '';
  return kind === 'waiting' ? t('room.opened') : t('room.watchers', { count: others });
}

/** @param {RoomInfo | null} info @returns {import('./room-panel.js').RoomView['offer']} */
function offerOf(info) {
  if (!info?.you || !info.offer) return null;
  const { what, by } = info.offer;
  const isMine = by === info.you;
  const name = info.players[by]?.name ?? '';
  return { what, mine: isMine, text: t(/** @type {any} */ (`room.${what}.${isMine ? 'mine' : 'theirs'}`), { name }) };
}

/** What is said under a player's name in a room. @param {State} state @param {Color} color @returns {string | null} */
export function seatLine({ room }, color) {
  if (!room?.info || room.line === 'gone') return null;
  const player = room.info.players[color];
  if (!player) return t('room.free');
  if (!player.here) return t('room.away');
  return room.info.you === color ? t('who.you') : '';
}

/** The one line that says where a game in a room stands; null where the usual one does. @param {State} state */
export function roomStatus({ room, studying, game }) {
  if (!room || studying || room.line === 'gone') return null;
  const { info } = room;
  if (!info) return t('room.entering.short');
  if (info.phase === 'waiting') return info.you ? t('room.waiting.short') : t('room.invited.short');
  if (info.phase === 'over') return null;
  const { side } = game.positions[game.moves.length];
  if (info.you === side && room.sent === null) return t('yourMove', { color: t(`color.${side}`) });
  return info.you ? t('room.theirMove', { name: info.players[other(info.you)]?.name ?? '' }) : t('toMove', { color: t(`color.${side}`) });
}

/** What has happened in a room, for those who listen. @param {State} before @param {State} after */
export function roomNews(before, after) {
  const [then, now] = [before.room, after.room];
  if (!now || then === now) return '';
  const sentences = [];
  if (now.line === 'lost' && then?.line === 'here') sentences.push(t('room.line.lost'));
  if (now.line === 'here' && then?.line === 'lost') sentences.push(t('room.line.back'));
  const [past, info] = [then?.info, now.info];
  if (!info || past === info) return sentences.join(' ');
  if (info.phase === 'playing' && past && past.phase !== 'playing') sentences.push(info.you ? t('room.begins', { color: t(`color.${info.you}`) }) : t('room.beginsOthers'));
  const rival = info.you && info.players[other(info.you)];
  const was = info.you && past?.you === info.you && past.round === info.round ? past.players[other(info.you)] : null;
  if (rival && was && was.here !== rival.here) sentences.push(t(rival.here ? 'room.rivalBack' : 'room.rivalLost', { name: rival.name }));
  const offer = offerOf(info);
  if (offer && !offer.mine && (past?.offer?.what !== offer.what || past.offer.by !== info.offer?.by)) sentences.push(offer.text);
  return sentences.join(' ');
}

/** Whether two people can play from this page, and why not. @param {State} state @returns {{ why: import('../lang/en.js').Key | null }} */
export function canInvite({ engines, info, connection }) {
  if (!engines.includes('server')) return { why: 'room.noServer' };
  if (info?.runs === 'server' && !info.rooms) return { why: 'room.none' };
  if (connection === 'lost' || (info && info.runs !== 'server')) return { why: 'room.serverLost' };
  return { why: null };
}
