// Keeps a reader's place in the browser and in the address; the place is never further than the reader said.

/** @import { WikiData } from '../wiki-data.ts' */

/**
 * What an address asks for.
 * @typedef {object} Address
 * @property {number | undefined} place
 * @property {number | undefined} entry
 */

/**
 * @param {string} hash
 * @returns {Address}
 */
export function parseAddress(hash) {
  const parameters = new URLSearchParams(hash.replace(/^#/u, ''));
  return { place: readNumber(parameters.get('read')), entry: readNumber(parameters.get('entry')) };
}

/**
 * @param {Address} address
 * @returns {string}
 */
export function renderAddress({ place, entry }) {
  const parts = [`read=${place ?? 0}`];
  if (entry !== undefined) parts.push(`entry=${entry}`);
  return `#${parts.join('&')}`;
}

/** @param {string | null} text */
function readNumber(text) {
  return text !== null && /^\d{1,9}$/u.test(text) ? Number(text) : undefined;
}

/**
 * The place at which the page opens: the stored place, else the end of the first chapter. The place in an address
 * counts only if the browser cannot store a place: a link from somebody who has read further must not move the reader
 * forward.
 * @param {WikiData} data
 * @param {Address} address
 */
export function chooseFirstPlace(data, address) {
  const last = data.stops.length;
  const stored = readStored(data);
  if (stored === 'nothing kept') return Math.min(last, address.place ?? 1);
  return Math.min(last, stored ?? 1);
}

/**
 * Undefined if nobody has said yet how far they have read.
 * @param {WikiData} data
 * @returns {number | undefined | 'nothing kept'}
 */
export function readStored({ key }) {
  try {
    return readNumber(localStorage.getItem(`terrarium-place-${key}`));
  } catch {
    return 'nothing kept';
  }
}

/**
 * Returns whether the browser keeps the place; a private window may not.
 * @param {WikiData} data
 * @param {number} place
 */
export function keepPlace({ key }, place) {
  try {
    localStorage.setItem(`terrarium-place-${key}`, String(place));
    return true;
  } catch {
    return false;
  }
}
