// Gives a world, or one of its stories, another title, and changes nothing else.

import { checkTitle, refuseTaken } from './check-title.ts';
import { openImportLock } from './open-run-lock.ts';
import { chooseCorpus, openWorld } from './open-world.ts';
import type { CorpusRecord, World } from './world.ts';
import { writeWorld } from './world-file.ts';

export interface TitleWish {
  readonly title: string;
  /** The name of the story that gets the title; if undefined, the world gets it. */
  readonly corpus?: string | undefined;
}

export interface ChangedTitle {
  /** The name of the story; undefined for the world. */
  readonly corpus: string | undefined;
  readonly was: string;
  readonly title: string;
}

/**
 * Returns what changed: nothing if the title is already the same. If the world has the same title as its only story,
 * both get the new title. Throws `UsageError` if the text cannot be a title, if another story of the world has the
 * title, or if the story does not exist.
 */
export function setTitle(dir: string, wish: TitleWish): readonly ChangedTitle[] {
  const title = checkTitle(wish.title);
  const lock = openImportLock(openWorld(dir));
  try {
    const world = openWorld(dir);
    const settled = planTitle(world, { ...wish, title });
    const changed = listChanged(world, settled);
    if (changed.length > 0) writeWorld(settled);
    return changed;
  } finally {
    lock.close();
  }
}

function planTitle(world: World, { title, corpus }: TitleWish): World {
  if (corpus !== undefined) return withStoryTitle(world, chooseCorpus(world, corpus), title);
  const [only, ...others] = world.corpora;
  const named = { ...world, title };
  const isNamedAlike = only !== undefined && others.length === 0 && only.title === world.title;
  return isNamedAlike ? withStoryTitle(named, only, title) : named;
}

function withStoryTitle(world: World, story: CorpusRecord, title: string): World {
  refuseTaken(
    title,
    world.corpora.filter((one) => one.name !== story.name),
  );
  const corpora = world.corpora.map((one) =>
    one.name === story.name ? { ...one, title, firstTitle: one.firstTitle ?? one.title } : one,
  );
  return { ...world, corpora };
}

function listChanged(before: World, now: World): readonly ChangedTitle[] {
  const pairs = [
    { corpus: undefined, was: before.title, title: now.title },
    ...before.corpora.map(({ name, title: was }, at) => ({
      corpus: name,
      was,
      title: now.corpora[at]?.title ?? was,
    })),
  ];
  return pairs.filter(({ was, title }) => was !== title);
}
