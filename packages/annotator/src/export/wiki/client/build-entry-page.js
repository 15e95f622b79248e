// Builds the page of an entry: what it is, the words of the story that say so, what links here, and what was said before.

/** @import { WikiData, WikiPost, WikiQuote } from '../wiki-data.ts' */
/** @import { Child } from './build-element.js' */
/** @import { Learnt } from './list-history.js' */
/** @import { KnownEntry, KnownGlossary } from './read-at.js' */
import { buildElement, buildProse, renderCount } from './build-element.js';
import { splitNames } from './link-names.js';
import { listHistory } from './list-history.js';
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
    ...buildRelations(entry, shown),
    ...buildQuotes(entry, shown.data),
    ...buildBacklinks(entry, shown),
    ...buildHistory(entry, shown),
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
    link: (name, shown) => {
      const target = findLinked(glossary, name);
      return target === undefined ? shown : buildLink(target, shown);
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
 * Builds the list of an entry's relations, each with its quote as a tooltip.
 * @param {KnownEntry} entry
 * @param {Shown} shown
 */
function buildRelations(entry, { data, glossary, buildLink }) {
  const related = glossary.related.get(entry.id) ?? [];
  if (related.length === 0) return [];
  const items = related.map(({ wording, other, quote }) => {
    const said = data.quotes[quote]?.text ?? '';
    return buildElement('li', { dir: 'auto', title: said }, [`${wording} `, buildLink(other)]);
  });
  return [buildElement('h2', {}, ['To others']), buildElement('ul', { class: 'links' }, items)];
}

/**
 * @param {KnownEntry} entry
 * @param {WikiData} data
 */
function buildQuotes({ quotes, supporting }, data) {
  const figures = quotes.flatMap((at) => {
    const quote = data.quotes[at];
    const post = quote === undefined ? undefined : data.posts[quote.post];
    return quote === undefined || post === undefined
      ? []
      : [buildQuote(quote, { post, isSupporting: supporting.includes(at) }, data)];
  });
  if (figures.length === 0) return [];
  return [buildElement('h2', {}, ['In the words of the story']), ...figures];
}

/**
 * Removes the mark of a choice from the beginning: `> [ ] Light the lamp` becomes `Light the lamp`, as on the screens.
 *
 * @param {string} text
 */
function stripChoiceMark(text) {
  return text.replace(/^(?:>\s*)?(?:[-*]\s)?\[[ xX]?\]\s*/u, '');
}

/**
 * @param {WikiQuote} quote
 * @param {{ post: WikiPost, isSupporting: boolean }} place
 * @param {WikiData} data
 */
function buildQuote(quote, { post, isSupporting }, data) {
  const hasContext = quote.before.trim() !== '' || quote.after.trim() !== '';
  const said = buildElement('blockquote', { dir: 'auto', class: hasContext && 'has-context' }, [
    stripChoiceMark(quote.before),
    buildElement('mark', {}, [quote.before.trim() === '' ? stripChoiceMark(quote.text) : quote.text]),
    quote.after,
  ]);
  const stop = data.stops[post.stop - 1];
  const source = [
    post.author,
    stop?.title,
    buildLabel(post),
    isSupporting ? 'this quote leaves the name out; the quote above has it' : undefined,
  ].filter((part) => part !== undefined);
  return buildElement('figure', { class: 'quote' }, [
    said,
    buildElement(
      'figcaption',
      { dir: 'auto' },
      source.flatMap((part, at) => (at === 0 ? [part] : [' · ', part])),
    ),
    post.text !== undefined && buildPost(quote, post.text),
  ]);
}

/**
 * The label of the post, with a link to its web address.
 * @param {WikiPost} post
 * @returns {Child}
 */
function buildLabel({ label, url }) {
  return url === undefined
    ? label
    : buildElement('a', { href: url, rel: 'noreferrer', target: '_blank' }, [label]);
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
 * What each chapter told about the entry, in order; empty if one chapter told everything.
 * @param {KnownEntry} entry
 * @param {Shown} shown
 */
function buildHistory(entry, shown) {
  const history = listHistory(entry.versions);
  if (history.length < 2) return [];
  const items = history.map((learnt, at) =>
    buildElement('li', { class: 'step' }, [
      buildElement('span', { class: 'when', dir: 'auto' }, [shown.data.stops[learnt.stop - 1]?.title ?? '']),
      ...buildLearnt(learnt, { entry, shown, isFirst: at === 0 }),
    ]),
  );
  return [
    buildElement('details', { class: 'history' }, [
      buildElement('summary', {}, [`Chapter by chapter (${history.length})`]),
      buildElement('ol', {}, items),
    ]),
  ];
}

/**
 * @param {Learnt} learnt
 * @param {{ entry: KnownEntry, shown: Shown, isFirst: boolean }} place
 */
function buildLearnt({ term, definition, kind, isConfirmed, names, dropped, quotes }, place) {
  const { entry, shown, isFirst } = place;
  const facts = [
    term === undefined || (isFirst && term === entry.term) ? '' : `called ${term}`,
    kind === undefined ? '' : kind,
    names.length === 0 ? '' : `also called ${names.join(', ')}`,
    dropped.length === 0 ? '' : `no longer called ${dropped.join(', ')}`,
    isConfirmed ? 'confirmed' : '',
  ].filter((fact) => fact !== '');
  return [
    definition !== undefined && buildElement('p', { dir: 'auto' }, buildWording(definition, entry, shown)),
    facts.length > 0 && buildElement('p', { class: 'learnt', dir: 'auto' }, [facts.join(' · ')]),
    ...quotes.slice(0, mostQuotes).map((at) => buildShortQuote(shown.data.quotes[at]?.text ?? '')),
    quotes.length > mostQuotes &&
      buildElement('p', { class: 'learnt' }, [
        `and ${renderCount(quotes.length - mostQuotes, 'more quote', 'more quotes')}`,
      ]),
  ];
}

/** At most this many quotes are shown for a chapter; all quotes are listed further up the page. */
const mostQuotes = 2;
const longestQuote = 160;

/** @param {string} text */
function buildShortQuote(text) {
  const short = text.length > longestQuote ? `${text.slice(0, longestQuote).replace(/\s\S*$/u, '')} …` : text;
  return buildElement('p', { class: 'said', dir: 'auto' }, [buildElement('q', {}, [short])]);
}

/**
 * @param {string} definition
 * @param {KnownEntry} entry
 * @param {Shown} shown
 * @returns {Child[]}
 */
function buildWording(definition, entry, shown) {
  if (definition === entry.definition) return ['Described as above.'];
  return buildLinkedProse(entry, definition, shown);
}
