// Making elements. Text is always text: nothing here reads markup.

/** @typedef {Node | string | null | undefined | false} Child */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element. `on…` are listeners, `class` and `aria-…` attributes; `true` is an attribute
 * without a value and `false` or null none at all.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, unknown>} [attributes] @param {...Child} children
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. @template {keyof SVGElementTagNameMap} Tag @param {Tag} tag @param {Record<string, unknown>} [attributes] @param {...Child} children */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** @template {Element} T @param {T} element @param {Record<string, unknown>} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else setAttribute(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Everything inside an element is replaced. @param {Element} element @param {...Child} children */
export function replace(element, ...children) {
  element.replaceChildren();
  fill(element, {}, children);
}

/** The same, and what had the focus has it again: it is known by its id. @param {Element} element @param {...Child} children */
export function replaceKeepingFocus(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement?.id : null;
  replace(element, ...children);
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {Element} element @param {string} name @param {unknown} value */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value === true ? '' : value)) element.setAttribute(name, value === true ? '' : String(value));
}

/** @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Whether two views show the same. What they share is not looked into; trees, maps and the like are
 * the same if they are one.
 * @param {unknown} a @param {unknown} b @returns {boolean}
 */
export function isSame(a, b) {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, at) => isSame(each, b[at]));
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key]));
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isPlain = (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * One tab stop for a row of buttons, in which the arrow keys go from one to the next, as a toolbar
 * and a list of tabs have it. Buttons that are not seen are left out.
 * @param {HTMLElement} row @param {string} selector @param {(button: HTMLElement) => void} [reached]
 */
export function rove(row, selector, reached = () => {}) {
  row.addEventListener('keydown', (event) => {
    const buttons = /** @type {HTMLElement[]} */ (Array.from(row.querySelectorAll(selector)).filter((each) => each instanceof HTMLElement && each.checkVisibility()));
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = buttons[(to + buttons.length) % buttons.length];
    stopAt(row, selector, next);
    next.focus();
    reached(next);
  });
  row.addEventListener('focusin', (event) => {
    const button = event.target instanceof HTMLElement ? event.target.closest(selector) : null;
    if (button instanceof HTMLElement) stopAt(row, selector, button);
  });
}

/** The button of a row that Tab reaches. @param {Element} row @param {string} selector @param {Element | null | undefined} button */
export function stopAt(row, selector, button) {
  for (const each of row.querySelectorAll(selector)) setAttribute(each, 'tabindex', each === button ? 0 : -1);
}

/**
 * An element that draws a view: it is given one, and draws when that has changed.
 * @template View
 */
export class ViewElement extends HTMLElement {
  /** @type {View | undefined} */
  current;

  /** @param {View} view */
  set view(view) {
    if (isSame(view, this.current)) return;
    const before = this.current;
    this.current = view;
    this.draw(view, before);
  }

  /** @param {View} _view @param {View | undefined} _before */
  draw(_view, _before) {}

  /** Tells the page what the person wants. @param {import('./state/update.js').Action} action */
  ask(action) {
    this.dispatchEvent(new CustomEvent('ask', { bubbles: true, detail: action }));
  }
}
