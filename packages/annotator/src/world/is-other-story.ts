// Judges whether a story that is imported into a world has anything to do with the stories in it.

import { StorageError } from '@terrarium/kernel/errors';
import { openCorpus } from '../corpus/open-corpus.ts';
import { compareStories, readStoryNames, type StoryNames } from './compare-stories.ts';
import { type CorpusRecord, isStrangeLink, type World } from './world.ts';

/** A new story is compared with at most this many stories of the world. */
const mostCompared = 12;

/**
 * True only if the story is unrelated to at least one story of the world, and related to none. The story must not be
 * in the world yet.
 */
export function isOtherStory(
  world: World,
  story: CorpusRecord,
  findFile: (corpus: CorpusRecord) => string | undefined,
): boolean {
  const others = world.corpora.filter((corpus) => !isStrangeLink(world, corpus)).slice(-mostCompared);
  if (others.length === 0) return false;
  const names = readNames(story, findFile(story));
  let isUnlike = false;
  for (const corpus of others) {
    const kinship = compareStories(names, readKnownNames(corpus, findFile(corpus)));
    if (kinship === 'related') return false;
    if (kinship === 'unrelated') isUnlike = true;
  }
  return isUnlike;
}

/** No names if the corpus cannot be read; a command that reads it will report this. */
function readKnownNames(corpus: CorpusRecord, path: string | undefined): StoryNames {
  try {
    return readNames(corpus, path);
  } catch (error) {
    if (error instanceof StorageError) return new Map();
    throw error;
  }
}

function readNames({ name, kind }: CorpusRecord, path: string | undefined): StoryNames {
  if (path === undefined) return new Map();
  const corpus = openCorpus({ name, path, isNamed: kind === 'linked' });
  try {
    return readStoryNames(corpus);
  } finally {
    corpus.close();
  }
}
