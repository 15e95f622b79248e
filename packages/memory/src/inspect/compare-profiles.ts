// Compares profiles: what each thing in mind weighs now by the one that is set, and would weigh by another.

import type { Connection } from '@terrarium/kernel/open-database';
import type { DecayProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import { openEventStore } from '../events/event-store.ts';
import { resolveNowMs } from '../events/resolve-told-at.ts';
import type { WorkingTag } from '../tags/tag.ts';
import type { ItemId, WeighedItem } from '../working-memory/item.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';

export interface ComparedItem {
  readonly itemId: ItemId;
  readonly kind: WorkingTag;
  readonly content: string;
  /** By the profile that is set, and by the one that is tried. */
  readonly score: number;
  readonly triedScore: number;
  /** Whether it is a candidate for being woken with now, and would not be. */
  readonly isLeaving: boolean;
}

export interface ProfileTrial {
  /** By the clock on the wall. */
  readonly nowMs: number;
  readonly profile: DecayProfile;
  readonly tried: DecayProfile;
  readonly withSecrets: boolean;
}

/** Every active item, those whose score would change most first. Changes nothing. */
export function compareProfiles(connection: Connection, trial: ProfileTrial): readonly ComparedItem[] {
  const { nowMs, profile, tried, withSecrets } = trial;
  const store = openWorkingMemoryStore(connection);
  const events = openEventStore(connection);
  const turn = events.countTurns();
  const computeScore = (item: WeighedItem, by: DecayProfile) =>
    score(item, { nowMs: resolveNowMs(events, by, nowMs), turn, pressure: 0 }, by);
  const items = store.readActive().filter(({ kind }) => withSecrets || kind !== 'secret');
  const contents = store.readContents(items.map(({ id }) => id));
  const compared = items.map((item) => {
    const [now, then] = [computeScore(item, profile), computeScore(item, tried)];
    return {
      itemId: item.id,
      kind: item.kind,
      content: contents.get(item.id)?.content ?? '',
      score: now,
      triedScore: then,
      isLeaving: now >= profile.threshold && then < tried.threshold,
    };
  });
  const measure = (item: ComparedItem) => Math.abs(item.triedScore - item.score);
  return compared.sort((one, other) => measure(other) - measure(one) || one.itemId - other.itemId);
}
