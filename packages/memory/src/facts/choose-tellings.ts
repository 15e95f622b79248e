// Chooses the newest moments that tell given facts: facts that a message asks about, or that an older moment told.
import type { EventId } from '../events/event.ts';
import type { ToldFact, ToldFactStore } from './told-fact-store.ts';

export interface ChosenTelling {
  readonly eventId: EventId;
  readonly atMs: number;
  /** The names of the relations about which the moment tells; words that are not a relation are left out. */
  readonly names: readonly string[];
  readonly score: number;
}

/** At most this many of the newest tellings of each fact are looked at. */
const tellingsRead = 8;
const mostKeys = 40;
/** The weight of a word that is not a relation of the vocabulary, and the weights of tellings by their strength. */
const wordShare = 0.6;
const strengthShares = [0.25, 0.75, 1.2] as const;
/** How much less each older telling of a fact counts. */
const fading = 0.35;

interface TellingChoice {
  readonly voices: readonly string[];
  readonly keys: readonly string[];
  readonly limit: number;
  /** Facts that were told after this moment are not used. */
  readonly untilMs: number;
}

/** Returns the best tellings first; among equal ones the newest first. */
export function chooseTellings(
  store: Pick<ToldFactStore, 'readNewest'>,
  { voices, keys, limit, untilMs }: TellingChoice,
): readonly ChosenTelling[] {
  const chosen = new Map<EventId, ChosenTelling>();
  for (const voice of voices) {
    for (const key of keys.slice(0, mostKeys)) {
      store.readNewest({ voice, key }, { limit: tellingsRead, untilMs }).forEach((one, rank) => {
        const before = chosen.get(one.eventId);
        const score = computeScore(one, rank) + (before?.score ?? 0);
        const names = [...(before?.names ?? []), ...(isWord(key) ? [] : [nameFact(key)])];
        chosen.set(one.eventId, { eventId: one.eventId, atMs: one.atMs, names, score });
      });
    }
  }
  return [...chosen.values()]
    .sort((one, other) => other.score - one.score || other.atMs - one.atMs || other.eventId - one.eventId)
    .slice(0, limit);
}

function computeScore({ key, strength }: ToldFact, rank: number): number {
  return ((isWord(key) ? wordShare : 1) * strengthShares[strength]) / (1 + fading * rank);
}

function isWord(key: string): boolean {
  return key.includes(':=');
}

/** Names a fact: `sister:home` becomes "sister's home". */
export function nameFact(key: string): string {
  const [owner = '', name = ''] = key.split(':');
  return owner === '' ? name : `${owner}'s ${name}`;
}
