// Content keys: what a message is known by again where its file gives it no id.

import { createHash } from 'node:crypto';

/** A key from the parts; the second message of the same parts in a file gets another one than the first. */
export type ContentKeys = (...parts: readonly (string | number | undefined)[]) => string;

const keyCharacters = 32;

export function createContentKeys(): ContentKeys {
  const seen = new Map<string, number>();
  return (...parts) => {
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, keyCharacters);
    const before = seen.get(hash) ?? 0;
    seen.set(hash, before + 1);
    return before === 0 ? hash : `${hash}-${before + 1}`;
  };
}
