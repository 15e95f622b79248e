// Event store: appends what was said and reads it by time, without messages that are set aside.
// Stored events never change.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import { sealParts, witnessRow } from '@terrarium/kernel/record-seals';
import { sealRecord } from '@terrarium/kernel/seal-record';
import type { DecayProfile } from '../decay/profile.ts';
import type { ScoredThing } from '../decay/score.ts';
import type { Span, Tag } from '../tags/tag.ts';
import type { Side } from '../tags/voices.ts';
import { type EventId, type EventPlace, type MemoryEvent, undatedMark } from './event.ts';

/** The import that brought an event, and the event's id in the imported file. */
export interface EventOrigin {
  readonly name: string;
  readonly key: string;
}

export interface NewEvent extends Omit<MemoryEvent, 'id' | 'isUndated'> {
  readonly spans: readonly Span[];
  readonly origin: EventOrigin | undefined;
}

export interface EventStore {
  /** Appends an event and its tags. */
  create(event: NewEvent): MemoryEvent;
  find(id: EventId): MemoryEvent | undefined;
  /** Reads several events at once, keyed by id. */
  readAll(ids: readonly EventId[]): Map<EventId, MemoryEvent>;
  findByOrigin(origin: EventOrigin): MemoryEvent | undefined;
  /** Reads the newest shown events, newest first; with `before`, only events earlier than that place in time. */
  readNewest(page: { readonly before?: EventPlace | undefined; readonly limit: number }): MemoryEvent[];
  /** Reads the first shown events that come later than `after`, up to a time, oldest first. */
  readShownAfter(page: {
    readonly after: EventPlace;
    readonly untilMs: number;
    readonly limit: number;
  }): MemoryEvent[];
  /** Every event from `fromMs` up to but not including `untilMs`, oldest first. */
  readBetween(range: { readonly fromMs: number; readonly untilMs: number }): MemoryEvent[];
  /**
   * Shown events that have a time and are not parroted, from `fromMs` up to but not including `untilMs`, oldest
   * first: at most `limit` of them.
   */
  listShown(page: {
    readonly fromMs: number;
    readonly untilMs: number;
    readonly limit: number;
  }): ShownEvent[];
  /**
   * Reads events in the order of their arrival, including events that were set aside, after the event
   * `afterId`; if it is 0, from the first event on.
   */
  readArrived(page: { readonly afterId: number; readonly limit: number }): MemoryEvent[];
  /** The tagged parts of an event, in order. */
  readSpans(id: EventId): Span[];
  /** The tagged parts of several events at once, keyed by event id. */
  readSpansOf(events: readonly Pick<MemoryEvent, 'id' | 'text'>[]): Map<EventId, Span[]>;
  /**
   * Whether this voice has said anything; with `before`, whether it did before that event. Messages that are set
   * aside count too.
   */
  isHeard(voice: string, before?: EventId): boolean;
  /** Counts the messages of the user's side so far, or up to a time. */
  countTurns(untilMs?: number): number;
  /** Finds the last event up to this time, and says whether there is no later event. */
  findNeighbours(atMs: number): { readonly earlier: MemoryEvent | undefined; readonly isNewest: boolean };
}

export interface ShownEvent {
  readonly id: EventId;
  readonly atMs: number;
  readonly length: number;
}

export interface EventRow {
  readonly id: EventId;
  readonly side: Side;
  readonly voice: string;
  readonly text: string;
  readonly at_ms: number;
  readonly story_at_ms: number | null;
  readonly turn: number;
  readonly is_shown: number;
  readonly is_parroted: number;
  readonly image_path: string | null;
  readonly origin: string | null;
}

interface NewRow extends Pick<EventRow, 'id' | 'side' | 'voice' | 'text' | 'turn'> {
  readonly atMs: number;
  readonly storyAtMs: number | null;
  readonly isShown: number;
  readonly isParroted: number;
  readonly imagePath: string | null;
  readonly origin: string | null;
  readonly originKey: string | null;
  readonly tagsSeal: string | null;
}

interface SpanRow {
  readonly tag: Tag;
  readonly start: number;
  readonly length: number;
}

interface NewTag extends SpanRow {
  readonly eventId: EventId;
  readonly position: number;
}

export const openEventStore = openOnce(buildEventStore);

function buildEventStore(connection: Connection): EventStore {
  return { ...openWriting(connection), ...openSearching(connection), ...openReading(connection) };
}

