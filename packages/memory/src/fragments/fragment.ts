// A fragment: one known thing, compiled from events, in three tiers.

import type { EventId } from '../events/event.ts';
import { keyForm } from '../tags/key-form.ts';

/** The tiers, from the shallowest to the deepest. */
export const tiers = ['ambient', 'recognition', 'inventory'] as const;

export type Tier = (typeof tiers)[number];

/** The form of a key, with which brackets and `recall` name a fragment. */
export const keyPattern = new RegExp(`^${keyForm}$`, 'u');

/** The keys of summaries: `session-2026-07-08` for the talks of a day, `month-2026-07` for a month. */
export const summaryKey = /^(?:session-(\d{4,})-(\d\d)-(\d\d)|month-(\d{4,})-(\d\d))$/;

export interface FragmentText extends Readonly<Record<Tier, string>> {
  readonly key: string;
  /** Ids of the events from which the fragment was compiled; an update never removes one. */
  readonly sources: readonly EventId[];
}

export interface Fragment extends FragmentText {
  readonly id: number;
  /** 1 when the fragment is created, and one more with each change. */
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Two fragments that belong together, with their keys in alphabetical order. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Why the two fragments belong together; may be empty. */
  readonly label: string;
}

/** A fragment that an edge joins to another, and the reason. */
export interface Neighbour {
  readonly key: string;
  readonly ambient: string;
  readonly label: string;
}
