// The words of the page, in the language of the person.

import { en } from './lang/en.js';
import { ja } from './lang/ja.js';

/** @typedef {import('./lang/en.js').Key} Key */
/** @typedef {Record<string, string | number>} Params */

/** Every language: its own name and its dictionary. A new one is a file and a line here. */
export const LANGUAGES = /** @type {Record<string, { name: string, words: Record<Key, string> }>} */ ({
  en: { name: 'English', words: en },
  ja: { name: '日本語', words: ja },
});

let language = 'en';

/** The language that the browser prefers, of those we have. */
export function preferredLanguage() {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0]);
  return wanted.find((tag) => tag in LANGUAGES) ?? 'en';
}

/** How the browser writes dates in the language of the page. */
export const locale = () => navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

/** The language of the page. */
export const languageTag = () => language;

/** @param {string} tag */
export function setLanguage(tag) {
  language = tag in LANGUAGES ? tag : 'en';
}

/** A text with its `{parameters}` filled in. @param {Key} key @param {Params} [params] */
export function t(key, params = {}) {
  return LANGUAGES[language].words[key].replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

/** @param {string} key @returns {key is Key} */
export const isKey = (key) => key in en;
