// Finds the names of entries in definitions, for the page and the vault alike, in one pass over the words.

/**
 * An entry as it may be named.
 * @typedef {object} Named
 * @property {number} id
 * @property {string} term
 * @property {readonly string[]} aliases
 */

/**
 * A word where it stands in a text.
 * @typedef {object} Word
 * @property {number} start
 * @property {number} end
 * @property {string} folded
 * @property {boolean} isCapitalised
 */

/**
 * One spelling of a name.
 * @typedef {object} Spelling
 * @property {string} folded
 * @property {number} capitalAt The word that must have a capital in the text too; -1 for none.
 * @property {number | undefined} id Undefined where several entries share it.
 */

/**
 * What is known of a run of words: the names it is, and whether longer ones begin with it.
 * @typedef {object} Run
 * @property {Spelling[]} spellings
 * @property {boolean} goesOn
 */

/** @typedef {ReadonlyMap<string, Run>} NameIndex */

/**
 * A piece of a text; `id` where it names an entry.
 * @typedef {object} Piece
 * @property {string} text
 * @property {number} [id]
 */

/** What a definition itself marks as a name. */
export const markedPattern = /\[\[([^[\]\n]+)\]\]/gu;

/** @param {string} name */
export function foldName(name) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/gu, ' ')
    .trim();
}

/** @param {string} term */
export function stripSuffix(term) {
  return term.replace(/(?:(?<!\s)\s+)?\([^()]*\)\s*$/u, '');
}

/**
 * @param {Iterable<Named>} entries
 * @returns {NameIndex}
 */
export function indexNames(entries) {
  /** @type {Map<string, Run>} */
  const runs = new Map();
  for (const { id, term, aliases } of entries) {
    for (const name of [term, ...aliases]) addName(runs, stripSuffix(name), id);
  }
  return runs;
}

/** No text says a longer name. */
const maxWords = 20;

/**
 * A name of one sign, or of nothing that is a word, is met everywhere and says nothing.
 * @param {Map<string, Run>} runs
 * @param {string} name
 * @param {number} id
 */
function addName(runs, name, id) {
  const words = splitWords(name);
  const folded = words.map((word) => word.folded).join(' ');
  if (folded.length < 2 || words.length > maxWords) return;
  const first = Math.max(
    0,
    words.findIndex((word) => !/^(?:the|an?)$/u.test(word.folded)),
  );
  const capitalAt = words[first]?.isCapitalised === true ? first : -1;
  const spelling = { folded, capitalAt, id };
  const gaps = words.slice(1).map((word, at) => readGap(name, words[at], word));
  addSpelling(runs, gaps, spelling);
  // A text may leave out the dot of `St. John`.
  if (gaps.some((gap) => gap !== ''))
    addSpelling(
      runs,
      gaps.map(() => ''),
      spelling,
    );
}

/**
 * @param {Map<string, Run>} runs
 * @param {readonly string[]} gaps What stands between its words.
 * @param {Spelling} spelling
 */
function addSpelling(runs, gaps, spelling) {
  const { folded, capitalAt, id } = spelling;
  const [first = '', ...others] = folded.split(' ').map(stem);
  const keys = [first];
  for (const [at, word] of others.entries()) keys.push(`${keys[at]}${gaps[at]} ${word}`);
  for (const [at, key] of keys.entries()) {
    const run = runs.get(key) ?? { spellings: [], goesOn: false };
    runs.set(key, run);
    if (at < keys.length - 1) {
      run.goesOn = true;
      continue;
    }
    const same = run.spellings.find((one) => one.folded === folded && one.capitalAt === capitalAt);
    if (same === undefined) run.spellings.push({ ...spelling });
    else if (same.id !== id) same.id = undefined;
  }
}

/**
 * The text in pieces: the longest names, whole words only, each entry where it is first named. Those in `passed` are
 * left alone, and those found are added to it. A name that several entries share is nobody's.
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
    const { length, id } = findLongest(index, { text, words, at });
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
 * The longest name that begins at a word; a single word without an id where none does.
 * @param {NameIndex} index
 * @param {{ text: string, words: readonly Word[], at: number }} place
 * @returns {{ length: number, id: number | undefined }}
 */
function findLongest(index, { text, words, at }) {
  /** @type {{ length: number, id: number | undefined }} */
  let found = { length: 1, id: undefined };
  let key = stem(words[at]?.folded ?? '');
  for (let length = 1; ; length += 1) {
    const run = index.get(key);
    if (run === undefined) return found;
    const fitting = chooseSpellings(run.spellings, words.slice(at, at + length));
    const [first, ...others] = new Set(fitting.map(({ id }) => id));
    if (fitting.length > 0) found = { length, id: others.length === 0 ? first : undefined };
    const next = words[at + length];
    if (!run.goesOn || next === undefined) return found;
    key = `${key}${readGap(text, words[at + length - 1], next)} ${stem(next.folded)}`;
  }
}

/**
 * Those that have their capital, and of them rather those that are spelt as the text has it.
 * @param {readonly Spelling[]} spellings
 * @param {readonly Word[]} words
 */
function chooseSpellings(spellings, words) {
  const shown = words.map(({ folded }) => folded).join(' ');
  const fitting = spellings.filter(
    ({ capitalAt }) => capitalAt < 0 || words[capitalAt]?.isCapitalised === true,
  );
  const exact = fitting.filter(({ folded }) => folded === shown);
  return exact.length > 0 ? exact : fitting;
}

/**
 * What stands between two words of a name and matters, such as the dot of `St. John`.
 * @param {string} text
 * @param {Word | undefined} before
 * @param {Word} after
 */
function readGap(text, before, after) {
  const gap = text.slice(before?.end ?? 0, after.start);
  return /\n\s*\n/u.test(gap) ? '\n' : gap.replace(/[\s\-‐‑‒–'’]+/gu, '');
}

/**
 * An English plural as its singular, both bent the same way.
 * @param {string} word
 */
function stem(word) {
  return word.length > 3 && /[^sui]s$/u.test(word) ? word.slice(0, -1) : word;
}

// Scripts written without spaces: each sign is a word of its own.
const unspaced =
  '[[\\p{L}\\p{N}]&&[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]]';
const letters = `[[\\p{L}\\p{N}]--${unspaced}][[\\p{L}\\p{N}\\p{M}\\p{Join_Control}\\u00ad\\u2060]--${unspaced}]*`;
const wordPattern = new RegExp(`${letters}(?:['’ʼ＇]${letters})*|${unspaced}\\p{M}*`, 'gv');

/**
 * @param {string} text
 * @returns {readonly Word[]}
 */
function splitWords(text) {
  return Array.from(text.matchAll(wordPattern), ({ 0: raw, index }) => {
    const bare = raw.replace(/['’ʼ＇]s$/iu, '');
    const first = String.fromCodePoint(bare.codePointAt(0) ?? 0);
    return {
      start: index,
      end: index + bare.length,
      folded: foldName(bare.replace(/\u00ad|\u200c|\u200d|\u2060/gu, '')),
      isCapitalised: first !== first.toLowerCase(),
    };
  });
}
