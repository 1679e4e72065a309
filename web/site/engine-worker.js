// Drives the engine inside a worker. It stands behind obverse.js, which defines `wasm_bindgen`. After
// `begin` it speaks what the server's socket speaks: text in, text out, `hello` first. One question
// is answered after the other.
//
// A worker hears nothing while its engine computes. So a search pauses many times a second: the
// browser puts its stack aside, hands out what was said to the worker, and goes on with it (JavaScript
// Promise Integration). Where a browser cannot do that, a search ends when it is done.

{
  const scope = /** @type {any} */ (self);
  const wasm = /** @type {any} */ (WebAssembly);
  const canPause = 'Suspending' in wasm && 'promising' in wasm;
  /** @type {Promise<any>} */
  let engine;
  /** Questions that wait. @type {string[]} */
  let waiting = [];
  /** The question that is answered now. @type {{ text: string, isStopped: boolean } | null} */
  let current = null;
  /** When the engine has said its last word. @type {Promise<void> | undefined} */
  let answered;

  // What arrived before this message is heard before it.
  const { port1, port2 } = new MessageChannel();
  scope.pauseSearch = () => canPause && new Promise((resolve) => {
    port1.onmessage = () => resolve(current?.isStopped ?? false);
    port2.postMessage(null);
  });

  const instantiate = wasm.instantiate.bind(wasm);
  /** The engine's instance, which may leave `receive` in a pause before that is done. wasm-bindgen has this too, for modules that need more of a browser. */
  const pausing = async (/** @type {WebAssembly.Module} */ module, /** @type {Record<string, Record<string, any>>} */ imports) => {
    for (const functions of Object.values(imports)) {
      for (const name of Object.keys(functions)) if (name.includes('pauseSearch')) functions[name] = new wasm.Suspending(functions[name]);
    }
    const instance = await instantiate(module, imports);
    const receive = wasm.promising(instance.exports.engine_receive);
    const exports = { ...instance.exports, engine_receive: (/** @type {unknown[]} */ ...message) => { answered = receive(...message); } };
    return Object.create(instance, { exports: { value: exports } });
  };
  if (canPause) wasm.instantiate = pausing;

  /** @param {{ module: WebAssembly.Module, hash: number, searches: boolean }} message */
  const begin = async ({ module, hash, searches }) => {
    // @ts-ignore: it stands in front of this.
    const bindings = wasm_bindgen;
    await bindings({ module_or_path: module });
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const begun = new bindings.Engine(hash, seed);
    scope.postMessage(begun.hello());
    if (searches) {
      // The first search unpacks the weights of the evaluation. Nobody is to wait for that. It is of a
      // position that no game has, so that nothing is learnt by which a later answer could differ.
      begun.receive(JSON.stringify({ type: 'analyse', id: 0, depth: 1, start: `XO${'-'.repeat(62)} X` }), () => {});
      await answered;
    }
    return begun;
  };

  /** What a message says beside its question; what cannot be read the engine refuses. @param {string} text @returns {{ type?: string, id?: number }} */
  const headOf = (text) => {
    try {
      return JSON.parse(text) ?? {};
    } catch {
      return {};
    }
  };

  /** Takes a message in. There is nothing to stop where nothing is asked. @param {string} text */
  const hear = (text) => {
    const { type, id } = current || waiting.length ? headOf(text) : {};
    if (type !== 'stop') {
      waiting.push(text);
      return;
    }
    if (current && headOf(current.text).id === id) current.isStopped = true;
    waiting = waiting.filter((each) => headOf(each).id !== id);
  };

  /** Answers what waits, one after the other. */
  const work = async () => {
    const begun = await engine;
    while (!current && waiting.length) {
      current = { text: /** @type {string} */ (waiting.shift()), isStopped: false };
      begun.receive(current.text, (/** @type {string} */ reply) => scope.postMessage(reply));
      await answered;
      current = null;
    }
  };

  scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
    try {
      if (data.type === 'begin') engine = begin(data);
      else hear(data);
      await work();
    } catch (error) {
      console.error(error);
      // Nothing more can be asked of an engine that has failed.
      scope.postMessage('{"type":"broken"}');
    }
  };
}
