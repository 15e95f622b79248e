// Reads what a reader may know at a place: only this leaves the data for the page, so nothing later can show.

/** @import { WikiData, WikiEntry, WikiFields, WikiVersion } from '../wiki-data.ts' */
/** @import { NameIndex } from './link-names.js' */
import { foldName, indexNames, markedPattern, splitNames, stripSuffix } from './link-names.js';

/**
 * An entry as a reader at the place knows it.
 * @typedef {object} KnownEntry
 * @property {number} id
 * @property {string} term
 * @property {readonly string[]} aliases
 * @property {string} definition
 * @property {boolean} isConfirmed
 * @property {boolean} isUnexplained
 * @property {string} kind
 * @property {number} first The stop of the thread that first names it.
 * @property {readonly number[]} quotes
 * @property {number} mentions
 * @property {number} threads
 * @property {number} salience
 * @property {number} since The stop by which it was first an entry.
 * @property {readonly Change[]} changes Newest first; what was said before.
 */

/**
 * @typedef {object} Change
 * @property {number} stop
 * @property {string} term
 * @property {string} definition
 */

/**
 * @typedef {object} KnownGlossary
 * @property {number} place
 * @property {readonly KnownEntry[]} entries Most prominent first.
 * @property {ReadonlyMap<number, KnownEntry>} byId
 * @property {ReadonlyMap<string, KnownEntry>} byName
 * @property {NameIndex} names As definitions mention them.
 * @property {ReadonlyMap<number, readonly KnownEntry[]>} linkedFrom
 */

/**
 * @param {WikiData} data
 * @param {number} place
 * @returns {KnownGlossary}
 */
export function readAt(data, place) {
  const entries = data.entries
    .flatMap((entry) => readEntry(data, entry, place) ?? [])
    .sort((one, other) => other.salience - one.salience || one.id - other.id);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byName = nameEntries(entries);
  const merged = new Map(data.entries.flatMap((entry) => readMerge(entry, place)));
  for (const id of merged.keys()) {
    const target = byId.get(followMerges(merged, id));
    if (target !== undefined) byId.set(id, target);
  }
  const names = indexNames(entries);
  /** @type {ReadonlyMap<number, readonly KnownEntry[]> | undefined} */
  let links;
  const glossary = {
    place,
    entries,
    byId,
    byName,
    names,
    /** Gathered when it is first asked for: most places are only passed. */
    get linkedFrom() {
      links ??= collectLinks(glossary);
      return links;
    },
  };
  return glossary;
}

/**
 * The pair of an entry's id and the id of the entry it has turned out to be by then; empty when it is still itself.
 * @param {WikiEntry} entry
 * @param {number} place
 * @returns {readonly (readonly [number, number])[]}
 */
function readMerge({ id, versions }, place) {
  /** @type {Partial<WikiFields>} */
  const { isGone, into } = Object.assign({}, ...versions.filter(({ stop }) => stop <= place));
  return isGone === true && into !== undefined ? [[id, into]] : [];
}

/**
 * @param {ReadonlyMap<number, number>} merged
 * @param {number} id
 */
function followMerges(merged, id) {
  const passed = new Set([id]);
  let at = id;
  for (let next = merged.get(at); next !== undefined && !passed.has(next); next = merged.get(at)) {
    passed.add(next);
    at = next;
  }
  return at;
}

/**
 * The entry that a link in a definition means; undefined for one that is not known yet.
 * @param {Pick<KnownGlossary, 'byName'>} glossary
 * @param {string} name
 */
export function findLinked(glossary, name) {
  return glossary.byName.get(foldName(name)) ?? glossary.byName.get(foldName(stripSuffix(name)));
}

/**
 * Entries that a definition names in brackets, each once.
 * @param {Pick<KnownGlossary, 'byName'>} glossary
 * @param {string} definition
 */
export function listMarked(glossary, definition) {
  const marked = Array.from(definition.matchAll(markedPattern), ([, name]) =>
    findLinked(glossary, name ?? ''),
  );
  return new Set(marked.filter((entry) => entry !== undefined));
}

