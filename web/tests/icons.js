// Draws the icons of site/ from icon.svg: `npm run icons`.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './browser/harness.js';

const web = fileURLToPath(new URL('..', import.meta.url));
const icon = readFileSync(`${web}icon.svg`, 'utf8');
/** Launchers cut a maskable icon to any shape: its ground reaches the edge, and what matters stays in the middle. */
const whole = icon.replace(' rx="14"', '').replace(/(<circle.*)<\/svg>/, '<g transform="translate(32 32) scale(.8) translate(-32 -32)">$1</g></svg>');

const browser = await launchBrowser();
for (const [name, picture, size] of /** @type {const} */ ([['icon-192', icon, 192], ['icon-512', icon, 512], ['icon-whole', whole, 512]])) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${picture}`);
  await page.screenshot({ path: `${web}site/${name}.png`, omitBackground: true });
}
await browser.close();
