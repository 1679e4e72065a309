// The service worker of the site, in a browser that is only a stand-in: a new version comes while a page is open.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const SCRIPT = readFileSync(new URL('../../site/offline-worker.js', import.meta.url), 'utf8');

/** A browser as far as service workers see it: its caches, the worker that serves its pages, and one that waits. */
class StubBrowser {
  /** @type {Map<string, Map<string, string>>} */ caches = new Map();
  /** @type {StubServiceWorker | null} */ active = null;
  /** @type {StubServiceWorker | null} */ waiting = null;
  isClaimed = false;

  /** @param {string} version @param {string[]} files */
  async install(version, files) {
    const worker = new StubServiceWorker(this, version, files);
    let isImpatient = false;
    worker.scope.skipWaiting = async () => { isImpatient = true; };
    await worker.hear('install');
    this.waiting = worker;
    if (!this.active || isImpatient) await this.activate();
  }

  /** What a browser does once no page of the older version is open. */
  async activate() {
    [this.active, this.waiting] = [this.waiting, null];
    await this.active?.hear('activate');
  }
}

class StubServiceWorker {
  /** @type {Map<string, (event: any) => void>} */ listeners = new Map();

  /** @param {StubBrowser} browser @param {string} version @param {string[]} files which are all that the host has */
  constructor(browser, version, files) {
    /** @type {any} */
    this.scope = {
      addEventListener: (/** @type {string} */ type, /** @type {any} */ listen) => this.listeners.set(type, listen),
      clients: { claim: async () => { browser.isClaimed = true; } },
    };
    const caches = {
      open: async (/** @type {string} */ name) => {
        const cache = browser.caches.get(name) ?? new Map();
        browser.caches.set(name, cache);
        return {
          addAll: async (/** @type {string[]} */ names) => names.forEach((each) => cache.set(each, `${each} of ${version}`)),
          match: async (/** @type {any} */ asked) => cache.get(asked === './' ? asked : new URL(asked.url).pathname.slice(1)),
        };
      },
      keys: async () => [...browser.caches.keys()],
      delete: async (/** @type {string} */ name) => browser.caches.delete(name),
    };
    const location = { origin: 'https://site.example' };
    const script = SCRIPT.replace("'VERSION'", `'${version}'`).replace("['FILES']", JSON.stringify(files));
    runInNewContext(script, { self: this.scope, caches, location, URL, fetch: async () => { throw new Error('404'); } });
  }

  /** @param {string} type */
  async hear(type) {
    /** @type {Promise<unknown>[]} */
    const work = [];
    this.listeners.get(type)?.({ waitUntil: (/** @type {Promise<unknown>} */ promise) => work.push(promise) });
    await Promise.all(work);
  }

  /** What a page gets. @param {string} name @param {string} [mode] */
  async fetch(name, mode = 'no-cors') {
    /** @type {Promise<unknown> | undefined} */
    let answer;
    const request = { url: `https://site.example/${name}`, method: 'GET', mode };
    this.listeners.get('fetch')?.({ request, respondWith: (/** @type {Promise<unknown>} */ promise) => { answer = promise; } });
    return answer;
  }
}

test('a page that is open keeps the files of its version when a newer one comes, and the next has the newer', async () => {
  const browser = new StubBrowser();
  await browser.install('old', ['./', 'engine-old.js']);
  assert.ok(browser.isClaimed, 'the first visit is served at once');
  await browser.install('new', ['./', 'engine-new.js']);
  assert.equal(await browser.active?.fetch('engine-old.js'), 'engine-old.js of old', 'the open page starts another worker');
  assert.equal(await browser.active?.fetch('', 'navigate'), './ of old', 'page and files are of one version');
  await browser.activate();
  assert.equal(await browser.active?.fetch('', 'navigate'), './ of new');
  assert.equal(await browser.active?.fetch('engine-new.js'), 'engine-new.js of new');
  assert.equal(browser.caches.size, 1, 'the older version is gone');
});