function openWriting(connection: Connection): Pick<EventStore, 'create'> {
  const newest = connection
    .prepare<[], [number, string | null]>('SELECT id, seal FROM event ORDER BY id DESC LIMIT 1')
    .raw();
  const insert = connection.prepare<NewRow & { seal: string }>(
    `INSERT INTO event (id, side, voice, text, at_ms, story_at_ms, turn, is_shown, is_parroted, image_path, origin,
       origin_key, tags_seal, seal)
     VALUES (:id, :side, :voice, :text, :atMs, :storyAtMs, :turn, :isShown, :isParroted, :imagePath, :origin,
       :originKey, :tagsSeal, :seal)`,
  );
  const insertTag = connection.prepare<NewTag>(
    'INSERT INTO event_tag (event_id, position, tag, start, length) VALUES (:eventId, :position, :tag, :start, :length)',
  );
  const witness = connection.prepare(witnessRow);
  return {
    create({ spans, origin, ...event }) {
      const [last, former] = newest.get() ?? [0, null];
      const id = (last + 1) as EventId;
      // The columns are in the order of the table, which is also the order of the seal.
      const row = {
        id,
        side: event.side,
        voice: event.voice,
        text: event.text,
        atMs: event.atMs,
        storyAtMs: event.storyAtMs ?? null,
        turn: event.turn,
        isShown: Number(event.isShown),
        isParroted: Number(event.isParroted),
        imagePath: event.imagePath ?? null,
        origin: origin?.name ?? null,
        originKey: origin?.key ?? null,
        tagsSeal: sealParts('event_tag', id, renderTags(spans)),
      };
      const seal = sealRecord('event', former, Object.values(row));
      insert.run({ ...row, seal });
      if (spans.length === 0) witness.run('event', id, seal);
      spans.forEach(({ tag, start, content }, position) => {
        insertTag.run({ eventId: id, position, tag, start, length: content.length });
      });
      return { id, ...event, isUndated: isUndated(row.origin) };
    },
  };
}

/** Renders all tags of an event as one text, for their seal. */
function renderTags(spans: readonly Span[]): string | null {
  if (spans.length === 0) return null;
  return spans
    .map(({ tag, start, content }, position) => `${position} ${tag} ${start} ${content.length}`)
    .join(';');
}

function openSearching(
  connection: Connection,
): Pick<EventStore, 'find' | 'findByOrigin' | 'isHeard' | 'countTurns' | 'findNeighbours'> {
  const heard = connection.prepare<[string, number]>(
    'SELECT 1 FROM event WHERE voice = ? AND id < ? ORDER BY id DESC LIMIT 1',
  );
  const byId = connection.prepare<[number], EventRow>('SELECT * FROM event WHERE id = ?');
  const byOrigin = connection.prepare<[string, string], EventRow>(
    'SELECT * FROM event WHERE origin = ? AND origin_key = ?',
  );
  const lastTurn = connection
    .prepare<[], number>('SELECT turn FROM standing_event ORDER BY turn DESC LIMIT 1')
    .pluck();
  // The plus sign makes SQLite search downwards from the last turn instead of sorting every event up to that time: the
  // first row nearly always matches.
  const lastTurnUntil = connection
    .prepare<[number], number>('SELECT turn FROM standing_event WHERE +at_ms <= ? ORDER BY turn DESC LIMIT 1')
    .pluck();
  const earlier = connection.prepare<[number], EventRow>(
    'SELECT * FROM standing_event WHERE at_ms <= ? ORDER BY at_ms DESC, id DESC LIMIT 1',
  );
  const later = connection
    .prepare<[number], number>('SELECT 1 FROM standing_event WHERE at_ms > ? LIMIT 1')
    .pluck();
  return {
    find: (id) => parseOptionalRow(byId.get(id)),
    findByOrigin: ({ name, key }) => parseOptionalRow(byOrigin.get(name, key)),
    isHeard: (voice, before) => heard.get(voice, before ?? Number.MAX_SAFE_INTEGER) !== undefined,
    countTurns: (untilMs) => (untilMs === undefined ? lastTurn.get() : lastTurnUntil.get(untilMs)) ?? 0,
    findNeighbours: (atMs) => ({
      earlier: parseOptionalRow(earlier.get(atMs)),
      isNewest: later.get(atMs) === undefined,
    }),
  };
}

function openReading(
  connection: Connection,
): Pick<
  EventStore,
  | 'readAll'
  | 'readNewest'
  | 'readShownAfter'
  | 'readBetween'
  | 'listShown'
  | 'readArrived'
  | 'readSpans'
  | 'readSpansOf'
