// Builds elements of the page: text is always inserted as text, never as markup.

import { splitMarked } from './link-names.js';

/** @typedef {Node | string | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string | boolean | undefined>>} attributes
 * @param {readonly Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function buildElement(tag, attributes, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export function renderCount(count, one, many) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/**
 * A definition with its links and its emphasis.
 * @param {string} text
 * @param {{ link: (name: string, shown: string) => Child, words: (text: string) => Child[] }} build
 * @returns {Child[]}
 */
export function buildProse(text, build) {
  return text.split(/(\[\[[^[\]\n]+\]\]|\*\*[^*\n]+\*\*|\*[^*\s][^*\n]*\*)/u).flatMap((part, at) => {
    if (at % 2 === 0) return build.words(part);
    if (part.startsWith('[[')) {
      const { name, shown } = splitMarked(part.slice(2, -2));
      return [build.link(name, shown)];
    }
    if (part.startsWith('**')) return [buildElement('strong', {}, buildProse(part.slice(2, -2), build))];
    return [buildElement('em', {}, buildProse(part.slice(1, -1), build))];
  });
}
