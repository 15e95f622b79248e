// A fragment: one thing that is known, compiled out of events, in three depths.

import type { EventId } from '../events/event.ts';

/** The depths, from the shallowest to the deepest. */
export const tiers = ['ambient', 'recognition', 'inventory'] as const;

export type Tier = (typeof tiers)[number];

/** The form of a key, by which brackets and `recall` name a fragment. */
export const keyPattern = /^[a-z][a-z0-9-]*$/;

/** The keys of summaries: `session-2026-07-08` of the talks of a day, `month-2026-07` of a month. */
export const summaryKey = /^(?:session-(\d{4,})-(\d\d)-(\d\d)|month-(\d{4,})-(\d\d))$/;

/** The texts of a fragment. */
export interface FragmentText extends Readonly<Record<Tier, string>> {
  readonly key: string;
  /** Ids of the events that it was compiled from; none is ever removed. */
  readonly sources: readonly EventId[];
}

export interface Fragment extends FragmentText {
  readonly id: number;
  /** 1 when it was made, one more with each change. */
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Two fragments that belong together; keys in alphabetical order. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Why they belong together; may be empty. */
  readonly label: string;
}

/** A fragment next to another, and why. */
export interface Neighbour {
  readonly key: string;
  readonly ambient: string;
  readonly label: string;
}
