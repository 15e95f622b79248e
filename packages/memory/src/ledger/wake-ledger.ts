// The ledger of a wake: what went in and what stayed out, with what its score was made of.

import type { DecayProfile } from '../decay/profile.ts';
import type { ScoredThing } from '../decay/scored-thing.ts';
import type { EventId } from '../events/event.ts';
import type { Budgets } from '../wake/budgets.ts';
import type { SectionName } from '../wake/wake-package.ts';
import type { ItemId } from '../working-memory/item.ts';

/** Why something is not in what was woken to. */
export type LeftReason =
  /** Its score is under what is a candidate at all. */
  | 'faded'
  /** Better ones, or newer ones, took the room. */
  | 'no-room'
  /** It is shown already, in another section. */
  | 'in-view'
  /** It only repeats what an earlier wake had said. */
  | 'parroted'
  /** No fragment of that name. */
  | 'unknown';

export interface LedgerEntry {
  readonly score: number;
  /** As it stands in its section; 0 for what was never measured. */
  readonly tokens: number;
  /** Undefined for what is in. */
  readonly left?: LeftReason | undefined;
}

export interface ItemEntry extends LedgerEntry {
  readonly id: ItemId;
  /** What the score was made of. */
  readonly subject: ScoredThing;
}

export interface EventEntry extends LedgerEntry {
  readonly id: EventId;
  readonly subject: ScoredThing;
  /** Of the last exchange, or of the newest talk before it that is in whatever it weighs. */
  readonly isAlways: boolean;
}

export interface EchoEntry extends LedgerEntry {
  readonly id: EventId;
  /** What brought it back, such as "bears heron, jetty; by whom the message names". */
  readonly because: string;
}

export interface FragmentEntry extends LedgerEntry {
  readonly key: string;
  /** How it came in: asked for by name, beside one that was, or carried on from an earlier turn. */
  readonly as: 'asked' | 'beside' | 'carried';
  readonly tier: string | undefined;
  /** What the score was made of; undefined for what was asked for now. */
  readonly subject?: ScoredThing | undefined;
}

export interface SectionTotal {
  readonly name: SectionName;
  readonly tokens: number;
  readonly maximum: number | undefined;
}

export interface WakeLedger {
  readonly nowMs: number;
  readonly turn: number;
  readonly pressure: number;
  /** Names the tokenizer that counted. */
  readonly counter: string;
  readonly budgets: Budgets;
  readonly profile: DecayProfile;
  /** What bears a later time was still to come, by the clock on the wall; rows of older stores do not have it. */
  readonly saidUntilMs?: number | undefined;
  /** The message that woke it. */
  readonly messageId: EventId | undefined;
  /** The newest event and the newest change of an item there were: what came later could not be in. */
  readonly lastEventId: number;
  readonly lastChangeId: number;
  readonly sections: readonly SectionTotal[];
  /** All that are in, and the best of those that are not. */
  readonly items: readonly ItemEntry[];
  /** How many more were in mind and are not listed. */
  readonly itemsNotListed: number;
  readonly recent: readonly EventEntry[];
  readonly echoes: readonly EchoEntry[];
  readonly fragments: readonly FragmentEntry[];
}
