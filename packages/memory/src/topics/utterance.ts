// Utterance: the form of a message in which topics are found, with its sentences and words.
import { splitAtSentences } from '@terrarium/kernel/split-at-sentences';
import { openers } from './word-lists.ts';

/** One message, without the parts that are not shown. */
export interface Utterance {
  /** The id of the utterance's event. */
  readonly id: number;
  readonly atMs: number;
  /** The day on which it was said, where the person lives, such as `2026-07-08`. */
  readonly day: string;
  /** Whether it is not known when the utterance was said. */
  readonly isUndated: boolean;
  /** The speaker's name, as shown. */
  readonly speaker: string;
  readonly text: string;
}

/** `verb` occurs only if parts of speech are recognised. */
export type WordKind = 'name' | 'noun' | 'adjective' | 'verb' | 'other';

export interface Word {
  /** The word in lower case, otherwise unchanged. */
  readonly lower: string;
  /** The word's dictionary form: `agency` for `agencies`. */
  readonly base: string;
  /** The word without its ending: words with the same stem count as one word. */
  readonly stem: string;
  readonly kind: WordKind;
}

export interface Sentence {
  /** The index of the utterance that contains the sentence. */
  readonly at: number;
  /** The exact sentence, with each run of white space as one blank. */
  readonly text: string;
  readonly words: readonly Word[];
}

const longestText = 20_000;
/**
 * Matches `[photo: a dog on a beach]`, which a program added to the words said, but not the key of a fragment
 * in brackets, which has no blank.
 */
const aside = /\[[^\][\s]*\s[^\][\n]*\]/g;

const nobody: ReadonlySet<string> = new Set();

/**
 * Returns the sentences in order, with each run of white space as one blank. Leaves out text beyond 20,000 characters,
 * text in square brackets that contains a blank, and sentences without a letter or a digit.
 */
export function splitSentences(text: string): readonly string[] {
  return text
    .slice(0, longestText)
    .replace(aside, '\n')
    .split(/[\r\n]+/)
    .flatMap((line) => joinAbbreviated(splitAtSentences(line)))
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Matches the end of "Dr." and of initials such as "F. W.", but not the end of "So did I." */
const abbreviation = /(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Dr|St|Prof|(?!I\.)\p{Lu})\.\s*$/u;

/** Joins what was divided after the full stop of an abbreviation or an initial. */
export function joinAbbreviated(segments: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (last === undefined || !abbreviation.test(last.slice(-longestAbbreviation))) joined.push(segment);
    else joined[joined.length - 1] = `${last}${segment}`;
  }
  return joined;
}

/** How many characters an abbreviation may have, with the blanks around it. */
const longestAbbreviation = 12;

/**
 * The sentence without up to three openers at its beginning, such as `Wow, `, `Hey Mel! ` or `Yeah - `, as long as at
 * least two words follow. `Mel, ` is one if `calledNames` has the name.
 */
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

/** Whether a word only opens a sentence: by itself, before a name, or before another such word. */
function isOpener(first: string, second = ''): boolean {
  const isName = second === '' || /^\p{Lu}/u.test(second);
  return openers.has(first.toLowerCase()) && (isName || openers.has(second.toLowerCase()));
}
