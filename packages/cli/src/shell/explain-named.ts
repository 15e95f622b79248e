// Explains why something was in mind or not; a person gives its number, its key, or words that occur only in it.

import { UsageError } from '@terrarium/kernel/errors';
import type { Memory } from '@terrarium/memory/memory';
import type { Presence } from '@terrarium/memory/presence';
import { parseTarget } from './parse-target.ts';

/** Throws `UsageError` if the text names nothing, or several things. */
export function explainNamed(
  companion: Memory,
  text: string,
  options: Parameters<Memory['why']>[1] = {},
): Presence {
  const target = parseTarget(text);
  if (target === undefined) return companion.why(companion.find(text, { isQuestion: true }), options);
  try {
    return companion.why(target, options);
  } catch (error) {
    const isUnknown = error instanceof UsageError && error.code === 'memory.nothing-of-that-name';
    // A word that is not the key of a fragment, though it could be one, may still occur in a message or an
    // item.
    if (!isUnknown || !('fragment' in target) || !/^[a-z0-9-]+$/u.test(text.trim())) throw error;
    return companion.why(companion.find(text, { isQuestion: true }), options);
  }
}
