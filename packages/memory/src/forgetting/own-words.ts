// Own words: the words, and short runs of words, that only the forgotten texts contain.
// Any other text with these words was made from the forgotten texts.
import { collectTermWords, splitTerms } from '@terrarium/kernel/split-terms';
import { hasEastAsianScript } from '../events/script-languages.ts';
import { listRuns, splitWords } from '../ledger/build-injected-text.ts';
import { isOrdinary, isParticle } from './is-ordinary.ts';

export interface OwnWords {
  /** Removes the words that also occur in this text, which is kept. */
  remove(text: string): void;
  /** Whether a text has any of the words, however ordinary: for word-for-word copies of what was said. */
  isIn(text: string): boolean;
  /**
   * Like `isIn`, but ordinary words of a language decide nothing: for texts that somebody wrote from the forgotten
   * ones.
   */
  isToldIn(text: string): boolean;
  /**
   * Whether a text that was hardly made from the forgotten ones nevertheless repeats something of them:
   * several of the words in one sentence, a run of words, a name or a number. Any file may have plain words
   * apart from each other, or a word that is written like a name.
   */
  isRepeatedIn(text: string): boolean;
  /** The text without the sentences and list lines for which `isIn` is true. */
  cut(text: string): string;
  /** The text without the sentences and list lines for which `isToldIn` is true. */
  cutTold(text: string): string;
}

