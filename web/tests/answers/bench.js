// How fast the engine's worker is, beside the native engine that `OBVERSE_BIN` names: user time of the
// fixed searches, interleaved, since clocks on a busy machine tell little; how large the modules are;
// and how soon a worker answers, and another one after it was ended in the middle of a search.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { EngineWorker, glue, moduleOf } from './worker.js';

const ROUNDS = 7;
const HASH = 64;
const MODULES = ['obverse-simd', 'obverse'];

/** @param {number[]} values */
const median = (values) => [...values].sort((one, two) => one - two)[values.length >> 1];

/** @param {string} tier @returns {number} seconds of user time */
function native(tier) {
  const script = `TIMEFORMAT=%U; time "${process.env.OBVERSE_BIN}" bench signature --json > /dev/null`;
  const { stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', env: { ...process.env, OBVERSE_TIER: tier } });
  return Number(stderr.trim());
}

/** @param {string} name @returns {() => number} seconds of user time */
function searches(name) {
  const bindings = new Function(`${glue()}; return wasm_bindgen;`)();
  bindings.initSync({ module: moduleOf(name) });
  // The first time the browser's compiler works beside it.
  bindings.signature();
  return () => {
    const before = process.cpuUsage();
    bindings.signature();
    return process.cpuUsage(before).user / 1e6;
  };
}

function speed() {
  /** @type {[string, () => number][]} */
  const runs = [
    ['native avx2', () => native('avx2')], ['native portable', () => native('portable')],
    ...MODULES.map((name) => /** @type {[string, () => number]} */ ([name, searches(name)])),
  ];
  const times = runs.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < ROUNDS; round++) runs.forEach(([, run], at) => times[at].push(run()));
  console.log('fixed searches         user s  of native avx2');
  runs.forEach(([name], at) => {
    const [time, best] = [median(times[at]), median(times[0])];
    console.log(`${name.padEnd(20)} ${time.toFixed(3).padStart(8)}  ${(best / time).toFixed(2).padStart(14)}`);
  });
}

function sizes() {
  console.log('\nmodule                  bytes     gzip   brotli');
  for (const name of MODULES) {
    const bytes = readFileSync(join(process.env.OBVERSE_WASM ?? '', `${name}.wasm`));
    const all = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
    console.log(`${name.padEnd(20)} ${all.map((size) => String(size).padStart(8)).join(' ')}`);
  }
}

async function latencies() {
  const module = moduleOf(MODULES[0]);
  const short = { type: 'analyse', id: 1, moves: ['f5'], depth: 8 };
  /** @type {Record<string, number[]>} */
  const found = { 'a worker is there': [], 'its first answer': [], 'ended in mid-search': [], 'another is there': [], 'the first answer of that': [] };
  for (let round = 0; round < ROUNDS; round++) {
    let last = performance.now();
    const lap = (/** @type {string} */ what) => {
      found[what].push(performance.now() - last);
      last = performance.now();
    };
    const worker = new EngineWorker(module, HASH);
    await worker.hello;
    lap('a worker is there');
    await worker.ask(short);
    lap('its first answer');
    void worker.ask({ type: 'analyse', id: 2, depth: 60 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    last = performance.now();
    await worker.end();
    lap('ended in mid-search');
    const next = new EngineWorker(module, HASH);
    await next.hello;
    lap('another is there');
    await next.ask(short);
    lap('the first answer of that');
    await next.end();
  }
  console.log('\nmilliseconds by the clock, median');
  for (const [what, times] of Object.entries(found)) console.log(`${what.padEnd(26)} ${median(times).toFixed(0).padStart(5)}`);
}

speed();
sizes();
await latencies();
