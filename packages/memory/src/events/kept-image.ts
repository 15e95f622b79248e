// Kept image: copies the image of a message into the world's folder under a safe name, if it really is an image.
import { createHash } from 'node:crypto';
import { basename, dirname, extname, join } from 'node:path';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import type { Picture } from '@terrarium/kernel/language-model';
import { type NamedFile, readNamedFile } from '@terrarium/kernel/named-file';
import { openWorldFolder } from '@terrarium/kernel/world-folder';

/** The first bytes of a file of each kind, and the ending of its name. */
const signatures: readonly (readonly [ending: string, isOne: (head: Buffer) => boolean])[] = [
  [
    'png',
    (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  ],
  ['jpg', (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['gif', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  ['webp', (head) => /^RIFF.{4}WEBP/s.test(head.toString('latin1', 0, 12))],
];

/**
 * The largest image in bytes. Models take a few megabytes at most, and a larger file is hardly a picture from a chat.
 */
export const largestImageBytes = 20 * 1024 * 1024;
const headBytes = 12;

/**
 * Copies the file at `path` into `folder`, which is in a world's folder, and returns its new name. The name is
 * derived from the content, so the same image is kept only once. Throws `UsageError` if the file cannot be read, is
 * too large, or is not a PNG, JPEG, GIF or WebP.
 */
export function copyImage(path: string, folder: string): string {
  const content = readBounded(path);
  const ending = signatures.find(([, isOne]) => isOne(content.subarray(0, headBytes)))?.[0];
  if (ending === undefined) {
    throw new UsageError({
      code: 'memory.no-image',
      happened: `${path} is not an image: it does not begin like a PNG, JPEG, GIF or WebP file.`,
      todo: 'Give an image in one of these formats.',
    });
  }
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${ending}`;
  const world = openWorldFolder(dirname(folder));
  const kept = join(folder, name);
  if (!world.has(kept)) world.write(kept, [content]);
  return name;
}

function readBounded(path: string): Buffer {
  const found = readImage(path);
  if (found.status === 'read') return found.bytes;
  if (found.status === 'missing') throw refuseUnreadable(path);
  throw buildRefusal(path, found.status === 'too-large');
}

function readImage(path: string): NamedFile {
  try {
    return readNamedFile(path, largestImageBytes);
  } catch (cause) {
    throw refuseUnreadable(path, cause);
  }
}

function refuseUnreadable(path: string, cause?: unknown): UsageError {
  return new UsageError({
    code: 'memory.image-unreadable',
    happened: `The image ${path} cannot be read.`,
    todo: 'Check the path and its permissions.',
    cause,
  });
}

function buildRefusal(path: string, isFile: boolean): UsageError {
  if (!isFile) {
    return new UsageError({
      code: 'memory.image-unreadable',
      happened: `${path} is not a file.`,
      todo: 'Name the image itself.',
    });
  }
  return new UsageError({
    code: 'memory.image-too-large',
    happened: `${path} has more than ${largestImageBytes / 1024 / 1024} MB.`,
    todo: 'Make the image smaller before it is sent.',
  });
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** Reads the image of this name from the folder of images. Throws `UsageError` if it is gone or cannot be read. */
export function readKeptImage(folder: string, name: string): Picture {
  const found = findKeptImage(folder, name);
  if (found !== undefined) return found;
  throw refuse(join(folder, basename(name)));
}

/** Like `readKeptImage`, but returns undefined for an image that is gone. */
export function findKeptImage(folder: string, name: string): Picture | undefined {
  const path = join(folder, basename(name));
  const bytes = readKept(folder, path);
  return bytes && { mediaType: mediaTypes[extname(path)] ?? 'image/png', bytes };
}

/** The folder of images is in the world's folder, which is opened so that no link inside it is followed. */
function readKept(folder: string, path: string): Buffer | undefined {
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
    todo: 'Restore it from a copy of the world, or go on with another message.',
    cause,
  });
}
