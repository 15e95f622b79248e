// Computes sessions: stretches of talk with a long silence between them.

import type { Utterance } from './utterance.ts';

const silenceMs = 5 * 60 * 60 * 1_000;
/** Where time says nothing, this many utterances count as one. */
const utterancesEach = 40;

/** The session of each utterance, counted from 0; utterances are in the order of time. */
export function computeSessions(utterances: readonly Utterance[]): readonly number[] {
  let session = 0;
  const sessions = utterances.map(({ atMs }, at) => {
    const before = utterances[at - 1];
    if (before !== undefined && atMs - before.atMs > silenceMs) session += 1;
    return session;
  });
  return session > 0 ? sessions : utterances.map((_, at) => Math.floor(at / utterancesEach));
}
