// Plans the next batch for a writer: the oldest events that fit, with related fragments; once no events are left, only fragments.

import type { EventId } from '../events/event.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import type { Cursor, RunKind } from './run-store.ts';

export interface BatchPlan {
  readonly events: readonly CompiledEvent[];
  readonly fragmentKeys: readonly string[];
  /** When the first event that is left to a later batch was said; undefined if none is left. */
  readonly nextAtMs: number | undefined;
  readonly cursor: Cursor;
}

export interface BatchSource {
  readonly kind: RunKind;
  /** Ids of all events of the run, in order of time. */
  readonly ids: readonly EventId[];
  readonly fragments: ReadonlyMap<string, FragmentText>;
  /** The keys of the fragments that are looked through once no events are left; by default, all. */
  readonly reviewed?: ReadonlySet<string> | undefined;
  /** Tokens of events and fragments together. */
  readonly room: number;
  /** The maximum number of tokens of events. */
  readonly mostOfEvents?: number | undefined;
  read(ids: readonly EventId[]): readonly CompiledEvent[];
  /** Finds the keys of the fragments that are related to the events; the most closely related come first. */
  search(events: readonly CompiledEvent[], before: readonly EventId[]): readonly string[];
  count(text: string): number;
}

/** The share of the room that is kept for fragments if there are events. */
const fragmentShare = 0.4;
/** The tokens of an event apart from its text: its id, its date, its speaker. */
const frameTokens = 24;
const readAtOnce = 200;
/**
 * The share of the room that one inventory may take if there are events; of a larger inventory, only the newest
 * lines are shown.
 */
const inventoryShare = 0.12;
/** How many events right before a batch are shown with it, so that it is clear what the talk was about. */
const eventsBefore = 6;
/** A silence of this length separates one talk from the next. */
export const pauseMs = 6 * 3_600_000;

/**
 * Plans the next batch; undefined at the end of the run. An event or fragment that is larger than the room
 * forms a batch alone.
 */
export function planBatch(source: BatchSource, cursor: Cursor): BatchPlan | undefined {
  if (cursor.eventsDone < source.ids.length) return planEvents(source, cursor);
  return source.kind === 'deep' ? planFragments(source, cursor) : undefined;
}

function planEvents(source: BatchSource, cursor: Cursor): BatchPlan {
  const { events, nextAtMs } = chooseEvents(source, cursor.eventsDone);
  const used = events.reduce((sum, event) => sum + countEvent(source, event), 0);
  const before = source.ids.slice(Math.max(0, cursor.eventsDone - eventsBefore), cursor.eventsDone);
  const left = Math.max(0, source.room - used);
  const fragmentKeys = chooseFitting(source, source.search(events, before), left);
  const eventsDone = cursor.eventsDone + events.length;
  return { events, fragmentKeys, nextAtMs, cursor: { ...cursor, eventsDone } };
}

type ChosenEvents = Pick<BatchPlan, 'events' | 'nextAtMs'>;

function chooseEvents(source: BatchSource, from: number): ChosenEvents {
  let left = Math.min(source.room * (1 - fragmentShare), source.mostOfEvents ?? Number.POSITIVE_INFINITY);
  const taken: CompiledEvent[] = [];
  for (let at = from; at < source.ids.length; at += readAtOnce) {
    for (const event of source.read(source.ids.slice(at, at + readAtOnce))) {
      left -= countEvent(source, event);
      if (left < 0 && taken.length > 0) return cutAtPause(taken, event);
      taken.push(event);
    }
  }
  return { events: taken, nextAtMs: undefined };
}

/**
 * If a talk does not fit as a whole, it is left to the next batch, unless that would take half of the events or more
 * from this batch.
 */
function cutAtPause(taken: readonly CompiledEvent[], next: CompiledEvent): ChosenEvents {
  const isPause = (at: number): boolean => (taken[at] ?? next).atMs - (taken[at - 1]?.atMs ?? 0) >= pauseMs;
  for (let end = taken.length; end > taken.length / 2; end -= 1)
    if (isPause(end)) return { events: taken.slice(0, end), nextAtMs: (taken[end] ?? next).atMs };
  return { events: taken, nextAtMs: next.atMs };
}

function countEvent(source: BatchSource, event: CompiledEvent): number {
  return frameTokens + source.count([event.shown, ...event.held.map((held) => held.content)].join('\n'));
}

/** Tokens that an inventory may take in a request: a share of the room if there are events, otherwise all of it. */
export function computeInventoryRoom(room: number, hasEvents: boolean): number {
  return hasEvents ? room * inventoryShare : room;
}

/** The keys of all fragments that fit; earlier keys have priority. Only the newest lines of a large inventory count. */
function chooseFitting(source: BatchSource, keys: readonly string[], room: number): readonly string[] {
  const most = computeInventoryRoom(source.room, true);
  let left = room;
  return keys.filter((key) => {
    const fragment = source.fragments.get(key);
    const cost = fragment === undefined ? 0 : countFragment(source, fragment, most);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}

function countFragment(
  { count }: BatchSource,
  { ambient, recognition, inventory }: FragmentText,
  most = Number.POSITIVE_INFINITY,
): number {
  return frameTokens + count(`${ambient}\n${recognition}`) + Math.min(most, count(inventory));
}

function planFragments(source: BatchSource, cursor: Cursor): BatchPlan | undefined {
  const { fragments, reviewed = new Set(fragments.keys()) } = source;
  const keys = [...fragments.keys()].sort().filter((key) => key > cursor.fragmentsDone && reviewed.has(key));
  const [first] = keys;
  if (first === undefined) return undefined;
  const fitting = chooseFragments(source, keys, source.room);
  const fragmentKeys = fitting.length > 0 ? fitting : [first];
  return {
    events: [],
    fragmentKeys,
    nextAtMs: undefined,
    cursor: { ...cursor, fragmentsDone: fragmentKeys.at(-1) ?? first },
  };
}

/** The first keys whose fragments fit together, up to the first fragment that does not fit. */
function chooseFragments(source: BatchSource, keys: readonly string[], room: number): readonly string[] {
  let left = room;
  const beyond = keys.findIndex((key) => {
    const fragment = source.fragments.get(key);
    left -= fragment === undefined ? 0 : countFragment(source, fragment);
    return left < 0;
  });
  return beyond < 0 ? keys : keys.slice(0, beyond);
}
