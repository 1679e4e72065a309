// A web host that knows nothing of Obverse.

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const TYPES = /** @type {Record<string, string>} */ ({
  html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
});

/** A web host that knows nothing but files, with the compressed copies where a browser takes them. @param {string} folder */
export async function plainHost(folder) {
  const host = createServer((request, answer) => {
    const name = new URL(request.url ?? '/', 'http://host').pathname.slice(1) || 'index.html';
    const path = join(folder, name);
    if (name.includes('..') || !existsSync(path)) return answer.writeHead(404).end();
    const small = String(request.headers['accept-encoding']).includes('br') && existsSync(`${path}.br`);
    answer.writeHead(200, {
      'content-type': TYPES[name.split('.').pop() ?? ''] ?? 'text/plain', ...(small && { 'content-encoding': 'br' }),
      'cache-control': /-[0-9a-f]{10}\./.test(name) ? 'max-age=31536000, immutable' : 'no-cache',
    });
    return answer.end(readFileSync(small ? `${path}.br` : path));
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => { host.closeAllConnections(); host.close(); } };
}
