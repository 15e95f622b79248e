// Creates a world in which the stories of another one are read from the beginning, for example with a better model.

import { basename, dirname, join } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import { isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { openAnnotatorToLook } from '../journal/open-annotator.ts';
import { createSibling } from '../world/create-sibling.ts';
import { chooseCorpus } from '../world/open-world.ts';
import { type CorpusRecord, isStrangeLink, type World } from '../world/world.ts';
import { parsePlace, placeFile, readKeptPlace } from './reader-place.ts';
import { settlePlace } from './settle-place.ts';

export interface FreshWorld {
  /**
   * The folder of the new world, which must not exist yet. By default, it is a free one beside the original, with a
   * similar name.
   */
  readonly dir?: string | undefined;
  readonly clock: Clock;
  /** Names of the stories that the new world gets; by default, all. */
  readonly corpora?: readonly string[] | undefined;
}

/**
 * The new world has the same stories, settings and notes, and the reader's place, but nothing that was read, played or
 * remembered. Creates the whole world or nothing. Throws `UsageError` if the folder exists.
 */
export async function createFreshWorld(world: World, { dir, clock, corpora }: FreshWorld): Promise<World> {
  const chosen = chooseCorpora(world, corpora);
  const free = dir === undefined ? findFreshFolder(world) : { dir, number: 1 };
  return await createSibling(world, {
    dir: free.dir,
    title: `${world.title} (read again${free.number === 1 ? '' : ` ${free.number}`})`,
    clock,
    corpora: chosen,
    fill: (draft) => {
      openWorldFolder(world.dir).copyOut(placeFile, join(draft.dir, placeFile));
      const isOfReading = isOfJournal(world);
      if (isOfReading || chosen.length < world.corpora.length)
        settleCopiedPlace(world, chosen, { draft, clock, isOfReading });
    },
  });
}

/** The chosen stories, in their order in the world. Throws `UsageError` for a name that no story has. */
function chooseCorpora(world: World, names: readonly string[] | undefined): readonly CorpusRecord[] {
  for (const name of names ?? []) chooseCorpus(world, name);
  return world.corpora.filter(({ name }) => names?.includes(name) !== false);
}

/**
 * Whether the reader's place is a bookmark or a change of this world's glossary: in another reading, the same number
 * means something else or nothing.
 */
function isOfJournal(world: World): boolean {
  const parsed = parsePlace(readKeptPlace(world) ?? '');
  return parsed.ok && (parsed.place.kind === 'snapshot' || parsed.place.kind === 'revision');
}

interface Copied {
  readonly draft: World;
  readonly clock: Clock;
  readonly isOfReading: boolean;
}

function settleCopiedPlace(
  world: World,
  chosen: readonly CorpusRecord[],
  { draft, clock, isOfReading }: Copied,
): void {
  if (!isThere(join(draft.dir, placeFile))) return;
  const allowed = chosen.filter((one) => !isStrangeLink(world, one));
  const annotator =
    !isOfReading && isThere(world.annotatorPath)
      ? openAnnotatorToLook({ ...world, corpora: allowed }, { clock })
      : undefined;
  try {
    const names = chosen.map(({ name }) => name);
    settlePlace(draft, { names, open: allowed, annotator });
  } finally {
    annotator?.close();
  }
}

function findFreshFolder({ dir }: World): { readonly dir: string; readonly number: number } {
  for (let number = 1; ; number += 1) {
    const free = join(dirname(dir), `${basename(dir)}-again${number === 1 ? '' : `-${number}`}`);
    if (!isThere(free)) return { dir: free, number };
  }
}
