// Word lists: words that are no topic by themselves, and how sentences begin that say nothing.

import { stemWord } from './stem-word.ts';
import lists from './word-lists.json' with { type: 'json' };

/** Stems of words that everybody uses about everything. */
export const genericStems: ReadonlySet<string> = new Set(
  lists.generic.flatMap((word) => [word, stemWord(word)]),
);
/** First words that can be left away. */
export const openers: ReadonlySet<string> = new Set(lists.openers);
/** First words of sentences that praise, thank or greet. */
export const praise: ReadonlySet<string> = new Set(lists.praise);
/** Words by which English is known. */
export const englishWords: ReadonlySet<string> = new Set(lists.english);
/** Whose own affairs a sentence is about. */
export const ownWords: ReadonlySet<string> = new Set(lists.own);
/** Words that stand for something said before. */
export const pronouns: ReadonlySet<string> = new Set(lists.pronouns);
/** Words by which the other one is spoken to. */
export const addressWords: ReadonlySet<string> = new Set(lists.other);
/** Words that make what is said stronger, and say nothing more. */
export const adverbs: ReadonlySet<string> = new Set(lists.adverbs);
/** How sentences begin that agree, thank, wish or take leave. */
export const replies: readonly string[] = lists.replies;
/** What stands in sentences that only point at something that was sent along. */
export const showing: readonly string[] = lists.showing;
