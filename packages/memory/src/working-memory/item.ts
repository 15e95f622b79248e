// Item: one thing held in mind, with the message from which it came.

import type { Branded } from '@terrarium/kernel/environment';
import type { EventId } from '../events/event.ts';
import type { WorkingTag } from '../tags/tag.ts';

export type ItemId = Branded<number, 'item'>;

/**
 * The tag from which the item came, or `fact` for something true of its speaker, with the words that tell it.
 */
export type ItemKind = WorkingTag | 'fact';

export type ItemStatus = 'active' | 'resolved' | 'dropped' | 'decayed' | 'superseded';

/** The part of an item that may change; each change stores what it replaced. */
export interface ItemState {
  readonly status: ItemStatus;
  readonly refreshedAtMs: number;
  readonly refreshedTurn: number;
  /** When a plan is due; undefined for a plan without a date. */
  readonly dueAtMs: number | undefined;
  /** The words of the plan from which the due date was read. */
  readonly dueWords: string | undefined;
  /** Whether the item never fades, because it is a pin that somebody asked to keep for good. */
  readonly isKept: boolean;
}

/** The reason that is stored when a person replaces an item by other words. */
export const correctedBecause = 'a person corrected it';

/** The reason that is stored when a fact ends and nothing takes its place. */
export const overBecause = 'it was said to be no longer so';

/**
 * The reason that is stored when an item comes back, and when another item ends because the one that comes back takes
 * its place.
 */
export const revivedBecause = 'it was brought back';

/** The fields of an `ItemState`, in the order in which they are stored and sealed. */
export const stateFields = [
  'status',
  'refreshedAtMs',
  'refreshedTurn',
  'dueAtMs',
  'dueWords',
  'isKept',
] as const satisfies readonly (keyof ItemState)[];

export function extractState(state: ItemState): ItemState;
export function extractState(state: ItemState, fields: readonly (keyof ItemState)[]): Partial<ItemState>;
export function extractState(
  state: ItemState,
  fields: readonly (keyof ItemState)[] = stateFields,
): Partial<ItemState> {
  return Object.fromEntries(fields.map((field) => [field, state[field]]));
}

/** An item before it is stored. */
export interface NewItem extends ItemState {
  readonly kind: ItemKind;
  /** For a fact, the words that tell it. */
  readonly content: string;
  /**
   * The normal form of the text before the colon in `subject: …`; for a fact, whose fact it is and which
   * relation.
   */
  readonly subject: string | undefined;
  /** For a fact, the normal form of the value alone. */
  readonly normalForm: string;
  readonly eventId: EventId;
  readonly createdAtMs: number;
  readonly createdTurn: number;
}

export interface WorkingItem extends NewItem {
  readonly id: ItemId;
}

/** The values from which a score is computed: an item without its text. */
export interface WeighedItem {
  readonly id: ItemId;
  readonly kind: WorkingTag;
  readonly eventId: EventId;
  readonly createdAtMs: number;
  readonly refreshedAtMs: number;
  readonly refreshedTurn: number;
  readonly dueAtMs: number | undefined;
  readonly isKept: boolean;
}

export type ItemChangeKind = 'created' | 'refreshed' | 'kept' | 'status' | 'restored';

/** What caused a change: a message, a maintenance run, or something else (a sweep, a person). */
export interface ChangeCause {
  readonly because: string;
  readonly atMs: number;
  readonly turn: number;
  readonly eventId?: EventId | undefined;
  readonly runId?: number | undefined;
}

export interface ItemChange extends ChangeCause {
  readonly id: number;
  readonly itemId: ItemId;
  readonly change: ItemChangeKind;
  /** The state that was replaced; undefined if the item was created. */
  readonly before: ItemState | undefined;
  readonly toStatus: ItemStatus;
}
