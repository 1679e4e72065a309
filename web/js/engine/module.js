// The engine's WebAssembly: which of the two modules this browser can run, and how it is compiled.

/** A module with one 128-bit instruction, which only a browser that knows them takes. */
const WITH_SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Whether this browser has 128-bit instructions. */
export const hasSimd = () => WebAssembly.validate(WITH_SIMD);

/** Whether a search in a worker can pause, and hear that it is to end. */
export const canPause = () => 'Suspending' in WebAssembly && 'promising' in WebAssembly;

/** Compiles a module while it arrives, or afterwards where a web host does not say what it is. @param {string} url */
export async function compileFrom(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const isNamed = answer.headers.get('content-type')?.startsWith('application/wasm');
  return isNamed ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
