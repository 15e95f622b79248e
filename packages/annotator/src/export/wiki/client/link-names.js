// Finds the names of entries in definitions, for the page and the vault alike, in one pass over the words.

/** @import { Word } from './name-words.js' */
import { splitWords } from './name-words.js';

/**
 * An entry with the names by which a text may call it.
 * @typedef {object} Named
 * @property {number} id
 * @property {string} term
 * @property {readonly string[]} aliases
 */

/**
 * One spelling of a name.
 * @typedef {object} Spelling
 * @property {string} folded
 * @property {number} capitalAt The word that must have a capital in the text too; -1 for none.
 * @property {readonly string[]} gaps The marks between its words that matter, such as the dot of `St. John`.
 * @property {number | undefined} id Undefined if several entries share the name.
 */

/**
 * Some consecutive words: the names that they spell, and whether longer names begin with them.
 * @typedef {object} Run
 * @property {Spelling[]} spellings
 * @property {boolean} goesOn
 */

/** @typedef {ReadonlyMap<string, Run>} NameIndex */

/**
 * A piece of a text; has an `id` if it names an entry.
 * @typedef {object} Piece
 * @property {string} text
 * @property {number} [id]
 */

/** The brackets with which a definition marks a name, and the words that may stand in its place: `[[Term|words]]`. */
export const markedPattern = /\[\[([^[\]|\n]+)(?:\|[^[\]\n]*)?\]\]/gu;

/**
 * The parts of a marked name, given without its brackets: the name, and the words that are shown for it.
 * @param {string} marked
 * @returns {{ name: string, shown: string }}
 */
export function splitMarked(marked) {
  const [name = '', ...words] = marked.split('|');
  const shown = words.join('|').trim();
  return { name: name.trim(), shown: shown === '' ? name.trim() : shown };
}

/** @param {string} name */
export function foldName(name) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/gu, ' ')
    .trim();
}

/**
 * A term that consists only of a suffix keeps it.
 * @param {string} term
 */
export function stripSuffix(term) {
  const stripped = term.replace(/(?:(?<!\s)\s+)?\([^()]*\)\s*$/u, '').trim();
  return stripped === '' ? term.trim() : stripped;
}

/**
 * @param {Iterable<Named>} entries
 * @returns {NameIndex}
 */
export function indexNames(entries) {
  /** @type {Map<string, Run>} */
  const runs = new Map();
  for (const { id, term, aliases } of entries) {
    /**
     * Shapes of the names added so far: if two names have the same words and both have a capital, or neither has one,
     * only the first is added.
     * @type {Set<string>}
     */
    const shapes = new Set();
    for (const name of [term, ...aliases].map(stripSuffix)) {
      const words = splitWords(name);
      const shape = `${/\p{Lu}/u.test(name)} ${joinFolded(words)}`;
      if (!shapes.has(shape)) addName(runs, { name, words, id });
      shapes.add(shape);
    }
  }
  return runs;
}

/** A name of more words is not looked for: it does not occur in texts. */
const maxWords = 20;

/**
 * Adds a name. A name without words, or with only a single character, is skipped: it would be found everywhere and says
 * nothing. A name of more than `maxWords` words is skipped too.
 * @param {Map<string, Run>} runs
 * @param {{ name: string, words: readonly Word[], id: number }} named
 */
function addName(runs, { name, words, id }) {
  const folded = joinFolded(words);
  if (folded.length < 2 || words.length > maxWords) return;
  const first = Math.max(
    0,
    words.findIndex((word) => !/^(?:the|an?)$/u.test(word.folded)),
  );
  const capitalAt = words[first]?.isCapitalised === true ? first : -1;
  const gaps = words.slice(1).map((word, at) => readGap(name, words[at], word) ?? '');
  addSpelling(runs, words, { folded, capitalAt, gaps, id });
}

/**
 * @param {Map<string, Run>} runs
 * @param {readonly Word[]} words
 * @param {Spelling} spelling
 */
function addSpelling(runs, words, spelling) {
  let key = '';
  for (const [at, { stem }] of words.entries()) {
    key = at === 0 ? stem : `${key} ${stem}`;
    const run = runs.get(key) ?? { spellings: [], goesOn: false };
    runs.set(key, run);
    if (at < words.length - 1) run.goesOn = true;
    else addTo(run.spellings, spelling);
  }
}

/**
 * @param {Spelling[]} spellings
 * @param {Spelling} added
 */
