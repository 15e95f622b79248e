// Opens the glossary of a world on the shelf, for reading or for a person's changes.

import { type Annotator, openAnnotator } from '@terrarium/annotator/open-annotator';
import { hasLostReading } from '@terrarium/annotator/open-run-lock';
import { openToLook, refuseUnread, updateReadWorld } from '@terrarium/composition/annotator-world';
import { resolveLinks } from '@terrarium/composition/resolve-links';
import { isThere } from '@terrarium/kernel/is-there';
import type { Desk } from './desk.ts';
import type { Known } from './known-views.ts';

/**
 * Reads while a run may go on at the same time. Throws `UsageError` if there is no such world or no story in it, and
 * `StorageError` if the database of what was read is missing.
 */
export async function readOnShelf<Result>(
  { host, shelf }: Pick<Desk, 'host' | 'shelf'>,
  key: string,
  look: (annotator: Annotator) => Result,
): Promise<Result> {
  const { world } = shelf.require(key);
  await resolveLinks(host, world);
  // A story can be read by a person before any model has read it.
  const isUnread = !isThere(world.annotatorPath);
  if (isUnread && (world.corpora.length === 0 || hasLostReading(world))) throw refuseUnread(world);
  const annotator = isUnread
    ? openAnnotator(world, { clock: host.environment.clock })
    : openToLook(host, world);
  try {
    return look(annotator);
  } finally {
    annotator.close();
  }
}

/**
 * Like `readOnShelf`, and also gives what is known at the person's place; nothing if no story has been read for the
 * glossary yet.
 */
export async function readKnownOnShelf<Result>(
  desk: Pick<Desk, 'host' | 'shelf' | 'views'>,
  key: string,
  look: (known: Known) => Result,
): Promise<Result> {
  const { world } = desk.shelf.require(key);
  await resolveLinks(desk.host, world);
  // `readOnShelf` makes the database of the glossary, which `desk.views` needs.
  if (!isThere(world.annotatorPath)) await readOnShelf(desk, key, () => undefined);
  return desk.views.read(world, look);
}

/** Like `readOnShelf`, but to write. */
export async function updateOnShelf<Result>(
  { host, shelf }: Pick<Desk, 'host' | 'shelf'>,
  key: string,
  change: (annotator: Annotator) => Result,
): Promise<Result> {
  const { world } = shelf.require(key);
  const results: Result[] = [];
  await updateReadWorld(host, world.dir, (annotator) => {
    results.push(change(annotator));
  });
  return results[0] as Result;
}
