// When an event counts as told, and what time it is: by the clock that memories fade by.

import type { DecayProfile } from '../decay/profile.ts';
import type { ScoredThing } from '../decay/scored-thing.ts';
import type { MemoryEvent } from './event.ts';
import type { EventStore } from './event-store.ts';

type ByClock = Pick<DecayProfile, 'clock'>;

/** The story's own time where memories fade by it and the message bears one; else when it was said. */
export function resolveToldAtMs(event: MemoryEvent, { clock }: ByClock): number {
  return clock === 'story' ? (event.storyAtMs ?? event.atMs) : event.atMs;
}

/** A story stands still while nobody says how late it is there: now is when the newest message was told. */
export function resolveNowMs(
  events: Pick<EventStore, 'findNeighbours'>,
  profile: ByClock,
  wallMs: number,
): number {
  const newest = profile.clock === 'story' ? events.findNeighbours(wallMs).earlier : undefined;
  return newest === undefined ? wallMs : resolveToldAtMs(newest, profile);
}

/** What the score of something said is made of. */
export function buildConversationSubject(event: MemoryEvent, profile: DecayProfile): ScoredThing {
  const toldAtMs = resolveToldAtMs(event, profile);
  return { kind: 'conversation', createdAtMs: toldAtMs, refreshedAtMs: toldAtMs, refreshedTurn: event.turn };
}
