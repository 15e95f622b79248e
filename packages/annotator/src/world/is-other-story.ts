// Judges whether a story that comes into a world has anything to do with those that are there.

import { StorageError } from '@terrarium/kernel/errors';
import { openCorpus } from '../corpus/open-corpus.ts';
import { compareStories, readStoryNames, type StoryNames } from './compare-stories.ts';
import { type CorpusRecord, isStrangeLink, type World } from './world.ts';

/** In a world of many stories, comparing with some of them is enough. */
const mostCompared = 12;

/**
 * True only if the story is unlike at least one story of the world and related to none. It must not be in the world
 * yet.
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

/** No names for a corpus that cannot be read: a command that reads it will say so. */
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
