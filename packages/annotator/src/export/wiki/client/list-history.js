// Lists what each chapter added to what is known of an entry: new names, wordings and quotes.

/** @import { WikiVersion } from '../wiki-data.ts' */

/**
 * What a chapter changed; what it did not change is absent or empty.
 * @typedef {object} Learnt
 * @property {number} stop
 * @property {string | undefined} term The term of the entry from this stop on.
 * @property {string | undefined} definition
 * @property {string | undefined} kind
 * @property {boolean} isConfirmed Whether the entry was confirmed at this stop.
 * @property {readonly string[]} names Other names that are new.
 * @property {readonly string[]} dropped Other names that are gone.
 * @property {readonly number[]} quotes New quotes.
 */

/**
 * Lists what each chapter changed, in the order of the story. Expects only the versions that may be known at the place.
 * @param {readonly WikiVersion[]} versions
 * @returns {Learnt[]}
 */
export function listHistory(versions) {
  /** @type {Learnt[]} */
  const history = [];
  /** @type {WikiVersion} */
  let before = { stop: 0 };
  for (const version of versions) {
    const learnt = compareVersions(before, version);
    if (isTelling(learnt)) history.push(learnt);
    before = { ...before, ...version };
  }
  return history;
}

/**
 * @param {WikiVersion} before
 * @param {WikiVersion} version
 * @returns {Learnt}
 */
function compareVersions(before, { stop, term, definition, kind, aliases, quotes, isConfirmed }) {
  return {
    stop,
    term: term === before.term ? undefined : term,
    definition: definition === before.definition ? undefined : definition,
    kind: kind === before.kind || kind === '' ? undefined : kind,
    isConfirmed: isConfirmed === true && before.isConfirmed !== true,
    names: listMissing(aliases, before.aliases),
    dropped: aliases === undefined ? [] : listMissing(before.aliases, aliases),
    quotes: listMissing(quotes, before.quotes),
  };
}

/** @param {Learnt} learnt */
function isTelling({ term, definition, kind, isConfirmed, names, dropped, quotes }) {
  const lists = [names, dropped, quotes];
  const hasValue = [term, definition, kind].some((value) => value !== undefined);
  return hasValue || isConfirmed || lists.some(({ length }) => length > 0);
}

/**
 * @template Value
 * @param {readonly Value[] | undefined} values
 * @param {readonly Value[] | undefined} known
 */
function listMissing(values = [], known = []) {
  return values.filter((value) => !known.includes(value));
}
