// Reads an image that was kept with a message, so that a model can be shown it.

import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import type { Picture } from '@terrarium/kernel/language-model';

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** The image of that name in the folder of images. Throws `UsageError` where it is gone or may not be read. */
export function readKeptImage(folder: string, name: string): Picture {
  const path = join(folder, basename(name));
  try {
    return { mediaType: mediaTypes[extname(path)] ?? 'image/png', bytes: readFileSync(path) };
  } catch (cause) {
    throw new UsageError({
      code: 'memory.image-unreadable',
      happened: `The image ${path} cannot be read.`,
      todo: 'Bring it back from a copy of the world, or go on with another message.',
      cause,
    });
  }
}
