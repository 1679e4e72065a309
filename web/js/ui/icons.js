// Icons as SVG paths on a 24×24 grid, drawn for this page.

import { svg } from '../dom.js';

const PATHS = {
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5m5 5H10a6 6 0 0 0 0 12h3',
  hint: 'M9 18h6m-5 3h4M8 14.5a6 6 0 1 1 8 0c-.7.6-1 1.200-1 2v.5H9v-.5c0-.8-.3-1.400-1-2Z',
  turn: 'M7 20V4M3 8l4-4 4 4m6-4v16m-4-4 4 4 4-4',
  new: 'M12 5v14M5 12h14',
  open: 'M4 19V6a1 1 0 0 1 1-1h5l2 3h7a1 1 0 0 1 1 1v2M4 19l2.500-7h15L19 19H4Z',
  share: 'M12 15V4m-4 4 4-4 4 4M5 13v6a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-6',
  settings: 'M4 7h10m4 0h2M4 17h2m4 0h10M14 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0ZM6 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0Z',
  evaluation: 'M4 20V4m0 16h16M7 15l4-5 3 3 5-7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  engine: 'M9 3v3m6-3v3M9 18v3m6-3v3M3 9h3m-3 6h3m12-6h3m-3 6h3M6 6h12v12H6V6Zm4 4h4v4h-4v-4Z',
  close: 'M6 6l12 12M18 6 6 18',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5v14l12-7L7 5Z',
  step: 'M6 5v14l9-7-9-7Zm12 0v14',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0',
  computer: 'M5 5h14v10H5V5Zm4 15h6m-3-5v5',
  people: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm-6.500 9a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14a6.500 6.500 0 0 1 3.500 6',
  link: 'M10 14a4 4 0 0 0 5.700 0l3.600-3.600a4 4 0 0 0-5.700-5.700L12.500 5.800M14 10a4 4 0 0 0-5.700 0l-3.600 3.600a4 4 0 0 0 5.700 5.700l1.100-1.100',
  pencil: 'm4 20 1-4L16 5l3 3L8 19l-4 1Zm10-13 3 3',
  again: 'M20 11.500a8 8 0 1 0-2.500 6M20 5v6h-6',
  cup: 'M8 4h8v6a4 4 0 0 1-8 0V4Zm0 2H4v1a4 4 0 0 0 4 4m8-5h4v1a4 4 0 0 1-4 4m-4 3v4m-4 2h8m-7 0c0-1.300 1.300-2 3-2s3 .7 3 2',
  eye: 'M2 12s3.500-7 10-7 10 7 10 7-3.500 7-10 7-10-7-10-7Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
}
