// Presence: why something was in a wake or not, with the arithmetic.

import type { Explanation } from '../decay/score.ts';
import type { EventId } from '../events/event.ts';
import type { LeftReason } from '../ledger/wake-ledger.ts';
import type { SectionName } from '../ledger/wake-package.ts';
import type { ItemId } from '../working-memory/item.ts';

/** The thing that is asked about. */
export type Target = { readonly item: ItemId } | { readonly event: EventId } | { readonly fragment: string };

export type PresenceReason =
  | LeftReason
  /** It is in the wake because of its score. */
  | 'chosen'
  /** It is in the wake whatever its score: as part of the last exchange, or as the message itself. */
  | 'always'
  /** It is an earlier moment that the message brought back. */
  | 'echoed'
  /** It is in the wake because the message found it by its words or sources. */
  | 'found'
  /** It is in the wake because it was asked for by name, or stands next to something that was. */
  | 'asked'
  /** It is in the wake because it is what one knows of anybody one talks with. */
  | 'worth-knowing'
  /** It came only after this wake. */
  | 'later'
  /** Its time was still to come at this wake. */
  | 'to-come'
  /** It was no longer in mind: resolved, dropped, decayed or superseded. */
  | 'closed'
  /** Nothing of it is ever shown in a conversation. */
  | 'unshown'
  /** Nobody asked for it by name. */
  | 'unasked';

/** What became of an event as an echo of the message. */
export type EchoReason =
  /** It is among the echoes. */
  | 'echoed'
  /** It was found, but better ones took the room. */
  | 'no-room'
  /** It stands in another section, so it is not searched for. */
  | 'in-view'
  /** The message did not find it, or found many others first. */
  | 'not-found'
  /** Echoes have no budget, so none are searched for. */
  | 'off';

export interface Presence {
  readonly wakeId: number;
  readonly isPresent: boolean;
  /** The section in which it is; undefined if it is in none. */
  readonly section: SectionName | 'message' | undefined;
  readonly reason: PresenceReason;
  /** How many tokens it takes there; 0 if it is in none, and for the message itself. */
  readonly tokens: number;
  /** The score with its factors; undefined if no score decided. */
  readonly score: Explanation | undefined;
  /** What became of it as an echo; undefined for what is not an event, or cannot be an echo. */
  readonly echo: EchoReason | undefined;
  /** What brought it back, if the message did. */
  readonly because: string | undefined;
  /** The explanation for people, in a sentence or two. */
  readonly say: string;
}
