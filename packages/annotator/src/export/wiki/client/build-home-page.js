// Builds the page shown before any entry is chosen: what is new in this chapter, and the most prominent of the other entries.

/** @import { WikiData } from '../wiki-data.ts' */
/** @import { KnownEntry, KnownGlossary } from './read-at.js' */
import { buildElement, renderCount } from './build-element.js';

const shownNew = 40;
const shownProminent = 12;

/**
 * @param {WikiData} data
 * @param {KnownGlossary} glossary
 * @param {(entry: KnownEntry) => HTMLElement} buildLink
 * @returns {HTMLElement[]}
 */
export function buildHomePage(data, glossary, buildLink) {
  const { entries, place } = glossary;
  const stop = data.stops[place - 1];
  const heading = buildElement('h1', { tabindex: '-1' }, [data.title]);
  if (stop === undefined) {
    const advice = 'Nothing read yet. Say above how far you have read, to see what is known there.';
    return [heading, buildElement('p', { class: 'lead' }, [advice])];
  }
  const known = renderCount(entries.length, 'entry', 'entries');
  const lead = buildElement('p', { class: 'lead' }, [
    `${known} known at the end of `,
    buildElement('cite', { dir: 'auto' }, [stop.title]),
    '.',
  ]);
  const fresh = entries.filter(({ since }) => since === place).slice(0, shownNew);
  const others = entries.filter((entry) => !fresh.includes(entry)).slice(0, shownProminent);
  return [
    heading,
    lead,
    ...buildSection('New in this chapter', fresh, buildLink),
    ...buildSection(fresh.length === 0 ? 'Most talked about' : 'Known before', others, buildLink),
  ];
}

/**
 * @param {string} title
 * @param {readonly KnownEntry[]} entries
 * @param {(entry: KnownEntry) => HTMLElement} buildLink
 */
function buildSection(title, entries, buildLink) {
  if (entries.length === 0) return [];
  const items = entries.map((entry) =>
    buildElement('li', {}, [
      buildLink(entry),
      buildElement('span', { class: 'gist', dir: 'auto' }, [shorten(entry.definition)]),
    ]),
  );
  return [buildElement('h2', {}, [title]), buildElement('ul', { class: 'cards' }, items)];
}

const maxGist = 130;

/** @param {string} text */
function shorten(text) {
  const plain = text.replace(/\[\[(?:[^[\]|\n]*\|)?|\]\]|\*+/gu, '');
  return plain.length > maxGist ? `${plain.slice(0, maxGist).replace(/\s+\S*$/u, '')} …` : plain;
}
