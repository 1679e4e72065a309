// Firefox and WebKit as their users have them, driven by what they bring along: Firefox by Marionette, WebKitGTK by
// its WebDriver. Both speak the commands of the W3C's WebDriver, one over a socket and the other over HTTP.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sends a command and gives its answer. @typedef {(command: string, values?: object) => Promise<any>} Send */

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const MINI_BROWSERS = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);
/** How an element is named in answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SCRIPT_MS = 600_000;
const STARTUP_MS = 60_000;

/** Commands of Marionette, and where WebDriver has the same. @type {Record<string, [string, string]>} */
const PATHS = {
  Navigate: ['POST', 'url'], ExecuteAsyncScript: ['POST', 'execute/async'], SetTimeouts: ['POST', 'timeouts'],
  FindElement: ['POST', 'element'], ElementClick: ['POST', 'element/ID/click'], TakeScreenshot: ['GET', 'screenshot'], SetWindowRect: ['POST', 'window/rect'],
};

/** A browser with one page. */
export class Driven {
  /** @param {Send} send @param {() => string[]} errors what went wrong in its pages @param {() => Promise<void>} close */
  constructor(send, errors, close) {
    this.send = send;
    this.errors = errors;
    this.close = close;
  }


  /** @param {string} url */
  goto(url) {
    return this.send('Navigate', { url });
  }

  /** As a visitor reloads; the command of that name goes past a service worker in Firefox. */
  async reload() {
    await this.run(() => {
      Object.assign(window, { isOld: true });
      setTimeout(() => location.reload());
    });
    // Between two pages there is none to be asked.
    await soon(async () => {
      if (await this.run(() => 'isOld' in window)) throw new Error('the page is still the old one');
    }, () => '');
  }

