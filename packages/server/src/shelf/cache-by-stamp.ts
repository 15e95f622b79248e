// Caches what was read from a database until something writes to that database.

import { readFileStamp } from '@terrarium/kernel/read-file-stamp';

/**
 * Returns what `read` returned last for this database; calls `read` again if anything was or may have been written
 * since.
 */
export type StampedReader<Value> = (path: string, read: () => Promise<Value>) => Promise<Value>;

export function cacheByStamp<Value>(): StampedReader<Value> {
  const cached = new Map<string, { readonly content: string; readonly value: Value }>();
  return async (path, read) => {
    const content = readFileStamp(path)?.content;
    const before = cached.get(path);
    if (before !== undefined && before.content === content) return before.value;
    cached.delete(path);
    const value = await read();
    // The value is not kept if anything was written meanwhile, since the value may lack it.
    if (content !== undefined && readFileStamp(path)?.content === content)
      cached.set(path, { content, value });
    return value;
  };
}
