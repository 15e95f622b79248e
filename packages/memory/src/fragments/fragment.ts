// A fragment: one thing that is known, compiled out of events, in three depths.

import type { EventId } from '../events/event.ts';

/** Depths, the shallowest first. */
export const tiers = ['ambient', 'recognition', 'inventory'] as const;

export type Tier = (typeof tiers)[number];

/** How it is named in brackets and by `recall`. */
export const keyPattern = /^[a-z][a-z0-9-]*$/;

/** What a fragment says. */
export interface FragmentText extends Readonly<Record<Tier, string>> {
  readonly key: string;
  /** Events it was compiled from, by id; they only grow. */
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
  /** Why they do; may be empty. */
  readonly label: string;
}

/** What stands beside a fragment. */
export interface Neighbour {
  readonly key: string;
  readonly ambient: string;
  readonly label: string;
}
