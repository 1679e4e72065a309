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
 * An element that draws a view: it is given one, and draws when that has changed.
 * @template View
 */
export class ViewElement extends HTMLElement {
  /** @type {string | undefined} */
  #drawn;
  /** @type {View | undefined} */
  current;

  /** @param {View} view */
  set view(view) {
    const key = JSON.stringify(view);
    if (key === this.#drawn) return;
    const before = this.current;
    this.#drawn = key;
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
