// Where the page of a server that has the engine for a browser too finds what is not in its modules:
// this module takes the place of js/files.js there (crates/web/build.rs).

import { compileFrom, hasSimd } from '../js/engine/module.js';

/** @type {string | null} */
export const SERVER = location.origin.replace(/^http/, 'ws') + '/api/v1/socket';

const MODULE = hasSimd() ? 'engine-simd.wasm' : 'engine.wasm';

/** @type {import('../js/engine/browser.js').Source | null} */
export const ENGINE = {
  open: () => new Worker('engine.js'),
  load: () => compileFrom(MODULE),
};

/** @type {string[]} */
export const SPARE = ['engine.js', MODULE];

/** @returns {Promise<string>} */
export async function openings() {
  const answer = await fetch('openings.tsv');
  return answer.ok ? answer.text() : '';
}
