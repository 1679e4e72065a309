// Sharing and saving: a link, the transcript, files and a picture.

import { h } from '../dom.js';
import { t } from '../words.js';
import { SheetElement } from './sheet.js';

/**
 * @typedef {object} ShareView
 * @property {string} link
 * @property {string} transcript
 * @property {string} position
 * @property {string} ggf
 * @property {string} sgf
 * @property {string} picture the board as SVG
 * @property {string} language
 */

const PICTURE_PIXELS = 1024;

/** @extends {SheetElement<ShareView>} */
class ShareSheetElement extends SheetElement {
  /** @param {ShareView} view */
  draw(view) {
    this.show(t('share.title'),
      this.copyRow('share-link', t('share.link'), view.link),
      view.transcript ? this.copyRow('share-transcript', t('share.transcript'), view.transcript) : h('p', { class: 'idle' }, t('share.empty')),
      this.copyRow('share-position', t('share.position'), view.position),
      h('h3', {}, t('share.save')),
      h('div', { class: 'row' },
        this.saveButton('GGF', () => new Blob([view.ggf], { type: 'text/plain' })),
        this.saveButton('SGF', () => new Blob([view.sgf], { type: 'text/plain' })),
        this.saveButton('SVG', () => new Blob([view.picture], { type: 'image/svg+xml' })),
        this.saveButton('PNG', () => png(view.picture))),
    );
  }

  /** @param {string} id @param {string} label @param {string} text */
  copyRow(id, label, text) {
    const field = h('input', { id, readonly: true, value: text, onfocus: () => field.select() });
    const button = h('button', { type: 'button', id: `${id}-copy`, 'aria-label': `${t('share.copy')}: ${label}`, onclick: () => copy(text, button, field) }, t('share.copy'));
    return h('label', { class: 'stacked', for: id }, label, h('span', { class: 'copy' }, field, button));
  }

  /** @param {string} name @param {() => Blob | Promise<Blob>} make */
  saveButton(name, make) {
    return h('button', {
      type: 'button', id: `save-${name.toLowerCase()}`,
      onclick: async () => download(`obverse.${name.toLowerCase()}`, await make()),
    }, name);
  }
}

/** @param {string} text @param {HTMLElement} button @param {HTMLInputElement} field */
async function copy(text, button, field) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t('share.copied');
  } catch {
    // Without the permission the text is at least selected.
    field.select();
    button.textContent = t('share.copyFailed');
  }
}

/** @param {string} name @param {Blob} blob */
function download(name, blob) {
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
