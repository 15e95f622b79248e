// Searches what is known at a place: names first, then definitions, then quotes.

/** @import { WikiData } from '../wiki-data.ts' */
/** @import { KnownEntry, KnownGlossary } from './read-at.js' */
import { foldName } from './read-at.js';

/**
 * Entries that have every word of the query, best first; all of them for a query without words.
 * @param {WikiData} data
 * @param {KnownGlossary} glossary
 * @param {string} query
 * @returns {readonly KnownEntry[]}
 */
export function searchKnown(data, glossary, query) {
  const wanted = foldName(query);
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
  const names = [entry.term, ...entry.aliases].map(foldName);
  if (names.some((name) => name === wanted)) return 5;
  if (names.some((name) => name.startsWith(wanted))) return 4;
  const words = wanted.split(' ');
  /** @param {string} text */
  const hasAll = (text) => words.every((word) => text.includes(word));
  if (hasAll(names.join('\n'))) return 3;
  if (hasAll(foldName(`${names.join('\n')} ${entry.definition}`))) return 2;
  const said = entry.quotes.map((quote) => data.quotes[quote]?.text ?? '');
  return hasAll(foldName(said.join('\n'))) ? 1 : 0;
}
