// Utterances: what was said, in the form in which topics are looked for, with the sentences and words in it.
import { openers } from './word-lists.ts';

/** One message, without the parts that are not shown. */
export interface Utterance {
  /** Id of its event. */
  readonly id: number;
  readonly atMs: number;
  /** Whether it is not known when it was said. */
  readonly isUndated: boolean;
  /** The speaker's name, as shown. */
  readonly speaker: string;
  readonly text: string;
}

/** `verb` occurs only if parts of speech are known. */
export type WordKind = 'name' | 'noun' | 'adjective' | 'verb' | 'other';

export interface Word {
  /** The word in lower case, otherwise as it stands. */
  readonly lower: string;
  /** The word as a dictionary has it: `agencies` is `agency`. */
  readonly base: string;
  /** The word without its ending: words of one stem are one word. */
  readonly stem: string;
  readonly kind: WordKind;
}

export interface Sentence {
  /** The utterance that the sentence is from, by its place in the list. */
  readonly at: number;
  /** The sentence as it stands in the text, with runs of white space as one space. */
  readonly text: string;
  readonly words: readonly Word[];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const longestText = 20_000;
/** `[photo: a dog on a beach]`: what a program wrote beside the words, not what was said. A key in brackets has no blank. */
const aside = /\[[^\][\s]*\s[^\][\n]*\]/g;

const nobody: ReadonlySet<string> = new Set();

/**
 * Sentences in order, with each run of white space as one blank; text beyond 20,000 characters, or in brackets, is left
 * out.
 */
export function splitSentences(text: string): readonly string[] {
  return text
    .slice(0, longestText)
    .replace(aside, '\n')
    .split(/[\r\n]+/)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.replace(/\s+/g, ' ').trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** The sentence without `Wow, `, `Hey Mel! `, `Mel, `, `Yeah - ` at its beginning; its other words stay as they are. */
export function stripOpener(sentence: string, calledNames: ReadonlySet<string> = nobody): string {
  let rest = sentence;
  for (let cuts = 0; cuts < 3; cuts++) {
    const opened = /^([\p{L}']+)(?: ([\p{L}']+))?\s?[,!.:–—-]+\s+(?=\S+ \S+)/u.exec(rest);
    if (opened === null) return rest;
    const [, first = '', second] = opened;
    const isCalled = second === undefined && calledNames.has(first.toLowerCase());
    if (!isCalled && !isOpener(first, second)) return rest;
    rest = rest.slice(opened[0].length);
  }
  return rest;
}

/** Whether a word only opens a sentence: alone, twice, or before a name. */
function isOpener(first: string, second = ''): boolean {
  const isName = second === '' || /^\p{Lu}/u.test(second);
  return openers.has(first.toLowerCase()) && (isName || openers.has(second.toLowerCase()));
}
