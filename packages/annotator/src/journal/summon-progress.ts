// Summon progress: where a dialogue with an earlier reader stands within a scene, as its steps add up to it.

import type { ReplyRecord } from './reply-record.ts';
import type { SummonId } from './summon-store.ts';

/** What happens in a dialogue; what was said stands in its own tables. */
export type SummonStep =
  | { readonly kind: 'summon-asked'; readonly summonId: SummonId; readonly snapshotId: number }
  | { readonly kind: 'summon-reply'; readonly record: ReplyRecord }
  /** The reader was shown what it wanted to look up. */
  | { readonly kind: 'summon-read' }
  /** The window of that moment has no room for the question. */
  | { readonly kind: 'summon-failed' }
  | { readonly kind: 'summon-dismissed' };

/** The dialogue that is open: one at a time. */
export interface OpenSummon {
  readonly summonId: SummonId;
  readonly snapshotId: number;
  /** `resting`: its last question was answered. */
  readonly phase: 'asking' | 'failed' | 'resting' | 'dismissed';
}

/** The progress after one more step. */
export function advanceSummon(summon: OpenSummon | undefined, step: SummonStep): OpenSummon | undefined {
  switch (step.kind) {
    case 'summon-asked':
      return { summonId: step.summonId, snapshotId: step.snapshotId, phase: 'asking' };
    case 'summon-reply':
    case 'summon-read':
      return summon;
    case 'summon-failed':
      return summon && { ...summon, phase: 'failed' };
    case 'summon-dismissed':
      return summon && { ...summon, phase: 'dismissed' };
  }
}

/** The call that asked or dismissed was answered. */
export function markResting(summon: OpenSummon | undefined): OpenSummon | undefined {
  return summon === undefined || summon.phase === 'dismissed' ? undefined : { ...summon, phase: 'resting' };
}
