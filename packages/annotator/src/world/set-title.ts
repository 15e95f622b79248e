// Gives a world, or one of its stories, another title; nothing else of it changes.

import { UsageError } from '@terrarium/kernel/errors';
import { showName } from '@terrarium/kernel/foreign-text';
import { openImportLock } from './open-run-lock.ts';
import { chooseCorpus, openWorld } from './open-world.ts';
import type { CorpusRecord, World } from './world.ts';
import { writeWorld } from './world-file.ts';

export const longestTitle = 200;

export interface TitleWish {
  readonly title: string;
  /** The name of a story; without one, the world gets the title. */
  readonly corpus?: string | undefined;
}

/** What has another title now. */
export interface ChangedTitle {
  /** The name of the story; undefined for the world. */
  readonly corpus: string | undefined;
  readonly was: string;
  readonly title: string;
}

/**
 * Returns what changed: nothing if it had that title already. If the world has the same title as its only story, the
 * story gets the new title too. Throws `UsageError` for a text that cannot be a title, a title that another story of
 * the world has, and a story that does not exist.
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

/** Returns the title without blanks at its ends. */
function checkTitle(said: string): string {
  const title = said.trim().normalize('NFC');
  if (title === '') throw refuseTitle('A title needs at least one character.');
  if (title.length > longestTitle)
    throw refuseTitle(`A title has at most ${longestTitle} characters; this one has ${title.length}.`);
  // Line breaks, control characters and those that turn the direction of writing would spoil every line with the title.
  if (!title.isWellFormed() || /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(title))
    throw refuseTitle(`"${showName(title)}" has characters that a title cannot have.`);
  return title;
}

function planTitle(world: World, { title, corpus }: TitleWish): World {
  if (corpus !== undefined) return withStoryTitle(world, chooseCorpus(world, corpus), title);
  const [only, ...others] = world.corpora;
  const named = { ...world, title };
  const isNamedAlike = only !== undefined && others.length === 0 && only.title === world.title;
  return isNamedAlike ? withStoryTitle(named, only, title) : named;
}

function withStoryTitle(world: World, story: CorpusRecord, title: string): World {
  const other = world.corpora.find((one) => one.name !== story.name && one.title === title);
  if (other !== undefined) throw refuseTaken(title, other);
  const corpora = world.corpora.map((one) => (one.name === story.name ? { ...one, title } : one));
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

function refuseTitle(happened: string): UsageError {
  return new UsageError({
    code: 'world.bad-title',
    happened,
    todo: `Give 1 to ${longestTitle} characters on one line. Nothing was changed.`,
  });
}

function refuseTaken(title: string, { name }: CorpusRecord): UsageError {
  return new UsageError({
    code: 'world.title-taken',
    happened: `Another story of this world is called "${title}": corpus "${name}".`,
    todo: 'Choose another title. Nothing was changed.',
  });
}
