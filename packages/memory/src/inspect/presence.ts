// Presence: says why something was in a wake or not, with the arithmetic of its score.

import type { Explanation } from '../decay/score.ts';
import type { EventId } from '../events/event.ts';
import type { LeftReason } from '../ledger/wake-ledger.ts';
import type { SectionName } from '../ledger/wake-package.ts';
import type { ItemId } from '../working-memory/item.ts';

/** The thing whose presence is explained, or that is to be forgotten. */
export type Target = { readonly item: ItemId } | TargetMoment | { readonly fragment: string };

interface TargetMoment {
  readonly event: EventId;
  /** The number of the one sentence of the moment that is meant; if undefined, the whole moment is meant. */
  readonly sentence?: number | undefined;
  /** The sentence as it was shown. If another sentence has this number by now, nothing is forgotten. */
  readonly words?: string | undefined;
}

export interface ExplainedWake {
  readonly wakeId?: number | undefined;
  /** The newest wake up to this moment is explained if no id is given; if undefined, the newest of all. */
  readonly untilMs?: number | undefined;
}

export type PresenceReason =
  | LeftReason
  /** The thing is in the wake because of its score. */
  | 'chosen'
  /**
   * The thing is in the wake whatever its score: it is the message itself, or part of the last exchange or of the
   * newest talk.
   */
  | 'always'
  /** The thing is an earlier moment that the message brought back. */
  | 'echoed'
  /** The thing is in the wake because the message found it by its words or sources. */
  | 'found'
  /**
   * The thing is in the wake because somebody asked for it by name, or because it is linked to something asked
   * for.
   */
  | 'asked'
  /** The thing is in the wake because it is a fact that is always worth knowing, such as somebody's name. */
  | 'worth-knowing'
  /** The thing was stored only after this wake. */
  | 'later'
  /** The thing's time was still to come at this wake. */
  | 'to-come'
  /** The thing was no longer in mind: resolved, dropped, decayed or superseded. */
  | 'closed'
  /** No part of the thing is ever shown in a conversation. */
  | 'unshown'
  /** Nobody asked for the thing by name. */
  | 'unasked';

/** What became of an event as a possible echo of the message. */
export type EchoReason =
  /** The event is among the echoes. */
  | 'echoed'
  /** The event was found, but better ones took the room. */
  | 'no-room'
  /** The event is in another section, so it is not searched for. */
  | 'in-view'
  /** The message did not find the event, or found many others first. */
  | 'not-found'
  /** Echoes have no budget, so none are searched for. */
  | 'off';

export interface Presence {
  readonly wakeId: number;
  readonly isPresent: boolean;
  /** The section that contains the thing; undefined if no section does. */
  readonly section: SectionName | 'message' | undefined;
  readonly reason: PresenceReason;
  /** How many tokens the thing takes in its section; 0 if it is in none, and for the message itself. */
  readonly tokens: number;
  /** The score with its factors; undefined if no score decided. */
  readonly score: Explanation | undefined;
  /** What became of the event as an echo; undefined for other things, and for events that cannot be echoes. */
  readonly echo: EchoReason | undefined;
  /** How the message brought the thing back, if it did. */
  readonly because: string | undefined;
  /** The explanation for people, in a sentence or two. */
  readonly say: string;
}
