// Measures how much two versions of a story have in common, by the digests of their words.

import type { OutlineThread } from './build-outline.ts';

/** Shares from 0 to 1, each unit of words counted once. */
export interface Likeness {
  /** How much of the old version is in the new one. */
  readonly ofBefore: number;
  /** How much of the new version was in the old one. */
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
