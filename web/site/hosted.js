// Where the page of a static site finds what is not in its modules: this module takes the place of
// js/files.js there. The names are those of the files before `cargo xtask site` gives them theirs.

import { compileFrom, hasSimd } from '../js/engine/module.js';

/** @type {string | null} */
export const SERVER = null;

/** @type {import('../js/engine/browser.js').Source | null} */
export const ENGINE = {
  open: () => new Worker('engine.js'),
  load: () => compileFrom(hasSimd() ? 'engine-simd.wasm' : 'engine.wasm'),
};

/** @type {string[]} */
export const SPARE = [];

/** @returns {Promise<string>} */
export const openings = async () => (await fetch('openings.tsv')).text();
