// Reads from the data what a reader may know at a place; the page gets nothing else, so nothing later can show.

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
 * @property {number} first The stop of the thread that first names the entry.
 * @property {readonly number[]} quotes
 * @property {readonly number[]} supporting Quotes without the name: each follows a quote with the name, or another one.
 * @property {WikiFields['relations']} relations The relations stored with this entry.
 * @property {number} mentions
 * @property {number} threads
 * @property {number} salience
 * @property {number} since The stop by which the entry first existed.
 * @property {readonly WikiVersion[]} versions The versions of the entry up to the place.
 */

/**
 * @typedef {object} KnownGlossary
 * @property {number} place
 * @property {readonly KnownEntry[]} entries Most prominent first.
 * @property {ReadonlyMap<number, KnownEntry>} byId
 * @property {ReadonlyMap<string, KnownEntry>} byName
 * @property {NameIndex} names The names by which definitions mention entries.
 * @property {ReadonlyMap<number, readonly KnownEntry[]>} linkedFrom
 * @property {ReadonlyMap<number, readonly Related[]>} related The relations of each entry, also those stored with
 * others.
 */

/**
 * @typedef {object} Related
 * @property {string} wording What the entry is to the other.
 * @property {KnownEntry} other
 * @property {number} quote
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
  /** @type {ReadonlyMap<number, readonly Related[]> | undefined} */
  let relations;
  const glossary = {
    place,
    entries,
    byId,
    byName,
    names,
    /** Collected only when needed: while the slider moves, most places are only passed. */
    get linkedFrom() {
      links ??= collectLinks(glossary);
      return links;
    },
    get related() {
      relations ??= collectRelations(glossary);
      return relations;
    },
  };
  return glossary;
}

/**
 * A pair of the entry's id and the id of the entry into which it was merged by the place; empty if it was not merged.
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
 * The entry that a link in a definition means; undefined if this entry is not known yet.
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
 * Computes the weight of an entry as the glossary does: an unexplained entry may weigh less.
 * @param {Pick<KnownEntry, 'isUnexplained' | 'mentions' | 'kind'>} entry
 */
function computeWeight({ isUnexplained, mentions, kind }) {
  if (!isUnexplained) return 1;
  const isMinor = kind === 'term' || kind === 'location';
  if (mentions <= 1) return isMinor ? 1 / 4 : 1 / 2;
  return mentions <= 8 && isMinor ? 1 / 3 : 1;
}

/**
 * A version without the mentions after the place.
 * @param {WikiVersion} version
 * @param {number} place
 * @returns {WikiVersion}
 */
function cutSeen(version, place) {
  if (version.seen === undefined) return version;
  return { ...version, seen: version.seen.filter(([stop]) => stop <= place) };
}

/**
 * @param {WikiData} data
 * @param {WikiEntry} entry
 * @param {number} place
 * @returns {KnownEntry | undefined}
 */
function readEntry(data, entry, place) {
  const versions = entry.versions
    .filter((version) => version.stop <= place)
    .map((version) => cutSeen(version, place));
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
    supporting = [],
    relations = [],
  } = fields;
  if (term === undefined || fields.isGone === true) return undefined;
  const seen = fields.seen ?? [];
  const mentions = seen.reduce((sum, [, count]) => sum + count, 0);
  const threads = new Set(seen.map(([stop]) => data.stops[stop - 1]?.thread)).size;
  const salience =
    (mentions / Math.sqrt(Math.max(1, threads))) * computeWeight({ isUnexplained, mentions, kind });
  const since = versions.find((version) => version.term !== undefined)?.stop ?? 0;
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
    supporting,
    relations,
    mentions,
    threads,
    salience,
    since,
    versions,
  };
}

/**
 * Entries by the names that links use. If several entries have a name, whole terms win over terms without their suffix,
 * and these over aliases. Among equals, the most prominent entry wins.
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

/**
 * The relations of each entry by its id: first those stored with it, then those stored with others, each said once.
 * @param {Pick<KnownGlossary, 'entries' | 'byId'>} glossary
 */
function collectRelations({ entries, byId }) {
  /** @type {Map<number, Related[]>} */
  const related = new Map();
  /** @type {(id: number, one: Related) => void} */
  const add = (id, one) => {
    const known = related.get(id) ?? [];
    const isSaid = known.some(({ wording, other }) => wording === one.wording && other === one.other);
    if (!isSaid) related.set(id, [...known, one]);
  };
  const pairs = entries.flatMap((entry) =>
    entry.relations.flatMap(([wording, inverse, to, quote]) => {
      const other = byId.get(to);
      return other === undefined || other === entry ? [] : [{ entry, wording, inverse, other, quote }];
    }),
  );
  for (const { entry, wording, other, quote } of pairs) add(entry.id, { wording, other, quote });
  for (const { entry, inverse, other, quote } of pairs)
    add(other.id, { wording: inverse, other: entry, quote });
  return related;
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
