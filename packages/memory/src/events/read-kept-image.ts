// Reads an image that was kept with a message, so that a model can be shown it.

import { basename, dirname, extname, join } from 'node:path';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import type { Picture } from '@terrarium/kernel/language-model';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { largestImageBytes } from './copy-image.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** The image of that name in the folder of images. Throws `UsageError` where it is gone or may not be read. */
export function readKeptImage(folder: string, name: string): Picture {
  const path = join(folder, basename(name));
  const bytes = readImage(folder, path);
  if (bytes !== undefined) return { mediaType: mediaTypes[extname(path)] ?? 'image/png', bytes };
  throw refuse(path);
}

/** The folder of images lies in that of the world. */
function readImage(folder: string, path: string): Buffer | undefined {
  try {
    return openWorldFolder(dirname(folder)).read(path, { largestBytes: largestImageBytes });
  } catch (cause) {
    throw cause instanceof TerrariumError ? cause : refuse(path, cause);
  }
}

function refuse(path: string, cause?: unknown): UsageError {
  return new UsageError({
    code: 'memory.image-unreadable',
    happened: `The image ${path} cannot be read.`,
    todo: 'Bring it back from a copy of the world, or go on with another message.',
    cause,
  });
}
