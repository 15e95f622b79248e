// Finds moments spread over the time that a message names, and merges them with the moments that its words bring back.
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';
import { openEventStore, type ShownEvent } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { sortBySpread } from '../events/sort-by-spread.ts';
import type { TimeSpan } from '../events/time-span.ts';
import type { Echo } from './search-echoes.ts';

export interface NamedTime extends TimeSpan {
  /** If the message names the time by an event: its words, and the moment that tells of the event. */
  readonly because?: string;
}

export interface TimeQuery {
  readonly spans: readonly NamedTime[];
  /** Events that are already in the context. */
  readonly inView: ReadonlySet<EventId>;
  /** The maximum number of moments to return. */
  readonly limit: number;
  /** Only moments up to this time are found. */
  readonly untilMs: number;
}

/**
 * If a span contains fewer moments than this, all of them are looked at; otherwise, a few at each of several points of
 * the span.
 */
const mostListed = 1_000;
const places = 40;
const listedAtPlace = 8;

/** The moments in the order in which they are to be taken, some from each span. */
export function readOfTime(
  connection: Connection,
  { spans, inView, limit, untilMs }: TimeQuery,
): readonly Echo[] {
  const store = openEventStore(connection);
  const wanted = spans.flatMap((span) =>
    sortBySpread(listOf(store, { ...span, untilMs: Math.min(span.untilMs, untilMs + 1) }))
      .filter(({ id }) => !inView.has(id))
      .slice(0, Math.ceil(limit / spans.length))
      .map(({ id }) => ({ id, because: span.because ?? 'said at the time that the message names' })),
  );
  const events = store.readAll(wanted.map(({ id }) => id));
  const parts = store.readSpansOf([...events.values()]);
  return wanted.flatMap(({ id, because }): readonly Echo[] => {
    const event = events.get(id);
    const shownText = event === undefined ? '' : showEvent(event, parts.get(id) ?? []);
    if (event === undefined || shownText === '') return [];
    return [{ event, shownText, score: 0, rankBy: ofTime, because }];
  });
}

const ofTime: Echo['rankBy'] = {
  terms: [],
  termsBeside: [],
  words: [],
  wordsBeside: [],
  isVoiceNamed: false,
  isTimeNamed: true,
  vectorRank: undefined,
};

function listOf(store: ReturnType<typeof openEventStore>, span: TimeSpan): readonly ShownEvent[] {
  const listed = store.listShown({ ...span, limit: mostListed });
  if (listed.length < mostListed) return listed;
  const stepMs = (span.untilMs - span.fromMs) / places;
  const sampled = new Map<EventId, ShownEvent>();
  for (let at = 0; at < places; at++) {
    const fromMs = span.fromMs + Math.floor(at * stepMs);
    for (const one of store.listShown({ fromMs, untilMs: span.untilMs, limit: listedAtPlace }))
      sampled.set(one.id, one);
  }
  return [...sampled.values()];
}

/**
 * Takes moments alternately: one that was found by its words, and one of the named time. Each moment is taken
 * only once.
 */
export function mergeMoments(found: readonly Echo[], ofTime: readonly Echo[]): readonly Echo[] {
  const merged = new Map<EventId, Echo>();
  for (let at = 0; at < Math.max(found.length, ofTime.length); at++) {
    for (const one of [found[at], ofTime[at]]) {
      if (one !== undefined && !merged.has(one.event.id)) merged.set(one.event.id, one);
    }
  }
  return [...merged.values()];
}
