// Adds moments to the echoes: the newest that tell what is asked about, and later ones that tell the same as an echo.
import { findRetold } from '../echoes/find-retold.ts';
import { mergeMoments } from '../echoes/moments-of-time.ts';
import type { Echo } from '../echoes/search-echoes.ts';
import type { EventId } from '../events/event.ts';
import { showEvent } from '../events/show-event.ts';
import { chooseTellings, nameFact } from '../facts/choose-tellings.ts';
import { isWithin } from '../facts/is-within.ts';
import { readFacts } from '../facts/read-facts.ts';
import { isChangeOf, isSingle, listAsked } from '../facts/read-tellings.ts';
import { openToldFactStore, type ToldFact } from '../facts/told-fact-store.ts';
import { nameTold } from '../working-memory/fact-subject.ts';
import { chooseVoices } from './choose-voices.ts';
import type { Waking } from './waking.ts';

export interface TellingSearch {
  readonly query: string;
  /** Moments that the message brings back, the best first. */
  readonly found: readonly Echo[];
  /** Events that are already in the context. */
  readonly inView: ReadonlySet<EventId>;
  /** The maximum number of tokens for echoes. */
  readonly room: number;
}

/**
 * At most this many moments are added because they tell what the message asks about, and at most one for each
 * `tokensEach` tokens of room.
 */
const mostAsked = 6;
const tokensEach = 700;
/** Only the best moments, at most this many, are searched for a later telling of the same fact. */
const mostOlder = 48;
const mostLookedUp = 64;
const newestRead = 8;

/**
 * Returns the found and the added moments, the best first. If a later telling of a fact is found, it comes before the
 * older telling.
 */
export function addTellings(waking: Waking, { query, found, inView, room }: TellingSearch): readonly Echo[] {
  const store = openToldFactStore(waking.stores.connection);
  const voices = chooseVoices(waking, query);
  const limit = Math.min(mostAsked, Math.floor(room / tokensEach));
  const asked = chooseTellings(store, { voices, keys: listAsked(query), limit, untilMs: waking.wallMs });
  const told = readMoments(
    waking,
    asked.map(({ eventId, names }) => ({ eventId, because: renderReason(names) })),
  );
  const merged = mergeMoments(
    found,
    told.filter(({ event }) => !inView.has(event.id)),
  );
  return insertLater(waking, insertRetold(waking, merged, { inView, room, voices }), inView);
}

function renderReason(names: readonly string[]): string {
  return names.length === 0
    ? 'tells of what the message asks about'
    : `tells of ${[...new Set(names)].map((name) => `“${name}”`).join(', ')}`;
}

/**
 * Only the best statements among the moments, at most this many, are searched for a later statement about the same
 * thing.
 */
const mostRetold = 40;
/**
 * At most `mostInserted` later statements are inserted. Each needs room for `tokensOfRetold` tokens, and the room for
 * one statement is left for the other moments.
 */
const mostInserted = 6;
const tokensOfRetold = 700;

interface RetoldSearch {
  readonly inView: ReadonlySet<EventId>;
  readonly room: number;
  readonly voices: readonly string[];
}

/** Inserts each later statement before the first moment that it updates. The other moments keep their order. */
function insertRetold(
  waking: Waking,
  moments: readonly Echo[],
  { inView, room, voices }: RetoldSearch,
): readonly Echo[] {
  const limit = Math.max(0, Math.min(mostInserted, Math.floor(room / tokensOfRetold) - 1));
  const statements = moments
    .filter(({ event, shownText }) => voices.includes(event.voice) && !/[?？؟]\s*$/u.test(shownText))
    .slice(0, mostRetold);
  if (statements.length === 0 || limit === 0) return moments;
  const near = new Set(moments.slice(0, mostRetold).map(({ event }) => event.id));
  const retold = [...findRetold(waking.stores.connection, statements, waking.wallMs)]
    .filter(([, { eventId }]) => !inView.has(eventId) && !near.has(eventId))
    .slice(0, limit);
  const read = new Map(
    readMoments(
      waking,
      retold.map(([, { eventId }]) => ({ eventId, because: 'a later message about the same thing' })),
    ).map((one) => [one.event.id, one]),
  );
  const before = new Map(retold.map(([older, { eventId }]) => [older, read.get(eventId)]));
  const merged = new Map<EventId, Echo>();
  for (const moment of moments) {
    const newer = before.get(moment.event.id);
    if (newer !== undefined && !merged.has(newer.event.id)) merged.set(newer.event.id, newer);
    if (!merged.has(moment.event.id)) merged.set(moment.event.id, moment);
  }
  return [...merged.values()];
}

