// The page without a server of ours and without a network: what runs always. More is in deep.test.js.

import assert from 'node:assert/strict';
import { aloneTest, waitForEngine } from './alone.js';
import { everyFormat, hint, otherBoards, playTheComputer, review, twoPlayers, watchComputers } from './scenarios.js';
import { square, waitUntilReady } from '../browser/harness.js';

for (const from of /** @type {const} */ (['file', 'host'])) aloneTest(from, 'a person plays the computer to the end, and the game survives a reload', playTheComputer);
aloneTest('file', 'two players play to the end', twoPlayers);
aloneTest('file', 'the computers play to the end', watchComputers);
aloneTest('file', 'a hint: every move, and the best one among them; it can be given up at once', hint);
aloneTest('file', 'a review, with the exact scores of a small board', review);
aloneTest('file', 'games are saved in every format, and read again', everyFormat);
aloneTest('file', 'boards of other sizes, a classic, and where the engine runs', otherBoards);

aloneTest('host', 'the site loads without a network, with its engine, and can be installed', async (page, context) => {
  await page.reload();
  await waitUntilReady(page);
  await waitForEngine(page);
  await square(page, 'f5').click();
  await page.waitForFunction(() => document.querySelectorAll('move-list [data-ply]').length === 2);
  // Whoever installs it is shown its pictures, which are not kept.
  await context.setOffline(false);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
});
