// Elements of a page: found by their id, or made.

/**
 * @typedef {string | number | boolean | null | undefined} AttributeValue
 * @typedef {Record<string, AttributeValue>} Attributes null, undefined and false leave an attribute out, true sets it without value
 * @typedef {Node | string | null | undefined} Content null and undefined are left out
 */

/**
 * The element with an id, of a class if one is given. A page without it is a mistake.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!found || (kind && !(found instanceof kind))) throw new Error(`this page has no ${kind?.name ?? "element"} ${id}`);
  return /** @type {T} */ (found);
}

/**
 * The first element below another one that a selector matches. A page without it is a mistake.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function within(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!found || (kind && !(found instanceof kind))) throw new Error(`there is no ${selector}`);
  return /** @type {T} */ (found);
}

/**
 * The nearest element that a selector matches, from the target of an event upwards.
 *
 * @param {Event} event
 * @param {string} selector
 */
export function nearest(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return /** @type {HTMLElement | SVGElement | null} */ (found);
}

/**
 * The data that the page carries in a script element, as its type says.
 *
 * @param {string} id
 */
export const dataOf = (id) => JSON.parse(byId(id).textContent ?? "null");

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Content} content
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...content.filter((each) => each !== null && each !== undefined));
  return made;
}

/**
 * A button that does something.
 *
 * @param {Content | Content[]} words
 * @param {(event: MouseEvent) => void} act
 * @param {Attributes} [attributes]
 */
export function button(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, ...[words].flat());
  made.addEventListener("click", act);
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} content
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...content) {
  const made = document.createElementNS(/** @type {const} */ ("http://www.w3.org/2000/svg"), name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...content);
  return made;
}

/** @param {number} seconds */
export const pause = (seconds) =>
  new Promise((done) => {
    setTimeout(done, 1000 * seconds);
  });