  /**
   * Runs a function in the page.
   * @template {unknown[]} A @template R @param {(...values: A) => R} body @param {A} values @returns {Promise<Awaited<R>>}
   */
  async run(body, ...values) {
    const script = `const [given, done] = arguments;
      (async () => (${body})(...given))().then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
    const { value, error } = await this.send('ExecuteAsyncScript', { script, args: [values] });
    if (error) throw new Error(error);
    return value;
  }

  /** Clicks as a hand would, once the element is there. @param {string} selector */
  async click(selector) {
    // A driver scrolls to what is out of sight only, and what lies under the foot of a sheet is not; and a sheet that is drawn
    // anew may move it once more.
    await this.until((wanted) => {
      const element = document.querySelector(wanted);
      element?.scrollIntoView({ block: 'center' });
      const box = element?.getBoundingClientRect();
      const there = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return Boolean(element && there && element.contains(there));
    }, selector);
    const found = await this.send('FindElement', { using: 'css selector', value: selector });
    await this.send('ElementClick', { id: (found.value ?? found)[ELEMENT] });
  }

  /**
   * Waits until something holds in the page.
   * @template {unknown[]} A @param {(...values: A) => boolean} holds @param {A} values
   */
  async until(holds, ...values) {
    const source = String(holds);
    const begun = Date.now();
    while (!(await this.run(/** @type {any} */ (holds), ...values))) {
      if (Date.now() - begun > SCRIPT_MS / 10) throw new Error(`it never came to hold: ${source} of ${JSON.stringify(values)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** @param {number} width @param {number} height */
  resize(width, height) {
    return this.send('SetWindowRect', { width, height });
  }

  /** @param {string} path */
  async picture(path) {
    const taken = await this.send('TakeScreenshot', { full: false });
    writeFileSync(path, Buffer.from(taken.value ?? taken, 'base64'));
  }
}

/** A process whose output is searched for what went wrong. @param {string} program @param {string[]} values @param {RegExp} wrong @param {NodeJS.ProcessEnv} [env] */
function start(program, values, wrong, env = {}) {
  // A group of its own: a browser has children, and all are ended together.
  const child = spawn(program, values, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said += text; });
  const errors = () => said.split('\n').filter((line) => wrong.test(line));
  const end = async () => {
    if (child.exitCode !== null || child.pid === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  return { child, errors, end, said: () => said };
}

/** Tries until it succeeds. @template T @param {() => Promise<T> | T} attempt @param {() => string} about */
async function soon(attempt, about) {
  const begun = Date.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() - begun > STARTUP_MS) throw new Error(`${error}\n${about()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A port that nobody listens on. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** A conversation with Marionette: `LENGTH:JSON` in both directions. @param {number} port @returns {Promise<Send & { end: () => void }>} */
async function marionette(port) {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const open = new Map();
  let [held, number] = [Buffer.alloc(0), 0];
  socket.on('data', (/** @type {Buffer} */ bytes) => {
    held = Buffer.concat([held, bytes]);
    for (let colon = held.indexOf(':'); colon > 0; colon = held.indexOf(':')) {
      const end = colon + 1 + Number(held.subarray(0, colon));
      if (held.length < end) return;
      const message = JSON.parse(String(held.subarray(colon + 1, end)));
      held = held.subarray(end);
      // The greeting is no list.
      if (!Array.isArray(message)) continue;
      const [, id, error, value] = message;
      if (error) open.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else open.get(id)?.resolve(value?.value ?? value);
      open.delete(id);
    }
  });
  const send = (/** @type {string} */ command, values = {}) => new Promise((resolve, reject) => {
    open.set(++number, { resolve, reject });
    const text = JSON.stringify([0, number, command.includes(':') ? command : `WebDriver:${command}`, values]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  return Object.assign(send, { end: () => { socket.destroy(); } });
}

/** @param {Record<string, boolean | number | string>} [settings] of `about:config` */
export async function openFirefox(settings = {}) {
  const program = process.env.FIREFOX ?? FIREFOX.find((path) => existsSync(path));
  if (!program) throw new Error('no Firefox found: install it, or name it in FIREFOX');
  const profile = mkdtempSync(join(tmpdir(), 'obverse-firefox-'));
  const all = {
    'marionette.port': 0, 'devtools.console.stdout.content': true, 'intl.accept_languages': 'en-GB', 'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false, 'browser.startup.homepage_override.mstone': 'ignore', ...settings,
  };
  writeFileSync(join(profile, 'user.js'), Object.entries(all).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
  const { errors, end, said } = start(program, ['--headless', '--no-remote', '--marionette', '--profile', profile], /JavaScript error: (file|http|blob)|^console\.error: "/, { HOME: profile });
  const close = async () => {
    await end();
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const send = await soon(async () => marionette(Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'))), said);
    await send('NewSession', { capabilities: { alwaysMatch: {} } });
    await send('Marionette:SetContext', { value: 'content' });
    await send('SetTimeouts', { script: SCRIPT_MS, pageLoad: SCRIPT_MS });
    return new Driven(send, errors, async () => { send.end(); await close(); });
  } catch (error) {
    await close();
    throw error;
  }
}

/** WebKitGTK's own browser. It has no mode without a screen, so it gets one. */
export async function openWebKit() {
  const program = MINI_BROWSERS.find((path) => existsSync(path));
  if (!program) throw new Error('no WebKit found: install webkit2gtk-driver');
  const [port, display] = [await freePort(), `:${100 + (process.pid % 4000)}`];
  const screen = start('Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], /$^/);
  const home = mkdtempSync(join(tmpdir(), 'obverse-webkit-'));
  // The driver keeps to itself what the browser says.
  const [browser, said] = [join(home, 'browser'), join(home, 'said')];
  writeFileSync(browser, `#!/bin/sh\nexec ${program} "$@" >${said} 2>&1\n`, { mode: 0o755 });
  const errors = () => readFileSync(said, 'utf8').split('\n').filter((line) => /^CONSOLE .*ERROR/.test(line));
  const driver = start('WebKitWebDriver', [`--port=${port}`], /$^/, {
    DISPLAY: display, HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1',
  });
  let session = '';
  const ask = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object | undefined} */ values) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, ...(method === 'POST' && { body: JSON.stringify(values ?? {}) }) });
    const { value } = /** @type {any} */ (await answer.json());
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const send = (/** @type {string} */ command, /** @type {any} */ values) => {
    const [method, path] = PATHS[command];
    return ask(method, `/${session}/${path.replace('ID', values?.id)}`, values);
  };
  const close = async () => {
    if (session) await ask('DELETE', `/${session}`, undefined).catch(() => {});
    await driver.end();
    await screen.end();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const options = { binary: browser, args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
    const wanted = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } };
    session = (await soon(() => ask('POST', '', wanted), driver.said)).sessionId;
    await send('SetTimeouts', { script: SCRIPT_MS, pageLoad: SCRIPT_MS });
    return new Driven(send, errors, close);
  } catch (error) {
    await close();
    throw error;
  }
}