/**
 * Weighs an entry that nothing explains, as the glossary does.
 * @param {Pick<KnownEntry, 'isUnexplained' | 'mentions' | 'kind'>} entry
 */
function computeWeight({ isUnexplained, mentions, kind }) {
  if (!isUnexplained) return 1;
  if (mentions <= 1) return 1 / 2;
  return mentions <= 8 && kind === 'term' ? 2 / 5 : 1;
}

/**
 * @param {WikiData} data
 * @param {WikiEntry} entry
 * @param {number} place
 * @returns {KnownEntry | undefined}
 */
function readEntry(data, entry, place) {
  const versions = entry.versions.filter((version) => version.stop <= place);
  /** @type {Partial<WikiFields>} */
  const fields = Object.assign({}, ...versions);
  const {
    term,
    aliases = [],
    definition = '',
    isConfirmed = false,
    isUnexplained = false,
    kind = '',
    first = 0,
    quotes = [],
  } = fields;
  if (term === undefined || fields.isGone === true) return undefined;
  const seen = (fields.seen ?? []).filter(([stop]) => stop <= place);
  const mentions = seen.reduce((sum, [, count]) => sum + count, 0);
  const threads = new Set(seen.map(([stop]) => data.stops[stop - 1]?.thread)).size;
  const salience =
    (mentions / Math.sqrt(Math.max(1, threads))) * computeWeight({ isUnexplained, mentions, kind });
  const since = versions.find((version) => version.term !== undefined)?.stop ?? 0;
  const changes = listChanges(versions, { term, definition });
  return {
    id: entry.id,
    term,
    aliases,
    definition,
    isConfirmed,
    isUnexplained,
    kind,
    first,
    quotes,
    mentions,
    threads,
    salience,
    since,
    changes,
  };
}

/**
 * @param {readonly WikiVersion[]} versions
 * @param {{ term: string, definition: string }} now
 * @returns {Change[]}
 */
function listChanges(versions, now) {
  /** @type {Change[]} */
  const changes = [];
  let term = '';
  let definition = '';
  for (const version of versions) {
    const isSame = (version.term ?? term) === term && (version.definition ?? definition) === definition;
    term = version.term ?? term;
    definition = version.definition ?? definition;
    if (!isSame) changes.push({ stop: version.stop, term, definition });
  }
  const last = changes.at(-1);
  if (last?.term === now.term && last.definition === now.definition) changes.pop();
  return changes.reverse();
}

/**
 * Entries by the names that links use: whole terms win over terms without their suffix, those over aliases, and the
 * most prominent entry wins over others.
 * @param {readonly KnownEntry[]} entries
 */
function nameEntries(entries) {
  /** @type {Map<string, KnownEntry>} */
  const names = new Map();
  /** @type {((entry: KnownEntry) => readonly string[])[]} */
  const kinds = [({ term }) => [term], ({ term }) => [stripSuffix(term)], ({ aliases }) => aliases];
  for (const list of kinds) {
    for (const entry of entries) {
      for (const name of list(entry)) if (!names.has(foldName(name))) names.set(foldName(name), entry);
    }
  }
  return names;
}

/**
 * The entries whose definitions link to an entry, by the id of that entry.
 * @param {LinkSource} glossary
 */
function collectLinks(glossary) {
  /** @type {Map<number, KnownEntry[]>} */
  const links = new Map();
  for (const entry of glossary.entries) {
    for (const id of listTargets(glossary, entry)) {
      const from = links.get(id) ?? [];
      from.push(entry);
      links.set(id, from);
    }
  }
  return links;
}

/** @typedef {Pick<KnownGlossary, 'entries' | 'byName' | 'names'>} LinkSource */

/**
 * Ids of the other entries that a definition links to.
 * @param {LinkSource} glossary
 * @param {KnownEntry} entry
 */
function listTargets(glossary, { id: own, definition }) {
  const targets = new Set([own, ...[...listMarked(glossary, definition)].map(({ id }) => id)]);
  // The texts between marked names are searched one by one: no name goes across a marked one.
  for (const text of definition.split(/\[\[[^[\]\n]+\]\]/u)) splitNames(glossary.names, text, targets);
  targets.delete(own);
  return targets;
}