function insertLater(
  waking: Waking,
  moments: readonly Echo[],
  inView: ReadonlySet<EventId>,
): readonly Echo[] {
  const later = findLater(waking, moments.slice(0, mostOlder));
  const wanted = new Map([...later.values()].map((one) => [one.eventId, one]));
  const read = new Map(
    readMoments(
      waking,
      [...wanted.values()].map(({ eventId, key }) => ({
        eventId,
        because: `a later message about “${nameFact(key)}”`,
      })),
    ).map((one) => [one.event.id, one]),
  );
  const merged = new Map<EventId, Echo>();
  for (const moment of moments) {
    const newer = later.get(moment.event.id);
    const echo = newer === undefined ? undefined : (merged.get(newer.eventId) ?? read.get(newer.eventId));
    if (newer !== undefined && echo !== undefined && !inView.has(newer.eventId))
      merged.set(newer.eventId, echo);
    if (!merged.has(moment.event.id)) merged.set(moment.event.id, withMark(moment, newer, read));
  }
  return [...merged.values()];
}

/**
 * Marks an older telling as no longer true if the newer one says that something changed: without such words, the two
 * may be about different things. Leaves an older telling unmarked that already has the newer value.
 */
function withMark(moment: Echo, newer: ToldFact | undefined, read: ReadonlyMap<EventId, Echo>): Echo {
  const text = newer === undefined ? undefined : read.get(newer.eventId)?.shownText;
  if (newer === undefined || text === undefined || !isChangeOf(text, newer.key)) return moment;
  if (isToldIn(moment.shownText, text, newer.key)) return moment;
  return { ...moment, toldAnew: { name: nameFact(newer.key), atMs: newer.atMs } };
}

/**
 * Whether the older text already has the newer value: `Jo starts at the port on Monday` names the port, as `Jo works at
 * the port now` does.
 */
function isToldIn(older: string, newer: string, key: string): boolean {
  return readFacts(newer).some(
    ({ owner, relation, value, isOver }) =>
      isOver !== true && `${owner}:${nameTold(relation)}` === key && isWithin(value, older),
  );
}

/**
 * Finds the newest statement of a fact for moments that told the fact earlier. Only the first `mostLookedUp` facts are
 * looked up, and only facts that can have one value at a time.
 */
function findLater({ stores, wallMs }: Waking, moments: readonly Echo[]): ReadonlyMap<EventId, ToldFact> {
  const store = openToldFactStore(stores.connection);
  const facts = store
    .readOf(moments.map(({ event }) => event.id))
    .filter(({ key }) => isSingle(key))
    .slice(0, mostLookedUp);
  const newest = new Map<string, ToldFact | undefined>();
  const later = new Map<EventId, ToldFact>();
  for (const fact of facts) {
    const name = `${fact.voice}\n${fact.key}`;
    if (!newest.has(name))
      newest.set(
        name,
        store.readNewest(fact, { limit: newestRead, untilMs: wallMs }).find(({ strength }) => strength === 2),
      );
    const one = newest.get(name);
    const before = later.get(fact.eventId);
    if (
      one !== undefined &&
      one.eventId !== fact.eventId &&
      one.atMs > fact.atMs &&
      one.atMs > (before?.atMs ?? 0)
    )
      later.set(fact.eventId, one);
  }
  return later;
}

function readMoments(
  { stores: { events } }: Waking,
  wanted: readonly { readonly eventId: EventId; readonly because: string }[],
): readonly Echo[] {
  const found = events.readAll(wanted.map(({ eventId }) => eventId));
  const spans = events.readSpansOf([...found.values()]);
  return wanted.flatMap(({ eventId, because }): readonly Echo[] => {
    const event = found.get(eventId);
    const shownText = event === undefined ? '' : showEvent(event, spans.get(eventId) ?? []);
    if (event === undefined || shownText === '') return [];
    return [{ event, shownText, score: 0, rankBy: byFact, because }];
  });
}

const byFact: Echo['rankBy'] = {
  terms: [],
  termsBeside: [],
  words: [],
  wordsBeside: [],
  isVoiceNamed: false,
  isTimeNamed: false,
  vectorRank: undefined,
};
