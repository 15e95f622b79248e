// Reads the notes in which a person says what they want in a world's glossary, for the models that read.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import type { World } from './world.ts';

export interface ReadingNotes {
  readonly text: string;
  /** Digest of the text, by which accepted notes are recognised. */
  readonly digest: string;
}

export const readingNotesFile = 'reading-notes.md';
/** The notes are part of each request, so they are limited to about a page. */
const mostCharacters = 4_000;
/** `mostCharacters` characters cannot have more bytes than this in UTF-8. */
const mostBytes = mostCharacters * 4;

/**
 * The notes of a world; undefined if there are none. Throws `UsageError` if they are too long or not text, and
 * `StorageError` if the file is a link.
 */
export function readReadingNotes({ dir }: Pick<World, 'dir'>): ReadingNotes | undefined {
  const path = join(dir, readingNotesFile);
  const refuseLarger = () => refuseLong(path);
  const bytes = openWorldFolder(dir).read(path, { largestBytes: mostBytes, refuseLarger });
  if (bytes === undefined) return undefined;
  const text = decodeNotes(bytes, path).replaceAll('\r\n', '\n').trim();
  if (text.length > mostCharacters) throw refuseLong(path);
  if (text === '') return undefined;
  return { text, digest: createHash('sha256').update(text).digest('hex') };
}

function decodeNotes(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError({
      code: 'world.notes-not-text',
      happened: `${path} is not text in UTF-8.`,
      todo: 'Store it as UTF-8, or remove it. Nothing was sent.',
      cause,
    });
  }
}

function refuseLong(path: string): UsageError {
  return new UsageError({
    code: 'world.notes-too-long',
    happened: `${path} has more than ${mostCharacters} characters, and it is part of each request.`,
    todo: 'Shorten it to a page. Nothing was sent.',
  });
}
