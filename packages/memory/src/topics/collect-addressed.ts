// Finds who is only spoken to: names that stand where one calls somebody, as in `I agree, Mel.`, `Hey Mel!` and `Mel, look`.

import type { Sentence, Word } from './utterance.ts';
import { openers } from './word-lists.ts';

/** Whose name stands in this share of its sentences as a call is somebody present. */
const presentShare = 0.3;
/** Who is called in more of them than this is spoken to, not spoken about. */
const calledShare = 0.5;
const fewestCalls = 2;

const name = String.raw`(\p{Lu}[\p{L}\p{M}'’-]*)`;
const end = String.raw`(?=\s*(?:[,.!?…:)~–—-]|\p{Extended_Pictographic}|$))`;
/** A name at the beginning, behind one or two words that open, or behind a comma; then a pause. */
const calls = [
  new RegExp(`^["“(]*${name}${end}`, 'gu'),
  new RegExp(String.raw`^(?<opener>[\p{L}']+)(?: (?<second>[\p{L}']+))?[,!]? ${name}${end}`, 'gu'),
  new RegExp(String.raw`,\s*${name}${end}`, 'gu'),
] as const;

/** Names that are called in a sentence, lower-case. */
export function listCalled(text: string): readonly string[] {
  return calls.flatMap((call) =>
    [...text.matchAll(call)].flatMap((found) => {
      const { opener, second } = found.groups ?? {};
      const isOpened = [opener, second].every(
        (word) => word === undefined || openers.has(word.toLowerCase()),
      );
      return isOpened ? [(found.at(-1) ?? '').toLowerCase()] : [];
    }),
  );
}

export interface Addressed {
  /** The sentences, in which no name that is only called counts as a word for something. */
  readonly sentences: readonly Sentence[];
  /** Names that say who is spoken to, hardly ever whom something is about; lower-case. */
  readonly calledNames: ReadonlySet<string>;
}

/** A name behind a comma may also be one of a list: it is a call where the same name is called often. */
export function collectAddressed(sentences: readonly Sentence[]): Addressed {
  const called = sentences.map(({ text }) => new Set(listCalled(text)));
  const callCounts = countEach(called);
  const useCounts = countEach(sentences.map(({ words }) => new Set(words.map(({ lower }) => lower))));
  const shares = new Map(
    [...callCounts]
      .filter(([, count]) => count >= fewestCalls)
      .map(([lower, count]) => [lower, count / (useCounts.get(lower) ?? count)]),
  );
  const isAtLeast = (lower: string, share: number) => (shares.get(lower) ?? 0) >= share;
  const asOther = (word: Word): Word => ({ ...word, kind: 'other' });
  return {
    calledNames: new Set([...shares.keys()].filter((lower) => isAtLeast(lower, calledShare))),
    sentences: sentences.map((sentence, at) => {
      const here = new Set([...(called[at] ?? [])].filter((lower) => isAtLeast(lower, presentShare)));
      if (here.size === 0) return sentence;
      return {
        ...sentence,
        words: sentence.words.map((word) => (here.has(word.lower) ? asOther(word) : word)),
      };
    }),
  };
}

function countEach(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const value of set) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
