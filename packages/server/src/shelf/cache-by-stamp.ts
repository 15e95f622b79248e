// Cache by stamp: what was read from a database, as long as nobody has written to it since.

import { readFileStamp } from '@terrarium/kernel/read-file-stamp';

/** Gives what `read` returned last for this database; calls it if anything was written since, or may have been. */
export type StampedReader<Value> = (path: string, read: () => Promise<Value>) => Promise<Value>;

export function cacheByStamp<Value>(): StampedReader<Value> {
  const cached = new Map<string, { readonly content: string; readonly value: Value }>();
  return async (path, read) => {
    const content = readFileStamp(path)?.content;
    const before = cached.get(path);
    if (before !== undefined && before.content === content) return before.value;
    cached.delete(path);
    const value = await read();
    // Whatever was written meanwhile may be missing in it.
    if (content !== undefined && readFileStamp(path)?.content === content)
      cached.set(path, { content, value });
    return value;
  };
}