> {
  const listed = connection.prepare<[string], EventRow>(
    'SELECT * FROM event WHERE id IN (SELECT value FROM json_each(?))',
  );
  const newest = connection.prepare<[number], EventRow>(
    'SELECT * FROM standing_event WHERE is_shown = 1 ORDER BY at_ms DESC, id DESC LIMIT ?',
  );
  const newestBefore = connection.prepare<[number, number, number], EventRow>(
    'SELECT * FROM standing_event WHERE is_shown = 1 AND (at_ms, id) < (?, ?) ORDER BY at_ms DESC, id DESC LIMIT ?',
  );
  const shownAfter = connection.prepare<
    { atMs: number; id: number; untilMs: number; limit: number },
    EventRow
  >(
    `SELECT * FROM standing_event WHERE is_shown = 1 AND (at_ms, id) > (:atMs, :id) AND at_ms <= :untilMs
     ORDER BY at_ms, id LIMIT :limit`,
  );
  const between = connection.prepare<[number, number], EventRow>(
    'SELECT * FROM standing_event WHERE at_ms >= ? AND at_ms < ? ORDER BY at_ms, id',
  );
  const shown = connection.prepare<[number, number, number], ShownEvent>(
    `SELECT id, at_ms AS atMs, length(text) AS length FROM standing_event
     WHERE is_shown = 1 AND is_parroted = 0 AND at_ms >= ? AND at_ms < ?
       AND coalesce(origin, '') NOT LIKE '${undatedMark}%' ORDER BY at_ms, id LIMIT ?`,
  );
  const arrived = connection.prepare<[number, number], EventRow>(
    'SELECT * FROM event WHERE id > ? ORDER BY id LIMIT ?',
  );
  const textOf = connection.prepare<[number], string>('SELECT text FROM event WHERE id = ?').pluck();
  const spansOf = connection.prepare<[number], SpanRow>(
    'SELECT tag, start, length FROM event_tag WHERE event_id = ? ORDER BY position',
  );
  const spansOfSeveral = connection.prepare<[string], SpanRow & { readonly event_id: EventId }>(
    `SELECT event_id, tag, start, length FROM event_tag WHERE event_id IN (SELECT value FROM json_each(?))
     ORDER BY event_id, position`,
  );
  return {
    readAll: (ids) => new Map(listed.all(JSON.stringify(ids)).map((row) => [row.id, parseRow(row)])),
    readSpansOf(events) {
      const spans = new Map<EventId, Span[]>(events.map(({ id }) => [id, []]));
      const texts = new Map(events.map(({ id, text }) => [id, text]));
      for (const { event_id, tag, start, length } of spansOfSeveral.all(JSON.stringify([...texts.keys()]))) {
        const content = (texts.get(event_id) ?? '').slice(start, start + length);
        spans.get(event_id)?.push({ tag, start, content });
      }
      return spans;
    },
    readNewest({ before, limit }) {
      const rows = before === undefined ? newest.all(limit) : newestBefore.all(before.atMs, before.id, limit);
      return rows.map(parseRow);
    },
    readShownAfter: ({ after: { atMs, id }, untilMs, limit }) =>
      shownAfter.all({ atMs, id, untilMs, limit }).map(parseRow),
    readBetween: ({ fromMs, untilMs }) => between.all(fromMs, untilMs).map(parseRow),
    listShown: ({ fromMs, untilMs, limit }) => shown.all(fromMs, untilMs, limit),
    readArrived: ({ afterId, limit }) => arrived.all(afterId, limit).map(parseRow),
    readSpans(id) {
      const text = textOf.get(id) ?? '';
      return spansOf
        .all(id)
        .map(({ tag, start, length }) => ({ tag, start, content: text.slice(start, start + length) }));
    },
  };
}

function parseOptionalRow(row: EventRow | undefined): MemoryEvent | undefined {
  return row === undefined ? undefined : parseRow(row);
}

function parseRow(row: EventRow): MemoryEvent {
  return {
    id: row.id,
    side: row.side,
    voice: row.voice,
    text: row.text,
    atMs: row.at_ms,
    storyAtMs: row.story_at_ms ?? undefined,
    turn: row.turn,
    isShown: row.is_shown === 1,
    isParroted: row.is_parroted === 1,
    imagePath: row.image_path ?? undefined,
    isUndated: isUndated(row.origin),
  };
}

function isUndated(origin: string | null): boolean {
  return origin?.startsWith(undatedMark) === true;
}

type ByClock = Pick<DecayProfile, 'clock'>;

/**
 * The message's time in the story, if memories fade by that time and the message tells it; otherwise the time when
 * the message was said.
 */
export function resolveToldAtMs(event: MemoryEvent, { clock }: ByClock): number {
  return clock === 'story' ? (event.storyAtMs ?? event.atMs) : event.atMs;
}

/**
 * The present time for which fading is computed: the real time or, if memories fade by the time of the story, the
 * time of the newest message.
 */
export function resolveNowMs(
  events: Pick<EventStore, 'findNeighbours'>,
  profile: ByClock,
  wallMs: number,
): number {
  const newest = profile.clock === 'story' ? events.findNeighbours(wallMs).earlier : undefined;
  return newest === undefined ? wallMs : resolveToldAtMs(newest, profile);
}

/** Collects the values from which the score of a moment of conversation is computed. */
export function buildConversationSubject(event: MemoryEvent, profile: DecayProfile): ScoredThing {
  const toldAtMs = resolveToldAtMs(event, profile);
  return { kind: 'conversation', createdAtMs: toldAtMs, refreshedAtMs: toldAtMs, refreshedTurn: event.turn };
}
