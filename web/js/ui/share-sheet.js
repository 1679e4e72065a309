// Sharing and saving: a link, the transcript, files and a picture.

import { h } from '../dom.js';
import { t } from '../words.js';
import { copyRow } from './copy.js';
import { SheetElement } from './sheet.js';

/** A file of the engine, or why there is none; `bytes` are in base64. @typedef {{ name: string, text: string, bytes?: string, error: string }} ShareFile */

/**
 * @typedef {object} ShareView
 * @property {string} link
 * @property {string} position
 * @property {boolean} played
 * @property {ShareFile | null} transcript null until the engine has written it
 * @property {[string, ShareFile | null][]} files what can be saved, by format
 * @property {boolean} offline
 * @property {string} language
 */

const PICTURE_PIXELS = 1024;

/** @extends {SheetElement<ShareView>} */
class ShareSheetElement extends SheetElement {
  /** @param {ShareView} view */
  draw(view) {
    const { transcript, files } = view;
    const svg = files.find(([format]) => format === 'svg')?.[1] ?? null;
    // A game that a format cannot hold is no mishap, but it says why.
    const failed = transcript?.error ? h('p', { class: 'warning', role: 'alert' }, transcript.error) : null;
    this.show(t('share.title'),
      copyRow('share-link', t('share.link'), view.link),
      !view.played ? h('p', { class: 'idle' }, t('share.empty')) : copyRow('share-transcript', t('share.transcript'), transcript?.text.trim() ?? ''),
      copyRow('share-position', t('share.position'), view.position),
      h('h3', {}, t('share.save')),
      h('div', { class: 'row saves' },
        ...files.map(([format, file]) => this.saveButton(format, file, blobOf)),
        this.saveButton('png', svg && { ...svg, name: svg.name.replace(/\.svg$/, '.png') }, ({ text }) => png(text))),
      ...files.map(([format, file]) => file?.error ? h('p', { class: 'idle' }, `${t(/** @type {any} */ (`format.${format}`))}: ${file.error}`) : null),
      view.offline && h('p', { id: 'share-offline', role: 'status' }, t('share.offline')),
      failed,
    );
  }

  /** @param {string} format @param {ShareFile | null} file @param {(file: ShareFile) => Blob | Promise<Blob>} make */
  saveButton(format, file, make) {
    return h('button', {
      type: 'button', id: `save-${format}`, disabled: !file || file.error !== '',
      onclick: async () => { if (file) download(file.name, await make(file)); },
    }, t(/** @type {any} */ (`format.${format}`)));
  }
}

/** @param {ShareFile} file */
function blobOf({ name, text, bytes }) {
  if (bytes !== undefined) return new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))]);
  return new Blob([text], { type: name.endsWith('.svg') ? 'image/svg+xml' : name.endsWith('.html') ? 'text/html' : 'text/plain' });
}

/** @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @param {string} picture @returns {Promise<Blob>} */
async function png(picture) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
  image.src = url;
  await image.decode();
  const canvas = h('canvas', { width: PICTURE_PIXELS, height: PICTURE_PIXELS });
  canvas.getContext('2d')?.drawImage(image, 0, 0, PICTURE_PIXELS, PICTURE_PIXELS);
  URL.revokeObjectURL(url);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

customElements.define('share-sheet', ShareSheetElement);
