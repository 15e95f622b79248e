// Takes a story out of a world, as long as nothing of it was read; its file is kept.

import { basename, join } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { type Annotator, type AnnotatorOptions, openAnnotator } from '../journal/open-annotator.ts';
import { settlePlace } from '../moments/settle-place.ts';
import { hasLostReading, openImportLock, openRunLock } from '../world/open-run-lock.ts';
import { openWorld } from '../world/open-world.ts';
import { createStoresList, explainGoneStore } from '../world/stores-file.ts';
import { type CorpusRecord, isStrangeLink, type World } from '../world/world.ts';
import { writeWorld } from '../world/world-file.ts';

export type RemoveOptions = Pick<AnnotatorOptions, 'clock' | 'durability' | 'onMigrated'>;

export interface RemovedStory {
  readonly corpus: CorpusRecord;
  /** The new path of the world's copy; undefined for a linked file, which stays where it is. */
  readonly movedTo: string | undefined;
}

const removedFolder = 'removed';

/**
 * Takes out the story with this name or title. Throws `UsageError` if there is none, or if anything of it was read, and
 * `StorageError` (`lock.held`) while the world is being read or a story imported.
 */
export function removeStory(dir: string, story: string, options: RemoveOptions): RemovedStory {
  const lock = openImportLock(openWorld(dir));
  try {
    const world = openWorld(dir);
    if (hasLostReading(world)) throw explainGoneStore(world, 'annotator.db');
    // Without this list, the lock that a run leaves in a world without a glossary would look as if the glossary had
    // been lost.
    createStoresList(world);
    const running = openRunLock(world);
    try {
      return removeFrom(world, chooseStory(world, story), options);
    } finally {
      running.close();
    }
  } finally {
    lock.close();
  }
}

/**
 * If the program is killed between two of these steps, the world can still be used. So the plans go first, because they
 * can be made anew; the file goes last, when nothing lists it any more.
 */
function removeFrom(world: World, corpus: CorpusRecord, options: RemoveOptions): RemovedStory {
  const corpora = world.corpora.filter((one) => one !== corpus);
  const settled = { ...world, corpora, title: chooseTitle(world, corpus) };
  // A linked file that nobody allowed is not opened. So a story can also be taken out of a world that came from a
  // stranger.
  const open = corpora.filter((one) => !isStrangeLink(world, one));
  const annotator = isThere(world.annotatorPath)
    ? openAnnotator({ ...world, corpora: open }, { ...options, mustExist: true })
    : undefined;
  try {
    if (annotator !== undefined) {
      const { ledger } = annotator.stores;
      if (ledger.hasTraces(corpus.name)) throw refuseRead(annotator, settled, corpus);
      ledger.deletePlans(corpus.name);
    }
    settlePlace(world, { names: corpora.map(({ name }) => name), open, annotator });
  } finally {
    annotator?.close();
  }
  writeWorld(settled);
  return { corpus, movedTo: corpus.kind === 'linked' ? undefined : moveAway(world, corpus) };
}

/**
 * A world that was named after its only story is named after its folder again, so that it can take the name of the
 * next story.
 */
function chooseTitle({ title, dir, corpora }: World, corpus: CorpusRecord): string {
  return corpora.length === 1 && title === corpus.title ? basename(dir) : title;
}

const endings = ['', '-wal', '-shm', '-journal'];

/** Returns the new path, at which there was no file before. */
function moveAway(world: World, { name, path }: CorpusRecord): string {
  const folder = openWorldFolder(world.dir);
  folder.createFolder(removedFolder);
  const build = (count: number) =>
    join(world.dir, removedFolder, `${name}${count === 1 ? '' : `-${count}`}.db`);
  let count = 1;
  while (endings.some((ending) => folder.has(`${build(count)}${ending}`))) count += 1;
  const target = build(count);
  for (const ending of endings.toReversed())
    if (folder.has(`${path}${ending}`)) folder.move(`${path}${ending}`, `${target}${ending}`);
  return target;
}

function chooseStory({ dir, corpora }: World, said: string): CorpusRecord {
  const named = corpora.filter(({ name, title }) => name === said || title === said);
  const found = named.find(({ name }) => name === said) ?? named[0];
  if (found !== undefined) return found;
  const known = corpora.map(({ name }) => name).join(', ');
  throw new UsageError({
    code: 'world.unknown-corpus',
    happened: `The world in ${dir} has no story "${said}".`,
    todo: known === '' ? 'It has no story at all.' : `It has: ${known}.`,
  });
}

function describeTraces(total: number, read: number): string {
  if (total === 0) return 'the glossary has quotes from it';
  return read === 0
    ? 'a run has begun to read it, and could read none of its scenes'
    : `${read} of ${total} scenes of it were read`;
}

function refuseRead({ stores }: Annotator, { corpora }: World, { name, title }: CorpusRecord): UsageError {
  const { byStatus, total } = stores.ledger.countScenes([name]);
  const why = describeTraces(total, byStatus.committed);
  const others = corpora.map((one) => `--corpus ${one.name}`).join(' ');
  return new UsageError({
    code: 'world.story-read',
    happened: `"${title}" cannot be taken out: ${why}.`,
    todo:
      corpora.length === 0
        ? 'Import the right story into a world of its own with --world DIR. Nothing was changed.'
        : `To have the other stories without it, read them from the beginning in a new world: "terrarium read --from-start ${others}". Nothing was changed.`,
  });
}
