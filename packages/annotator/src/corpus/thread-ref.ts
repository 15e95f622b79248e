// Thread reference: tells threads apart in a world of several corpora, whose ids may be equal.

import type { ThreadRef } from './corpus.ts';

export function isSameThread(one: ThreadRef, other: ThreadRef): boolean {
  return one.threadId === other.threadId && one.corpus === other.corpus;
}

/** A key that no other thread of the world has. */
export function nameThread({ corpus, threadId }: ThreadRef): string {
  return `${threadId}/${corpus}`;
}
