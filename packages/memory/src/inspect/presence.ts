// Presence: why something is, or is not, in what was woken to, with the arithmetic.

import type { Explanation } from '../decay/score.ts';
import type { EventId } from '../events/event.ts';
import type { LeftReason } from '../ledger/wake-ledger.ts';
import type { SectionName } from '../ledger/wake-package.ts';
import type { ItemId } from '../working-memory/item.ts';

/** What is asked about. */
export type Target = { readonly item: ItemId } | { readonly event: EventId } | { readonly fragment: string };

export type PresenceReason =
  | LeftReason
  /** It is in, for its score. */
  | 'chosen'
  /** It is in, whatever its score: the last exchange, or the message itself. */
  | 'always'
  /** It is in, since the message brought it back. */
  | 'echoed'
  /** It is in, since it was asked for by name, or lies beside what was. */
  | 'asked'
  /** It came only after that wake. */
  | 'later'
  /** Its time was still to come then. */
  | 'to-come'
  /** It was no longer in mind: done, let go, faded, or something newer had taken its place. */
  | 'closed'
  /** Nothing of it is ever shown in a conversation. */
  | 'unshown'
  /** Nobody asked for it by name. */
  | 'unasked';

/** What became of an event among the moments that the message brought back. */
export type EchoReason =
  /** It is in. */
  | 'echoed'
  /** It was brought back, and better ones took the room. */
  | 'no-room'
  /** It stands in another section, and is not looked for. */
  | 'in-view'
  /** The message did not bring it back, or many others sooner. */
  | 'not-found'
  /** Echoes have no budget. */
  | 'off';

export interface Presence {
  readonly wakeId: number;
  readonly isPresent: boolean;
  /** Where it is; more than one for none. */
  readonly section: SectionName | 'message' | undefined;
  readonly reason: PresenceReason;
  /** What it takes there; 0 where it is not. */
  readonly tokens: number;
  /** The score and what it was worked out from; undefined where no score decided. */
  readonly score: Explanation | undefined;
  /** What became of it among echoes; undefined for what is no event, or can be no echo. */
  readonly echo: EchoReason | undefined;
  /** What brought it back, where the message did. */
  readonly because: string | undefined;
  /** In a sentence or two, for people. */
  readonly say: string;
}
