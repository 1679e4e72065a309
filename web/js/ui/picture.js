// The board as an SVG picture that stands alone, for downloads.

import { squareName } from '../rules/position.js';

const CELL = 100;
const EDGE = 60;

/** @param {import('../rules/position.js').Position} position @param {number | null} last */
export function pictureOf(position, last) {
  const { size, cells } = position;
  const side = size * CELL;
  const full = side + 2 * EDGE;
  const lines = Array.from({ length: size + 1 }, (_, at) => `M${at * CELL} 0V${side}M0 ${at * CELL}H${side}`).join('');
  const dots = size < 6 ? '' : [2, size - 2].flatMap((x) => [2, size - 2].map((y) => `<circle cx="${x * CELL}" cy="${y * CELL}" r="7"/>`)).join('');
  const discs = Array.from(cells, (cell, square) => (cell ? disc(square, size, cell === 1) : '')).join('');
  const mark = last === null ? '' : `<circle cx="${centre(last % size)}" cy="${centre(Math.floor(last / size))}" r="10" fill="#f2b134"/>`;
  const names = Array.from({ length: size }, (_, at) => {
    const letter = squareName(at, size)[0];
    return `<text x="${centre(at)}" y="-20">${letter}</text><text x="-30" y="${centre(at) + 10}">${at + 1}</text>`;
  }).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${full} ${full}" width="${full}" height="${full}">` +
    `<rect width="${full}" height="${full}" fill="#14352a"/><g transform="translate(${EDGE} ${EDGE})">` +
    `<rect width="${side}" height="${side}" fill="#1f6f50"/><path d="${lines}" stroke="#14543b" stroke-width="2"/>` +
    `<g fill="#0f3f2d">${dots}</g><g fill="#d6e6dc" font-family="system-ui,sans-serif" font-size="28" text-anchor="middle">${names}</g>` +
    `${discs}${mark}</g></svg>`
  );
}

/** @param {number} line */
const centre = (line) => line * CELL + CELL / 2;

/** @param {number} square @param {number} size @param {boolean} black */
function disc(square, size, black) {
  const fill = black ? '#15171a" stroke="#3a3f45' : '#f4f1e8" stroke="#a8a396';
  return `<circle cx="${centre(square % size)}" cy="${centre(Math.floor(square / size))}" r="42" fill="${fill}" stroke-width="2"/>`;
}
