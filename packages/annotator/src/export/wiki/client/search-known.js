// Searches what is known at a place: names first, then definitions, then quotes.

/** @import { WikiData } from '../wiki-data.ts' */
/** @import { KnownEntry, KnownGlossary } from './read-at.js' */
import { foldName } from './link-names.js';

/**
 * Entries that have every word of the query, best first; all entries for an empty query.
 * @param {WikiData} data
 * @param {KnownGlossary} glossary
 * @param {string} query
 * @returns {readonly KnownEntry[]}
 */
export function searchKnown(data, glossary, query) {
  const wanted = foldSought(query);
  if (wanted === '') return glossary.entries;
  return glossary.entries
    .map((entry) => ({ entry, rank: rankEntry(data, entry, wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ entry }) => entry);
}

/**
 * @param {WikiData} data
 * @param {KnownEntry} entry
 * @param {string} wanted
 */
function rankEntry(data, entry, wanted) {
  const { names, meaning, said } = foldEntry(data, entry);
  if (names.some((name) => name === wanted)) return 5;
  if (names.some((name) => name.startsWith(wanted))) return 4;
  const words = wanted.split(' ');
  if (words.every((word) => names.some((name) => name.includes(word)))) return 3;
  if (words.every((word) => hasWord(meaning, word))) return 2;
  return words.every((word) => hasWord(said, word)) ? 1 : 0;
}

/**
 * The texts of an entry that are searched.
 * @typedef {object} FoldedEntry
 * @property {readonly string[]} names
 * @property {string} meaning
 * @property {string} said
 */

/** @type {WeakMap<KnownEntry, FoldedEntry>} */
const foldedEntries = new WeakMap();

/**
 * Texts are prepared only once for each place, because a search runs at every key press.
 * @param {WikiData} data
 * @param {KnownEntry} entry
 */
function foldEntry(data, entry) {
  const known = foldedEntries.get(entry);
  if (known !== undefined) return known;
  const names = [entry.term, ...entry.aliases].map(foldSought);
  const quotes = entry.quotes.map((quote) => data.quotes[quote]?.text ?? '');
  const folded = { names, meaning: splitText([...names, entry.definition]), said: splitText(quotes) };
  foldedEntries.set(entry, folded);
  return folded;
}

/**
 * Katakana as hiragana, so that a name is found in whichever it is typed.
 * @param {string} text
 */
function foldSought(text) {
  return foldName(text).replace(/[\u30a1-\u30f6]/gu, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0x60),
  );
}

/** @param {readonly string[]} texts */
function splitText(texts) {
  return ` ${foldSought(texts.join(' ')).replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
}

/**
 * Looks only at the beginning of words: `tars` is not found in `altars`. In scripts without spaces, a word is looked
 * for anywhere.
 * @param {string} text
 * @param {string} word
 */
function hasWord(text, word) {
  const isUnspaced =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}]/u.test(word);
  return text.includes(isUnspaced ? word : ` ${word}`);
}
