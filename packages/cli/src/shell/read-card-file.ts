// Reads a character card or a lorebook from a file; an error begins with the path, as several files may be given.

import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import type { Card, Lorebook } from '@terrarium/rpg/card';
import { type CardOptions, readCard } from '@terrarium/rpg/read-card';
import { readLorebook } from '@terrarium/rpg/read-lorebook';

const mostBytes = 64 << 20;

/** Throws `UsageError` if the file contains no character card. */
export function readCardFile(path: string, options: CardOptions = {}): Card {
  return readNamed(path, (bytes) => readCard(bytes, options));
}

/** Throws `UsageError` if the file contains no lorebook. */
export function readLorebookFile(path: string): Lorebook {
  return readNamed(path, readLorebook);
}

function readNamed<Read>(path: string, read: (bytes: Uint8Array) => Read): Read {
  try {
    return read(readBytes(path));
  } catch (cause) {
    if (!(cause instanceof UsageError) || cause.happened.includes(path)) throw cause;
    const { code, happened, todo } = cause;
    throw new UsageError({ code, happened: `${path}: ${happened}`, todo, cause });
  }
}

function readBytes(path: string): Uint8Array {
  const found = readNamedFile(path, mostBytes);
  if (found.status === 'read') return found.bytes;
  throw new UsageError({
    code: 'card.no-file',
    happened:
      found.status === 'missing'
        ? `There is no file ${path}.`
        : `${path} is not a file, or it is larger than 64 MB.`,
    todo: 'Give the path of a card (PNG or JSON) or of a lorebook (JSON).',
  });
}