function addTo(spellings, added) {
  const same = spellings.find(
    ({ folded, capitalAt, gaps }) =>
      folded === added.folded && capitalAt === added.capitalAt && gaps.join(' ') === added.gaps.join(' '),
  );
  if (same === undefined) spellings.push({ ...added });
  else if (same.id !== added.id) same.id = undefined;
}

/**
 * Splits a text at the names in it: the longest names, whole words only, each entry only where it is first named.
 * Entries in `passed` are not linked again, and those found are added to it. A name that several entries share is not
 * linked.
 * @param {NameIndex} index
 * @param {string} text
 * @param {Set<number>} passed
 * @returns {Piece[]}
 */
export function splitNames(index, text, passed) {
  // Code and addresses stay as they are.
  return text
    .split(/(`[^`]*`|(?<!\S)\S*?:\/\/\S+)/u)
    .flatMap((part, at) => (at % 2 === 1 ? [{ text: part }] : splitPlain(index, part, passed)));
}

/**
 * @param {NameIndex} index
 * @param {string} text
 * @param {Set<number>} passed
 */
function splitPlain(index, text, passed) {
  const words = splitWords(text);
  /** @type {Piece[]} */
  const pieces = [];
  let done = 0;
  for (let at = 0; at < words.length; ) {
    const { length, id } = listLongest(index, { text, words, at });
    const start = words[at]?.start ?? 0;
    const end = words[at + length - 1]?.end ?? start;
    at += length;
    if (id === undefined || passed.has(id) || isPartOfMore(text, start, end)) continue;
    passed.add(id);
    pieces.push({ text: text.slice(done, start) }, { text: text.slice(start, end), id });
    done = end;
  }
  pieces.push({ text: text.slice(done) });
  return pieces.filter((piece) => piece.text !== '');
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function isPartOfMore(text, start, end) {
  return /[_@/\\]/u.test(`${text.charAt(start - 1)}${text.charAt(end)}`);
}

/**
 * The longest name that begins at a word; if none does, the word alone, without an id.
 * @param {NameIndex} index
 * @param {{ text: string, words: readonly Word[], at: number }} place
 * @returns {{ length: number, id: number | undefined }}
 */
function listLongest(index, { text, words, at }) {
  /** @type {{ length: number, id: number | undefined }} */
  let found = { length: 1, id: undefined };
  let key = words[at]?.stem ?? '';
  /** @type {string[]} */
  const gaps = [];
  for (let length = 1; ; length += 1) {
    const run = index.get(key);
    if (run === undefined) return found;
    const fitting = chooseSpellings(run.spellings, words.slice(at, at + length), gaps);
    if (fitting.length > 0) found = { length, id: findOwner(fitting) };
    const next = words[at + length];
    const gap = next && readGap(text, words[at + length - 1], next);
    if (!run.goesOn || next === undefined || gap === undefined) return found;
    gaps.push(gap);
    key = `${key} ${next.stem}`;
  }
}

/**
 * Undefined if several entries share the name.
 * @param {readonly Spelling[]} spellings
 */
function findOwner(spellings) {
  const [first, ...others] = new Set(spellings.map(({ id }) => id));
  return others.length === 0 ? first : undefined;
}

/**
 * Spellings that fit the text: their capital is there, and so are the marks between their words, unless the text leaves
 * a mark out (`St John`). If some of them have exactly the words of the text, only these are returned.
 * @param {readonly Spelling[]} spellings
 * @param {readonly Word[]} words
 * @param {readonly string[]} shownGaps
 */
function chooseSpellings(spellings, words, shownGaps) {
  const shown = joinFolded(words);
  const fitting = spellings.filter(
    ({ capitalAt, gaps }) =>
      (capitalAt < 0 || words[capitalAt]?.isCapitalised === true) &&
      shownGaps.every((gap, at) => gap === '' || gap === gaps[at]),
  );
  const exact = fitting.filter(({ folded }) => folded === shown);
  return exact.length > 0 ? exact : fitting;
}

/** @param {readonly Word[]} words */
function joinFolded(words) {
  return words.map(({ folded }) => folded).join(' ');
}

/**
 * The marks between two words that matter for a name; undefined if there is a blank line. Marks of emphasis matter: no
 * link goes across them.
 * @param {string} text
 * @param {Word | undefined} before
 * @param {Word} after
 */
function readGap(text, before, after) {
  const gap = text.slice(before?.end ?? 0, after.start);
  return /\n\s*\n/u.test(gap) ? undefined : gap.replace(/[\s\-‐‑‒–'’‘"“”]+/gu, '');
}
