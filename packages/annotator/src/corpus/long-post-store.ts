// Keeps the long post that was read last: each of its many scenes reads it again, and what is cut from it shares it.

import type { Connection } from '@terrarium/kernel/open-database';
import type { StoryPost } from './corpus.ts';

export interface LongPostMemory {
  /** The post at that place, unless the file was changed since. */
  find(ordinal: number): StoryPost | undefined;
  /** Keeps it when it is long; a short one is read as quickly as it is found. */
  cache(ordinal: number, post: StoryPost): void;
}

const leastCharacters = 100_000;

export function buildLongPostMemory(connection: Connection): LongPostMemory {
  const version = connection.prepare<[], number>('PRAGMA data_version').pluck();
  let kept: { readonly ordinal: number; readonly post: StoryPost; readonly version: number } | undefined;
  return {
    find: (ordinal) => (kept?.ordinal === ordinal && kept.version === version.get() ? kept.post : undefined),
    cache(ordinal, post) {
      if (post.body.length >= leastCharacters) kept = { ordinal, post, version: version.get() ?? 0 };
    },
  };
}
