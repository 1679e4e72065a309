// axe: what a program can find out about who could not use the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** @param {import('playwright-core').Page} page @param {string} state */
export async function assertNoViolations(page, state) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(AXE, 'utf8'));
  // What moves is measured when it has come to rest.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations === 1).map((animation) => animation.finished)));
  const violations = await page.evaluate(async () => {
    const { violations: found } = await /** @type {any} */ (window).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return found.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.slice(0, 3).map((/** @type {any} */ node) => `${node.html} ${node.failureSummary}`).join(' | ')}`);
  });
  assert.deepEqual(violations, [], state);
}
