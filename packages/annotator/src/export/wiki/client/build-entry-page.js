// Builds the page of an entry: what it is, the words of the story that say so, what links here, and what was said before.

/** @import { WikiData, WikiPost, WikiQuote } from '../wiki-data.ts' */
/** @import { Child } from './build-element.js' */
/** @import { KnownEntry, KnownGlossary } from './read-at.js' */
import { buildElement, buildProse, renderCount } from './build-element.js';
import { splitNames } from './link-names.js';
import { findLinked, listMarked } from './read-at.js';

/**
 * What the page of an entry is built from.
 * @typedef {object} Shown
 * @property {WikiData} data
 * @property {KnownGlossary} glossary
 * @property {(entry: KnownEntry, text?: string) => HTMLElement} buildLink
 */

/**
 * @param {KnownEntry} entry
 * @param {Shown} shown
 * @returns {HTMLElement[]}
 */
export function buildEntryPage(entry, shown) {
  return [
    buildElement('h1', { tabindex: '-1', dir: 'auto' }, [entry.term]),
    buildFacts(entry, shown.data),
    ...buildAliases(entry),
    buildElement('p', { class: 'definition', dir: 'auto' }, buildLinkedProse(entry, entry.definition, shown)),
    ...buildQuotes(entry, shown.data),
    ...buildBacklinks(entry, shown),
    ...buildChanges(entry, shown),
  ];
}

/**
 * Builds the text of a definition, with links to the entries it names.
 * @param {KnownEntry} entry
 * @param {string} definition
 * @param {Shown} shown
 */
function buildLinkedProse(entry, definition, { glossary, buildLink }) {
  const passed = new Set([entry.id, ...[...listMarked(glossary, definition)].map(({ id }) => id)]);
  return buildProse(definition, {
    link: (name) => {
      const target = findLinked(glossary, name);
      return target === undefined ? name : buildLink(target, name);
    },
    words: (words) =>
      splitNames(glossary.names, words, passed).map(({ text, id }) => {
        const target = id === undefined ? undefined : glossary.byId.get(id);
        return target === undefined ? text : buildLink(target, text);
      }),
  });
}

/**
 * @param {KnownEntry} entry
 * @param {WikiData} data
 */
function buildFacts(entry, data) {
  const first = data.stops[entry.first - 1];
  const facts = [
    entry.kind,
    entry.isConfirmed ? 'confirmed' : 'tentative',
    ...(entry.isUnexplained ? ['unexplained so far'] : []),
    `named ${renderCount(entry.mentions, 'time', 'times')} in ${renderCount(entry.threads, 'chapter', 'chapters')}`,
    first === undefined ? '' : `first in ${first.title}`,
  ];
  const items = facts
    .filter((fact) => fact !== '')
    .map((fact) => buildElement('li', { dir: 'auto' }, [fact]));
  return buildElement('ul', { class: 'facts' }, items);
}

/** @param {KnownEntry} entry */
function buildAliases({ aliases }) {
  if (aliases.length === 0) return [];
  const names = aliases.flatMap((alias, at) => [at === 0 ? '' : ', ', buildElement('bdi', {}, [alias])]);
  return [buildElement('p', { class: 'aliases' }, ['Also called ', ...names])];
}

/**
 * @param {KnownEntry} entry
 * @param {WikiData} data
 */
function buildQuotes({ quotes }, data) {
  const figures = quotes.flatMap((at) => {
    const quote = data.quotes[at];
    const post = quote === undefined ? undefined : data.posts[quote.post];
    return quote === undefined || post === undefined ? [] : [buildQuote(quote, post, data)];
  });
  if (figures.length === 0) return [];
  return [buildElement('h2', {}, ['In the words of the story']), ...figures];
}

/**
 * @param {WikiQuote} quote
 * @param {WikiPost} post
 * @param {WikiData} data
 */
function buildQuote(quote, post, data) {
  const hasContext = quote.before.trim() !== '' || quote.after.trim() !== '';
  const said = buildElement('blockquote', { dir: 'auto', class: hasContext && 'has-context' }, [
    quote.before,
    buildElement('mark', {}, [quote.text]),
    quote.after,
  ]);
  const stop = data.stops[post.stop - 1];
  const source = [post.author, stop?.title, post.label].filter((part) => part !== undefined);
  return buildElement('figure', { class: 'quote' }, [
    said,
    buildElement('figcaption', { dir: 'auto' }, [source.join(' · ')]),
    post.text !== undefined && buildPost(quote, post.text),
  ]);
}

/**
 * @param {WikiQuote} quote
 * @param {string} text
 */
function buildPost(quote, text) {
  const at = text.indexOf(quote.text);
  /** @type {Child[]} */
  const parts =
    at < 0
      ? [text]
      : [text.slice(0, at), buildElement('mark', {}, [quote.text]), text.slice(at + quote.text.length)];
  return buildElement('details', {}, [
    buildElement('summary', {}, ['Read the post']),
    buildElement('div', { class: 'post', dir: 'auto' }, parts),
  ]);
}

/**
 * @param {KnownEntry} entry
 * @param {Shown} shown
 */
function buildBacklinks(entry, { glossary, buildLink }) {
  const from = glossary.linkedFrom.get(entry.id) ?? [];
  if (from.length === 0) return [];
  const items = from.map((one) => buildElement('li', {}, [buildLink(one)]));
  return [buildElement('h2', {}, ['Spoken of in']), buildElement('ul', { class: 'links' }, items)];
}

/**
 * @param {KnownEntry} entry
 * @param {Shown} shown
 */
function buildChanges(entry, shown) {
  if (entry.changes.length === 0) return [];
  const items = entry.changes.map(({ stop, term, definition }) =>
    buildElement('li', {}, [
      buildElement('span', { class: 'when', dir: 'auto' }, [shown.data.stops[stop - 1]?.title ?? '']),
      buildElement('p', { dir: 'auto' }, [
        ...(term === entry.term ? [] : [buildElement('strong', {}, [term]), ': ']),
        ...buildLinkedProse(entry, definition, shown),
      ]),
    ]),
  );
  return [
    buildElement('details', { class: 'changes' }, [
      buildElement('summary', {}, [`What was known earlier (${entry.changes.length})`]),
      buildElement('ol', {}, items),
    ]),
  ];
}
