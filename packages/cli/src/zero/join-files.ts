// Joins cards and lorebooks to a world: people with their first words, entries as lore.

import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '@terrarium/kernel/errors';
import { joinCard, joinLorebook } from '@terrarium/rpg/join-lore';
import { readCard } from '@terrarium/rpg/read-card';
import { readLorebook } from '@terrarium/rpg/read-lorebook';
import type { Scenario } from '@terrarium/rpg/scenario';
import type { ZeroWish } from './zero-wish.ts';

const mostBytes = 64 << 20;

export function joinFiles(world: Scenario, { card = [], lorebook = [] }: ZeroWish): Scenario {
  const withCards = card.reduce((joined, path) => joinCard(joined, naming(path, readCard), path), world);
  return lorebook.reduce((joined, path) => joinLorebook(joined, naming(path, readLorebook), path), withCards);
}

/** Which of several files it is about stands before what is wrong with it. */
function naming<Read>(path: string, read: (bytes: Uint8Array) => Read): Read {
  try {
    return read(readBytes(path));
  } catch (cause) {
    if (!(cause instanceof UsageError) || cause.happened.includes(path)) throw cause;
    const { code, happened, todo } = cause;
    throw new UsageError({ code, happened: `${path}: ${happened}`, todo, cause });
  }
}

function readBytes(path: string): Uint8Array {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true && found.size <= mostBytes) return readFileSync(path);
  throw new UsageError({
    code: 'play.no-card',
    happened: found === undefined ? `There is no file ${path}.` : `${path} is no file of at most 64 MB.`,
    todo: 'Give the path of a card (PNG or JSON) or of a lorebook (JSON).',
  });
}
