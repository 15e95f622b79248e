// Reads events for compiling, many at a time: only events from which something may be learnt, without secrets.

import type { Connection } from '@terrarium/kernel/open-database';
import { type EventId, undatedMark } from '../events/event.ts';
import { showSpans } from '../events/show-event.ts';
import { cutForgetting } from '../facts/is-asking-to-forget.ts';
import { type Tag, workingTags } from '../tags/tag.ts';
import type { Side } from '../tags/voices.ts';

/**
 * A message in the form in which something may be learnt from it: without secrets. Feelings and thoughts are cut
 * out of the words said.
 */
export interface CompiledEvent {
  readonly id: EventId;
  readonly side: Side;
  /** The id of the voice that speaks. */
  readonly voice: string;
  readonly atMs: number;
  /** Whether it is not known when the message was said. */
  readonly isUndated: boolean;
  /**
   * What was said, done and narrated, as it is shown in a conversation. Sentences that ask to have something forgotten
   * are left out: otherwise, what is compiled from them would keep what they name.
   */
  readonly shown: string;
  /** The texts that the message put into mind, without secrets. */
  readonly held: readonly HeldText[];
  readonly imagePath: string | undefined;
}

export interface HeldText {
  readonly tag: Tag;
  readonly content: string;
}

export interface CompiledEventStore {
  /** Whether the event exists and something may be learnt from it. */
  isSource(id: number): boolean;
  /** Of the events from which something may be learnt, the id of the one that arrived last; 0 if there is none. */
  readNewestId(): number;
  /**
   * Lists ids of events from which something may be learnt, after `afterId` and up to `upToId`, in the order of
   * time.
   */
  listIds(afterId: number, upToId: number): EventId[];
  /** Reads those events from which something may be learnt, in the order of the ids. */
  read(ids: readonly EventId[]): CompiledEvent[];
}

interface Row {
  readonly id: number;
  readonly side: Side;
  readonly voice: string;
  readonly text: string;
  readonly at_ms: number;
  readonly image_path: string | null;
  readonly origin: string | null;
}

interface SpanRow {
  readonly event_id: number;
  readonly tag: Tag;
  readonly start: number;
  readonly length: number;
}

const readAtOnce = 5_000;

export function openCompiledEventStore(connection: Connection): CompiledEventStore {
  const source = connection
    .prepare<[number], number>("SELECT 1 FROM standing_event WHERE id = ? AND is_parroted = 0 AND text <> ''")
    .pluck();
  const newest = connection
    .prepare<[], number>(
      "SELECT id FROM standing_event WHERE is_parroted = 0 AND text <> '' ORDER BY id DESC LIMIT 1",
    )
    .pluck();
  const ids = connection
    .prepare<[{ afterId: number; upToId: number }], number>(
      `SELECT id FROM standing_event WHERE id > :afterId AND id <= :upToId AND is_parroted = 0 AND text <> ''
       ORDER BY at_ms, id`,
    )
    .pluck();
  const events = connection.prepare<[string], Row>(
    'SELECT id, side, voice, text, at_ms, image_path, origin FROM standing_event WHERE id IN (SELECT value FROM json_each(?)) AND is_parroted = 0',
  );
  const spans = connection.prepare<[string], SpanRow>(
    `SELECT event_id, tag, start, length FROM event_tag
     WHERE event_id IN (SELECT value FROM json_each(?)) AND tag <> 'secret' ORDER BY event_id, position`,
  );
  const readSome = (some: readonly EventId[]): CompiledEvent[] => {
    const wanted = JSON.stringify(some);
    const parts = Map.groupBy(spans.all(wanted), (span) => span.event_id);
    const found = new Map(
      events.all(wanted).map((row) => [row.id, buildEvent(row, parts.get(row.id) ?? [])]),
    );
    return some.flatMap((id) => found.get(id) ?? []);
  };
  return {
    isSource: (id) => source.get(id) !== undefined,
    readNewestId: () => newest.get() ?? 0,
    listIds: (afterId, upToId) => ids.all({ afterId, upToId }) as EventId[],
    read: (wanted) =>
      Array.from({ length: Math.ceil(wanted.length / readAtOnce) }, (_, at) =>
        readSome(wanted.slice(at * readAtOnce, (at + 1) * readAtOnce)),
      ).flat(),
  };
}

function buildEvent(row: Row, rows: readonly SpanRow[]): CompiledEvent {
  const spans = rows.map(({ tag, start, length }) => ({
    tag,
    start,
    content: row.text.slice(start, start + length),
  }));
  return {
    id: row.id as EventId,
    side: row.side,
    voice: row.voice,
    atMs: row.at_ms,
    isUndated: row.origin?.startsWith(undatedMark) === true,
    shown: row.side === 'user' ? cutForgetting(showSpans(spans)) : showSpans(spans),
    held: spans
      .filter(({ tag }) => isHeld(tag))
      .map(({ tag, content }) => ({ tag, content: stripHeld(content) })),
    imagePath: row.image_path ?? undefined,
  };
}

function isHeld(tag: Tag): boolean {
  return workingTags.some((held) => held === tag);
}

/** The content without its tags, and without feelings, thoughts and secrets inside it. */
function stripHeld(content: string): string {
  return showSpans([{ tag: 'say', content, start: 0 }]);
}
