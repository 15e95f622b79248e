// Compares stories by the names in them, to judge whether a new story belongs to the stories of a world.

import type { Corpus } from '../corpus/corpus.ts';
import { isListed, type WordList } from '../reader/lexicon.ts';

/** The most frequent names of a story, with their number of uses. */
export type StoryNames = ReadonlyMap<string, number>;

/** `unknown`: one of the stories has too few names to judge, or its script has no capitals. */
export type Kinship = 'related' | 'unrelated' | 'unknown';

/** At most this much of a story is examined, so that a long story takes no longer than a short one. */
const mostThreads = 60;
const mostPosts = 300;
const mostCharacters = 4_000;

const mostNames = 120;
const leastNames = 15;
const leastMentions = 2;

/**
 * Related stories have at least this share of their names in common. Between parts of one story (eighths or books),
 * the measured share was never below 12 %. Between two different stories, the share in at least one of them was never
 * above 4 %.
 */
const leastShared = 0.06;

/** Lists of capitalised words that any two stories can have in common. */
const everywhere: readonly WordList[] = [
  'titles',
  'genderedTitles',
  'calendar',
  'nationalities',
  'reverences',
  'interjections',
];

/** Matches capitalised words after a lower-case word or a comma, which do not begin a sentence. */
const namePattern = /(?<=\p{Ll}[,;]? )\p{Lu}[\p{Ll}\p{M}]+/gu;
const smallPattern = /(?<![\p{L}\p{M}])[\p{Ll}\p{M}]+/gu;

/**
 * Counts names in the first posts of threads from all parts of the story. Of a story that is one long thread, this is
 * the beginning, which has enough names in common with any other part (see `leastShared`).
 */
export function readStoryNames(corpus: Pick<Corpus, 'iterateThreads' | 'readRange'>): StoryNames {
  const capitals = new Map<string, number>();
  const smalls = new Map<string, number>();
  for (const text of iterateSample(corpus)) {
    countWords(capitals, text.matchAll(namePattern));
    countWords(smalls, text.matchAll(smallPattern));
  }
  const names = [...capitals].filter(([name, count]) => {
    const lower = name.toLowerCase();
    return (
      count >= Math.max(leastMentions, (smalls.get(lower) ?? 0) + 1) &&
      !everywhere.some((list) => isListed(list, lower))
    );
  });
  return new Map(names.sort(([, one], [, other]) => other - one).slice(0, mostNames));
}

/**
 * Computes, for each story, the share of its names (counted by their uses) that the other story also has; the smaller
 * share decides.
 */
export function compareStories(one: StoryNames, other: StoryNames): Kinship {
  if (Math.min(one.size, other.size) < leastNames) return 'unknown';
  const shared = Math.min(measureShared(one, other), measureShared(other, one));
  return shared < leastShared ? 'unrelated' : 'related';
}

function measureShared(names: StoryNames, others: StoryNames): number {
  let all = 0;
  let shared = 0;
  for (const [name, count] of names) {
    all += count;
    if (others.has(name)) shared += count;
  }
  return shared / all;
}

function* iterateSample(corpus: Pick<Corpus, 'iterateThreads' | 'readRange'>): Generator<string> {
  const threads = [...corpus.iterateThreads()];
  const every = Math.max(1, Math.ceil(threads.length / mostThreads));
  const sampled = threads.filter((_, at) => at % every === 0);
  const limit = Math.ceil(mostPosts / Math.max(1, sampled.length));
  for (const { id } of sampled) {
    for (const { body } of corpus.readRange({ threadId: id, tag: 'qm_post', limit }))
      yield body.slice(0, mostCharacters);
  }
}

function countWords(counts: Map<string, number>, words: Iterable<RegExpExecArray>): void {
  for (const [word] of words) counts.set(word, (counts.get(word) ?? 0) + 1);
}
