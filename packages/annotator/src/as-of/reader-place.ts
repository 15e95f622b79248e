// Reader's place: how far somebody is in the story, kept in a small file of the world, so that nothing later is shown.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '@terrarium/kernel/errors';
import { z } from 'zod';
import type { World } from '../world/world.ts';
import { flushFolder, writeFile } from '../world/write-file.ts';

const placeSchema = z.object({ place: z.string().min(1).max(400) });

/** As `parsePlace` takes it; undefined for who never said. Throws `StorageError` for a file that says nothing. */
export function readReaderPlace(world: World): string | undefined {
  const path = buildPath(world);
  if (!existsSync(path)) return undefined;
  try {
    return placeSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).place;
  } catch (cause) {
    throw new StorageError({
      code: 'world.garbled-place',
      happened: `${path} does not say where you are.`,
      todo: 'Say it again with "annotate place PLACE", or "annotate place end".',
      cause,
    });
  }
}

export function writeReaderPlace(world: World, place: string): void {
  writeFile(buildPath(world), [`${JSON.stringify({ place }, undefined, 2)}\n`]);
}

export function forgetReaderPlace(world: World): void {
  rmSync(buildPath(world), { force: true });
  flushFolder(world.dir);
}

function buildPath({ dir }: World): string {
  return join(dir, 'place.json');
}
