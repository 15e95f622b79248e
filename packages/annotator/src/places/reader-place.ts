// Reader's place: how far somebody is in the story, kept in a small file of the world, so that nothing later is shown.

import { join } from 'node:path';
import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { z } from 'zod';
import type { World } from '../world/world.ts';
import { writeFile } from '../world/write-file.ts';

const largestBytes = 4_096;
const placeSchema = z.object({ place: z.string().min(1).max(400) });

/** As `parsePlace` takes it; undefined for who never said. Throws `StorageError` for a file that says nothing. */
export function readReaderPlace(world: World): string | undefined {
  const path = buildPath(world);
  try {
    const text = openWorldFolder(world.dir).readText(path, { largestBytes });
    return text === undefined ? undefined : placeSchema.parse(JSON.parse(text)).place;
  } catch (cause) {
    if (cause instanceof TerrariumError) throw cause;
    throw new StorageError({
      code: 'world.garbled-place',
      happened: `${path} does not say where you are.`,
      todo: 'Say it again with "annotate place PLACE", or "annotate place end".',
      cause,
    });
  }
}

export function writeReaderPlace(world: World, place: string): void {
  writeFile(buildPath(world), [`${JSON.stringify({ place }, undefined, 2)}\n`], world.dir);
}

export function removeReaderPlace(world: World): void {
  openWorldFolder(world.dir).remove(buildPath(world));
}

function buildPath({ dir }: World): string {
  return join(dir, 'place.json');
}
