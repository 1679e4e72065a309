// The page asks for all its modules at once; this keeps the list what the imports say.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const WEB = new URL('../../', import.meta.url);

/** Every module that one imports, itself included. @param {URL} module @param {Set<string>} [seen] */
function reached(module, seen = new Set()) {
  if (seen.has(module.href)) return seen;
  seen.add(module.href);
  const imports = readFileSync(module, 'utf8').matchAll(/^import (?:[^']*? from )?'(\.[^']+)'/gm);
  for (const [, path] of imports) reached(new URL(path, module), seen);
  return seen;
}

test('the page preloads exactly the modules that it imports', () => {
  const page = readFileSync(new URL('index.html', WEB), 'utf8');
  const preloaded = [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path]) => new URL(path, WEB).href);
  const main = new URL('js/main.js', WEB);
  assert.deepEqual(preloaded.toSorted(), [...reached(main)].filter((module) => module !== main.href).toSorted());
});
