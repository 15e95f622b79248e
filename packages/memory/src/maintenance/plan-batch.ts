// Plans what a run gives its writer next: the oldest events that fit, with the fragments they touch; then fragments alone.

import type { EventId } from '../events/event.ts';
import { type FragmentText, tiers } from '../fragments/fragment.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import { listWords } from './count-kept-words.ts';
import type { Cursor, RunKind } from './run-store.ts';

export interface BatchPlan {
  readonly events: readonly CompiledEvent[];
  readonly fragmentKeys: readonly string[];
  readonly cursor: Cursor;
}

export interface BatchSource {
  readonly kind: RunKind;
  /** Ids of all events of the run, in order of time. */
  readonly ids: readonly EventId[];
  readonly fragments: ReadonlyMap<string, FragmentText>;
  /** Tokens of events and fragments together. */
  readonly room: number;
  read(ids: readonly EventId[]): readonly CompiledEvent[];
  count(text: string): number;
}

/** The share of the room that is kept for fragments beside events. */
const fragmentShare = 0.4;
/** What an event costs beside its text: its id, its date, its speaker. */
const frameTokens = 24;
const readAtOnce = 200;

/**
 * The next batch, or undefined when the run is at its end. An event or fragment that is larger than the room forms a
 * batch alone.
 */
export function planBatch(source: BatchSource, cursor: Cursor): BatchPlan | undefined {
  if (cursor.eventsDone < source.ids.length) return planEvents(source, cursor);
  return source.kind === 'deep' ? planFragments(source, cursor) : undefined;
}

function planEvents(source: BatchSource, cursor: Cursor): BatchPlan {
  const events = chooseEvents(source, cursor.eventsDone);
  const used = events.reduce((sum, event) => sum + countEvent(source, event), 0);
  const touched = listTouched(events, source.fragments);
  const fragmentKeys = chooseFragments(source, touched, Math.max(0, source.room - used));
  return { events, fragmentKeys, cursor: { ...cursor, eventsDone: cursor.eventsDone + events.length } };
}

function chooseEvents(source: BatchSource, from: number): readonly CompiledEvent[] {
  let left = source.room * (1 - fragmentShare);
  const taken: CompiledEvent[] = [];
  for (let at = from; at < source.ids.length; at += readAtOnce) {
    for (const event of source.read(source.ids.slice(at, at + readAtOnce))) {
      left -= countEvent(source, event);
      if (left < 0 && taken.length > 0) return taken;
      taken.push(event);
    }
  }
  return taken;
}

function countEvent(source: BatchSource, event: CompiledEvent): number {
  return frameTokens + source.count([event.shown, ...event.held.map((held) => held.content)].join('\n'));
}

/** Keys of whose words every one occurs somewhere in the events. */
function listTouched(
  events: readonly CompiledEvent[],
  fragments: ReadonlyMap<string, FragmentText>,
): readonly string[] {
  const words = listWords(
    events.flatMap((event) => [event.shown, ...event.held.map((held) => held.content)]).join(' '),
  );
  return [...fragments.keys()].filter((key) => key.split('-').every((part) => words.has(part)));
}

function planFragments(source: BatchSource, cursor: Cursor): BatchPlan | undefined {
  const keys = [...source.fragments.keys()].sort().filter((key) => key > cursor.fragmentsDone);
  const [first] = keys;
  if (first === undefined) return undefined;
  const fitting = chooseFragments(source, keys, source.room);
  const fragmentKeys = fitting.length > 0 ? fitting : [first];
  return { events: [], fragmentKeys, cursor: { ...cursor, fragmentsDone: fragmentKeys.at(-1) ?? first } };
}

/** The first of the keys whose fragments fit, up to the first that does not. */
function chooseFragments(source: BatchSource, keys: readonly string[], room: number): readonly string[] {
  let left = room;
  const beyond = keys.findIndex((key) => {
    const fragment = source.fragments.get(key);
    left -= fragment === undefined ? 0 : source.count(tiers.map((tier) => fragment[tier]).join('\n'));
    return left < 0;
  });
  return beyond < 0 ? keys : keys.slice(0, beyond);
}
