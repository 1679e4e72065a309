// Where the page in one file finds what is not in its modules: further down in the same file, because
// a page from a disk may read no other. This module takes the place of js/files.js there.

import { hasSimd } from '../js/engine/module.js';

/** @type {string | null} */
export const SERVER = null;

/** The text of a part of the file, once that has arrived. @param {string} id */
async function part(id) {
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  return document.getElementById(id)?.textContent ?? '';
}

/** What was compressed and written as base64. @param {string} id */
async function unpacked(id) {
  const text = atob((await part(id)).trim());
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}

/** @param {string} id */
const bytesOf = async (id) => new Uint8Array(await (await unpacked(id)).arrayBuffer());

/** The module for browsers without 128-bit instructions. What it shares with the other one is in the file once: its own bytes stand around that. */
async function portable() {
  const [own, other] = await Promise.all([bytesOf('engine-portable'), bytesOf('engine-simd')]);
  /** @type {[after: number, from: number, length: number][]} */
  const shared = JSON.parse(await part('engine-shared'));
  const pieces = shared.flatMap(([after, from, length], at) => [own.subarray(shared[at - 1]?.[0] ?? 0, after), other.subarray(from, from + length)]);
  return new Blob([...pieces, own.subarray(shared.at(-1)?.[0] ?? 0)]).arrayBuffer();
}

/** The address of the worker's script. A page from a disk may start a worker from a blob only. @type {string} */
let script;

/** @type {import('../js/engine/browser.js').Source | null} */
export const ENGINE = {
  open: () => new Worker(script),
  load: async () => {
    script = URL.createObjectURL(new Blob([await part('engine')], { type: 'text/javascript' }));
    return WebAssembly.compile(hasSimd() ? await bytesOf('engine-simd') : await portable());
  },
};

/** @type {string[]} */
export const SPARE = [];

/** @returns {Promise<string>} */
export const openings = () => part('openings');
