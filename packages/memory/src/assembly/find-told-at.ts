// When an event counts as told: by the clock that memories fade by.

import type { DecayProfile } from '../decay/profile.ts';
import type { ScoredThing } from '../decay/scored-thing.ts';
import type { MemoryEvent } from '../events/event.ts';

/** The story's own time where memories fade by it and the message bears one; else when it was said. */
export function findToldAtMs(event: MemoryEvent, { clock }: Pick<DecayProfile, 'clock'>): number {
  return clock === 'story' ? (event.storyAtMs ?? event.atMs) : event.atMs;
}

/** What the score of something said is made of. */
export function buildConversationSubject(event: MemoryEvent, profile: DecayProfile): ScoredThing {
  const toldAtMs = findToldAtMs(event, profile);
  return { kind: 'conversation', createdAtMs: toldAtMs, refreshedAtMs: toldAtMs, refreshedTurn: event.turn };
}
