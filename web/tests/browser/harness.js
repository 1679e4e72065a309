// Starts the server that `OBVERSE_BIN` names on a free port, and a browser; stops both.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** A server on its own port. */
export class Server {
  /** @param {import('node:child_process').ChildProcess} child @param {string} url */
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  /** @param {string} [address] @param {string[]} [more] arguments */
  static async start(address = '127.0.0.1:0', more = []) {
    const binary = process.env.OBVERSE_BIN;
    if (!binary) throw new Error('OBVERSE_BIN must name the obverse binary');
    const child = spawn(binary, ['serve', '--addr', address, '--hash', '16', ...more], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, OBVERSE_LOG: 'error' } });
    const url = await new Promise((resolve, reject) => {
      child.stdout.on('data', (text) => {
        const found = /http:\S+/.exec(String(text));
        if (found) resolve(found[0]);
      });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      child.once('error', reject);
    });
    return new Server(child, url);
  }

  stop() {
    return this.#end('SIGTERM');
  }

  /** Ends it without a word to anyone. */
  kill() {
    return this.#end('SIGKILL');
  }

  /** @param {NodeJS.Signals} signal */
  async #end(signal) {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await ended;
  }
}

/** Which Chromium, and how. */
function launchOptions() {
  const executablePath = process.env.CHROMIUM ?? CHROMIUM.find((path) => existsSync(path));
  if (!executablePath) throw new Error('no Chromium found: install it, or name it in CHROMIUM');
  return { executablePath, args: FLAGS };
}

export const launchBrowser = () => chromium.launch(launchOptions());

/** A browser as a visitor has it, who is not incognito. @param {string} folder where it keeps what it keeps */
export const launchProfile = (folder) => chromium.launchPersistentContext(folder, launchOptions());

/**
 * A page that reports its own errors.
 * @param {import('playwright-core').Browser} browser @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.OBVERSE_WAIT ?? 60_000));
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // The engine may be away on purpose; everything else that is an error is one.
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|ERR_INTERNET/.test(message.text())) errors.push(message.text());
  });
  await page.goto(url);
  await waitUntilReady(page);
  return { page, context, errors };
}

/** The board stands in the HTML; it answers once the page has been drawn. @param {import('playwright-core').Page} page */
export async function waitUntilReady(page) {
  await page.locator('main[data-ready]').waitFor();
}

/** The square's button. @param {import('playwright-core').Page} page @param {string} name */
export function square(page, name) {
  return page.locator(`othello-board button[aria-label^="${name},"]`);
}

/** The squares where a click would play now. @param {import('playwright-core').Page} page */
export function legalSquares(page) {
  return page.locator('othello-board .square[aria-disabled="false"]');
}

/** Discs of Black and White as the players' cards show them. @param {import('playwright-core').Page} page */
export async function counts(page) {
  return [Number(await page.locator('#black .count').textContent()), Number(await page.locator('#white .count').textContent())];
}

/** @param {import('playwright-core').Page} page */
export const status = (page) => page.locator('#status');

/** Waits until the result is told. @param {import('playwright-core').Page} page */
export async function waitForEnd(page, timeout = 150_000) {
  await page.waitForFunction(() => /wins|Draw/.test(document.getElementById('status')?.textContent ?? ''), null, { timeout });
}

/** Clicks legal squares until the game is over, waiting for the other side where it is a computer. @param {import('playwright-core').Page} page */
export async function clickToTheEnd(page) {
  await page.evaluate(async () => {
    const over = () => /wins|Draw/.test(document.getElementById('status')?.textContent ?? '');
    while (!over()) {
      /** @type {HTMLElement | null} */ (document.querySelector('othello-board .square[aria-disabled="false"]'))?.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
}

/** A tool under the board; on a small screen it may be behind “More”. @param {import('playwright-core').Page} page @param {string} name */
export async function tool(page, name) {
  if (!(await page.locator(`#tool-${name}`).isVisible())) await page.click('#tool-more');
  await page.click(`#tool-${name}`);
}

/** Opens a transcript or another text through the sheet, and waits until it is read or refused. @param {import('playwright-core').Page} page @param {string} text */
export async function openText(page, text) {
  await tool(page, 'open');
  await page.fill('#open-text', text);
  await page.click('#open-read');
  await page.waitForFunction(() => /** @type {HTMLElement | null} */ (document.querySelector('open-sheet'))?.hidden
    || document.querySelector('#open-error:not(:empty), #open-games:not([hidden]) li'));
}

/** Drops a file on the page. @param {import('playwright-core').Page} page @param {string} name @param {Uint8Array} bytes */
export async function dropFile(page, name, bytes) {
  await page.evaluate(({ file, data }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(data)], file));
    dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, { file: name, data: Array.from(bytes) });
}

/** Saves the game through the share sheet. @param {import('playwright-core').Page} page @param {string} kind a format */
export async function saveAs(page, kind) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#save-${kind}`)]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/**
 * Puts another engine behind the page: the server's greeting comes through, searches are answered by
 * `answer`, which may say nothing.
 * @param {import('playwright-core').Page} page
 * @param {(question: any, say: (message: object) => void) => void} answer
 */
export async function withEngine(page, answer) {
  await page.routeWebSocket(/api\/v1\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const question = JSON.parse(String(text));
      if (question.type !== 'analyse') server.send(text);
      else answer(question, (message) => socket.send(JSON.stringify({ id: question.id, nodes: 1, seconds: 1, ...message })));
    });
  });
  await page.reload();
  await waitUntilReady(page);
  await page.waitForFunction(() => document.querySelector('#tool-hint')?.getAttribute('aria-disabled') === 'false');
}

/** The position as the share sheet writes it. @param {import('playwright-core').Page} page */
export async function positionText(page) {
  await tool(page, 'share');
  const text = await page.inputValue('#share-position');
  await tool(page, 'share');
  return text;
}