/** How many words make a run: texts rarely share a run of this length by chance. */
const runLength = 3;
/** A run with fewer words that tell something, such as "the bakery that", may occur in any text. */
const leastTelling = 2;
/** A shorter word counts only in a run of words, or as a whole text: it may be the number of a line in a list. */
const leastLetters = 3;
/** Matches what separates sentences, lines, and the texts of a JSON file. */
const betweenStatements = /(?<=[.!?…])\s+|[\n"]/u;

/**
 * A forgotten text that has fewer words than a run is treated as one run. Words with the same stem count as the same
 * word, except in runs.
 */
export function collectOwnWords(texts: Iterable<string>): OwnWords {
  const words = new Set<string>();
  const runs = new Set<string>();
  const plainTerms = new Set<string>();
  for (const text of texts) {
    for (const term of listPlainTerms(text)) plainTerms.add(term);
    const said = readSaid(text);
    for (const word of said.words) words.add(word);
    for (const run of listRuns(said.row, Math.max(1, Math.min(runLength, said.row.length)))) runs.add(run);
  }
  const isIn = (text: string) => {
    const said = readSaid(text);
    return said.words.some((word) => words.has(word)) || listAllRuns(said.row).some((run) => runs.has(run));
  };
  const isToldIn = (text: string) => {
    const said = readSaid(text);
    return (
      said.words.some((word) => words.has(word) && !isOrdinary(word)) ||
      listAllRuns(said.row).some((run) => runs.has(run) && isTellingRun(run))
    );
  };
  const isRepeatedIn = (text: string) => {
    if (!isToldIn(text)) return false;
    const plain = readPlain(text);
    const isRepeated = (run: string) =>
      run.includes(' ') && runs.has(run) && isTellingRun(run, (word) => isOrdinary(word) || isParticle(word));
    if (listAllRuns(splitWords(plain)).some(isRepeated)) return true;
    const isOwn = (term: string) =>
      words.has(term) && (isTelling(term) || isContentPair(term)) && !isOrdinary(term) && !isParticle(term);
    return hasOwnTerms(plain, { isOwn, isName: (term) => !plainTerms.has(term) });
  };
  return {
    isRepeatedIn,
    remove(text) {
      const said = readSaid(text);
      for (const word of said.words) words.delete(word);
      for (const run of listAllRuns(said.row)) runs.delete(run);
    },
    isIn,
    isToldIn,
    cut: (text) => (isIn(text) ? filterSentences(text, (part) => !isIn(part)) : text),
    cutTold: (text) => (isToldIn(text) ? filterSentences(text, (part) => !isToldIn(part)) : text),
  };
}

interface SoughtTerms {
  readonly isOwn: (term: string) => boolean;
  /** Whether the forgotten texts have the term only as a name. */
  readonly isName: (term: string) => boolean;
}

/**
 * Whether a sentence has several of the terms, or the text has one as a name or a number. If no term is found at all,
 * true unless the text is Japanese or Chinese.
 */
function hasOwnTerms(text: string, { isOwn, isName }: SoughtTerms): boolean {
  const small = new Set<string>();
  const capital = new Set<string>();
  for (const sentence of text.split(betweenStatements)) {
    const found = readTermWords(sentence).filter(([term]) => isOwn(term));
    for (const [term, word] of found) (isCapitalised(word) ? capital : small).add(term);
    if (found.filter(([term, word]) => isCapitalised(word) || !isName(term)).length > 1) return true;
  }
  // If no word can be judged, as in scripts whose terms are too short here, `isToldIn` is enough, except in Japanese
  // and Chinese.
  if (small.size + capital.size === 0) return !hasEastAsianScript(text);
  return [...capital].some((term) => isName(term) || !small.has(term));
}

/** Terms that may be plain words and not names: somewhere they are written in small letters, or begin a sentence. */
function listPlainTerms(text: string): readonly string[] {
  return readPlain(text)
    .split(betweenStatements)
    .flatMap((sentence) => {
      const opening = sentence.replace(/^[^\p{L}\p{N}]+/u, '');
      return readTermWords(sentence).flatMap(([term, word]) =>
        !isCapitalised(word) || opening.startsWith(word) ? [term] : [],
      );
    });
}

function readTermWords(text: string): readonly (readonly [term: string, word: string])[] {
  return [...collectTermWords(text, { characters: text.length })];
}

function isCapitalised(word: string): boolean {
  return /^[\p{Lu}\p{N}]/u.test(word) || isContentPair(word);
}

/**
 * Whether a term is two Chinese characters or katakana: these may be a name, and a pair with hiragana rarely is one.
 */
function isContentPair(term: string): boolean {
  return /^[\p{Script=Han}\p{Script=Katakana}]{2}$/u.test(term);
}

interface Said {
  /** All words of a text, in order. */
  readonly row: readonly string[];
  /** The words that have a meaning by themselves, and their stems. */
  readonly words: readonly string[];
}

/** The text with blanks in place of tags and apostrophes. */
function readPlain(text: string): string {
  return text.replace(/<\/?[a-z]+\/?>/giu, ' ').replace(/['’ʼ]/gu, ' ');
}

function readSaid(text: string): Said {
  const plain = readPlain(text);
  const row = splitWords(plain);
  const terms = [...splitTerms(plain).counts.keys()];
  return {
    row,
    words: [...row.filter(isTelling), ...terms.filter((term) => isTelling(term) || isPair(term))],
  };
}

function isTelling(word: string): boolean {
  return word.length >= leastLetters;
}

function isTellingRun(run: string, isPlain: (word: string) => boolean = isOrdinary): boolean {
  const words = run.split(' ');
  return words.filter((word) => !isPlain(word)).length >= Math.min(leastTelling, words.length);
}

/** In scripts without spaces between words, two characters say as much as a word does elsewhere. */
function isPair(term: string): boolean {
  return /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]{2}$/u.test(term);
}

function listAllRuns(row: readonly string[]): readonly string[] {
  return [1, 2, runLength].flatMap((length) => listRuns(row, length));
}

/**
 * Matches what separates sentences. A mention of messages after a sentence, such as `(#3, #4)`, belongs to that
 * sentence.
 */
export const betweenSentences = /(?<=[.!?…])\s+(?!\(#\d)/u;

/** Matches what separates the parts of a sentence that can stand alone. */
const betweenClauses = /(?<=;)\s+|(?<!\s)\s+(?=[–—]\s)/u;

export function splitClauses(sentence: string): readonly string[] {
  return sentence.split(betweenClauses);
}

const listMark = /^\s*(?:[-*•]|\d+[.:)])\s/u;
const endMark = /(?<![.!?…])[.!?…]+["”’)]*$/u;
/** Matches where a sentence begins to name the messages from which it was made, such as `(#3)`. */
export const namesEvents = /[([]#\d/u;

/**
 * Keeps the sentences that pass `isKept`, and of other sentences the clauses that do. A line of a list, and a sentence
 * that names events, is kept or left out as a whole. What is kept of any other line must also pass as a whole;
 * otherwise the line is left out.
 */
export function filterSentences(text: string, isKept: (part: string) => boolean): string {
  return text
    .split('\n')
    .flatMap((line) => filterLine(line, isKept))
    .join('\n');
}

function filterLine(line: string, isKept: (part: string) => boolean): readonly string[] {
  if (listMark.test(line)) return isKept(line) ? [line] : [];
  const sentences = line.split(betweenSentences);
  const passing = sentences.map((one) => (isKept(one) ? one : filterClauses(one, isKept)));
  const isWhole = passing.every((one, at) => one === sentences[at]);
  const rest = isWhole ? line : passing.filter((one) => one !== '').join(' ');
  return (rest === '' && line !== '') || !isKept(rest) ? [] : [rest];
}

function filterClauses(sentence: string, isKept: (part: string) => boolean): string {
  const clauses = splitClauses(sentence);
  const passing = clauses.length > 1 && !namesEvents.test(sentence) ? clauses.filter(isKept) : [];
  const rest = passing
    .join(' ')
    .replace(/^[–—]\s+/u, '')
    .replace(/;$/u, '');
  if (rest === '') return '';
  const begun = passing[0] === clauses[0] ? rest : rest.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  return endMark.test(begun) ? begun : `${begun}${endMark.exec(sentence)?.[0] ?? ''}`;
}
