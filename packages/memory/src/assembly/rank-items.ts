// Weighs everything in mind for one moment.

import { score } from '../decay/score.ts';
import type { WeighedItem } from '../working-memory/item.ts';
import type { Waking } from './waking.ts';

export interface WeightedItem {
  readonly item: WeighedItem;
  readonly score: number;
}

/** A pin is announced for the two half-lives before it is no candidate any more. */
const fadingUntil = 4;

/** The weightiest first; among equals the newest. */
export function rankItems({ stores, moment, profile }: Waking): readonly WeightedItem[] {
  return stores.items
    .readActive()
    .map((item) => ({ item, score: score(item, moment, profile) }))
    .sort(compareWeight);
}

export function isFadingPin(
  { item, score: value }: WeightedItem,
  { profile }: Pick<Waking, 'profile'>,
): boolean {
  return item.kind === 'pin' && value >= profile.threshold && value < profile.threshold * fadingUntil;
}

function compareWeight(one: WeightedItem, other: WeightedItem): number {
  return (
    other.score - one.score || other.item.createdAtMs - one.item.createdAtMs || other.item.id - one.item.id
  );
}
