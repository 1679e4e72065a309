// Drives the engine inside a worker. It stands behind obverse.js, which defines `wasm_bindgen`. After
// `begin` it speaks what the server's socket speaks: text in, text out, `hello` first.

{
  const scope = /** @type {any} */ (self);
  /** @type {Promise<any>} */
  let engine;

  /** @param {{ module: WebAssembly.Module, hash: number }} message */
  const begin = async ({ module, hash }) => {
    // @ts-ignore: it stands in front of this.
    const bindings = wasm_bindgen;
    await bindings({ module_or_path: module });
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const begun = new bindings.Engine(hash, seed);
    scope.postMessage(begun.hello());
    return begun;
  };

  scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
    try {
      if (data.type === 'begin') engine = begin(data);
      const begun = await engine;
      if (data.type !== 'begin') begun.receive(data, (/** @type {string} */ reply) => scope.postMessage(reply));
    } catch (error) {
      console.error(error);
      // Nothing more can be asked of an engine that has failed.
      scope.postMessage('{"type":"broken"}');
    }
  };
}
