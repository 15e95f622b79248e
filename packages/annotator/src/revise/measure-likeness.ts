// Measures how much two versions of a story have in common, by the digests of their words.

import type { OutlineThread } from './build-outline.ts';

/** Shares from 0 to 1; each unit of words counts once. */
export interface Likeness {
  /** The share of the old version that is in the new one. */
  readonly ofBefore: number;
  /** The share of the new version that was in the old one. */
  readonly ofAfter: number;
}

export function measureLikeness(
  before: readonly Pick<OutlineThread, 'posts'>[],
  after: readonly Pick<OutlineThread, 'posts'>[],
): Likeness {
  const [former, now] = [collectUnits(before), collectUnits(after)];
  let shared = 0;
  for (const unit of now) if (former.has(unit)) shared += 1;
  return { ofBefore: shared / Math.max(1, former.size), ofAfter: shared / Math.max(1, now.size) };
}

function collectUnits(threads: readonly Pick<OutlineThread, 'posts'>[]): ReadonlySet<string> {
  return new Set(threads.flatMap(({ posts }) => posts.flatMap(({ units }) => units)));
}
