// Import store: holds the messages of a chat file in a temporary table before they become events.

import type { Connection } from '@terrarium/kernel/open-database';
import { type EventId, undatedMark } from '../events/event.ts';
import type { Span } from '../tags/tag.ts';
import type { Side } from '../tags/voices.ts';
import { type IncomingMessage, ownOrigin, plainOrigin } from './incoming-message.ts';
import type { FoundSpeaker } from './resolve-speakers.ts';

/** A message whose time is known or filled in. Messages are sorted by time, then as in the file. */
export interface StagedMessage {
  readonly ordinal: number;
  readonly origin: string;
  readonly originKey: string;
  readonly speaker: string;
  readonly side: Side | undefined;
  readonly text: string;
  readonly atMs: number;
  readonly storyAtMs: number | undefined;
  readonly isNarrated: boolean;
  readonly isParroted: boolean;
  readonly spans: readonly Span[] | undefined;
}

/** An event that may be the same as a message of the file. */
export interface LikelyEvent {
  readonly id: EventId;
  readonly side: Side;
  readonly text: string;
  /** Whether its words, or some of them, were forgotten, so that it no longer says what the file says. */
  readonly isForgotten: boolean;
}

interface LikelyRow extends Omit<LikelyEvent, 'isForgotten'> {
  readonly is_forgotten: number;
}

export interface ImportStore {
  /** Returns false, and stores nothing, if the same message was stored before. */
  store(message: IncomingMessage): boolean;
  /** If the same plain file was imported earlier under another name, gives its messages the origin of that import. */
  renameOrigin(): void;
  /**
   * Gives each message without a time the time of the message before it in its talk, or else of the message
   * after it. If no message of the talk has a time, all get `nowMs` and count as undated. Returns how many
   * messages had no time.
   */
  fillTimes(nowMs: number): number;
  readSpeakers(): readonly FoundSpeaker[];
  /** Finds the event that was imported earlier with this origin and key. */
  findKnown(origin: string, originKey: string): Pick<LikelyEvent, 'text' | 'isForgotten'> | undefined;
  /**
   * Reads the events at exactly this moment, with ids up to `upToId`, that were said in this memory or in a
   * memory that was exported. Events that were imported from another program are left out.
   */
  readLivedAt(atMs: number, upToId: number): readonly LikelyEvent[];
  readNewestId(): number;
  /** Yields the messages in order, a page at a time, so that other statements may run in between. */
  iterateStaged(): Generator<StagedMessage>;
  /** Drops the table. */
  close(): void;
}

interface StagedRow {
  readonly ordinal: number;
  readonly origin: string;
  readonly origin_key: string;
  readonly speaker: string;
  readonly side: Side | null;
  readonly text: string;
  readonly at_ms: number;
  readonly is_undated: number;
  readonly story_at_ms: number | null;
  readonly is_narrated: number;
  readonly is_parroted: number;
  readonly spans: string | null;
}

interface NewRow {
  readonly thread: number;
  readonly origin: string;
  readonly originKey: string;
  readonly speaker: string;
  readonly side: Side | null;
  readonly text: string;
  readonly atMs: number | null;
  readonly storyAtMs: number | null;
  readonly isNarrated: number;
  readonly isParroted: number;
  readonly spans: string | null;
}

const layout = `
  DROP TABLE IF EXISTS temp.incoming;
  CREATE TEMP TABLE incoming (
    ordinal INTEGER PRIMARY KEY,
    thread INTEGER NOT NULL,
    origin TEXT NOT NULL,
    origin_key TEXT NOT NULL,
    speaker TEXT NOT NULL,
    side TEXT,
    text TEXT NOT NULL,
    said_at_ms INTEGER,
    at_ms INTEGER,
    is_undated INTEGER NOT NULL DEFAULT 0,
    story_at_ms INTEGER,
    is_narrated INTEGER NOT NULL,
    is_parroted INTEGER NOT NULL,
    -- As JSON.
    spans TEXT,
    UNIQUE (origin, origin_key)
  );
  CREATE INDEX temp.incoming_dated ON incoming (thread, ordinal) WHERE said_at_ms IS NOT NULL;
  CREATE INDEX temp.incoming_by_time ON incoming (at_ms, ordinal);
`;

const pageSize = 500;

export function openImportStore(connection: Connection): ImportStore {
  connection.exec(layout);
  return {
    ...openStaging(connection),
    ...openReading(connection),
    close: () => connection.exec('DROP TABLE IF EXISTS temp.incoming'),
  };
}

function openStaging(connection: Connection): Pick<ImportStore, 'store' | 'fillTimes' | 'renameOrigin'> {
  const insert = connection.prepare<NewRow>(
    `INSERT INTO incoming (thread, origin, origin_key, speaker, side, text, said_at_ms, at_ms, story_at_ms,
       is_narrated, is_parroted, spans)
     VALUES (:thread, :origin, :originKey, :speaker, :side, :text, :atMs, :atMs, :storyAtMs,
       :isNarrated, :isParroted, :spans)
     ON CONFLICT DO NOTHING`,
  );
  const fill = connection.prepare<[number]>(
    `UPDATE incoming SET at_ms = coalesce(
       (SELECT said_at_ms FROM incoming AS one WHERE one.thread = incoming.thread AND one.ordinal < incoming.ordinal
          AND one.said_at_ms IS NOT NULL ORDER BY one.ordinal DESC LIMIT 1),
       (SELECT said_at_ms FROM incoming AS one WHERE one.thread = incoming.thread AND one.ordinal > incoming.ordinal
          AND one.said_at_ms IS NOT NULL ORDER BY one.ordinal LIMIT 1),
       ?), is_undated = NOT EXISTS (SELECT 1 FROM incoming AS one
         WHERE one.thread = incoming.thread AND one.said_at_ms IS NOT NULL)
     WHERE said_at_ms IS NULL`,
  );
  return {
    store: (message) => {
      const { thread, origin, originKey, speaker, text } = message;
      const { changes } = insert.run({
        thread,
        origin,
        originKey,
        speaker,
        side: message.side ?? null,
        text,
        atMs: message.atMs ?? null,
        storyAtMs: message.storyAtMs ?? null,
        isNarrated: Number(message.isNarrated ?? false),
        isParroted: Number(message.isParroted ?? false),
        spans: message.spans === undefined ? null : JSON.stringify(message.spans),
      });
      return changes === 1;
    },
    fillTimes: (nowMs) => fill.run(nowMs).changes,
    renameOrigin: openRenaming(connection),
  };
}

/** A file is recognised by at least this many messages without times: fewer may have the same words by chance. */
const leastUndated = 3;

interface EarlierFile {
  readonly origin: string;
  readonly messages: number;
  /**
   * How many messages of the earlier file are also in the present file: those that have a time there, and those that
   * have none.
   */
  readonly dated: number;
  readonly undated: number;
}

function openRenaming(connection: Connection): () => void {
  const staged = connection.prepare<[], { origin: string; messages: number }>(
    `SELECT origin, count(*) AS messages FROM incoming WHERE origin LIKE '${plainOrigin}%' GROUP BY origin`,
  );
  const earlier = connection.prepare<[string], EarlierFile>(
    `SELECT replace(event.origin, '${undatedMark}', '') AS origin, count(*) AS messages,
       count(incoming.said_at_ms) AS dated, count(incoming.ordinal) - count(incoming.said_at_ms) AS undated
     FROM event LEFT JOIN incoming ON incoming.origin = ? AND incoming.origin_key = event.origin_key
       AND event.text IN (incoming.text, '') AND coalesce(incoming.said_at_ms, event.at_ms) = event.at_ms
     WHERE event.origin LIKE '${plainOrigin}%' OR event.origin LIKE '${undatedMark}${plainOrigin}%' GROUP BY 1`,
  );
  const rename = connection.prepare<[string, string]>('UPDATE incoming SET origin = ? WHERE origin = ?');
  return () => {
    for (const { origin, messages } of staged.all()) {
      const files = earlier.all(origin);
      if (files.some((file) => file.origin === origin && file.dated + file.undated > 0)) continue;
      const isSame = (file: EarlierFile) =>
        (file.dated > 0 || file.undated >= leastUndated) &&
        (file.dated + file.undated) * 2 > Math.min(messages, file.messages);
      const same = files.find(isSame);
      if (same !== undefined) rename.run(same.origin, origin);
    }
  };
}

function openReading(
  connection: Connection,
): Omit<ImportStore, 'store' | 'fillTimes' | 'renameOrigin' | 'close'> {
  const speakers = connection.prepare<[], { speaker: string; side: Side | null; messages: number }>(
    `SELECT speaker, side, count(*) AS messages FROM incoming GROUP BY speaker, side ORDER BY count(*) DESC, speaker, side`,
  );
  const columns = `id, side, text, EXISTS (SELECT 1 FROM forgotten
    WHERE thing IN ('moment', 'part') AND number = event.id) AS is_forgotten`;
  const known = connection.prepare<[{ origin: string; originKey: string }], LikelyRow>(
    `SELECT ${columns} FROM event WHERE origin IN (:origin, '${undatedMark}' || :origin) AND origin_key = :originKey`,
  );
  const parseLikely = ({ is_forgotten, ...row }: LikelyRow) => ({ ...row, isForgotten: is_forgotten === 1 });
  const newest = connection.prepare<[], number | null>('SELECT max(id) FROM event').pluck();
  const lived = connection.prepare<[number, string, number], LikelyRow>(
    `SELECT ${columns} FROM event WHERE at_ms = ? AND (origin IS NULL OR origin = ?) AND id <= ? ORDER BY id`,
  );
  const page = connection.prepare<[number, number], StagedRow>(
    `SELECT * FROM incoming WHERE (at_ms, ordinal) > (?, ?) ORDER BY at_ms, ordinal LIMIT ${pageSize}`,
  );
  return {
    readSpeakers: () => speakers.all().map(({ side, ...one }) => ({ ...one, side: side ?? undefined })),
    findKnown: (origin, originKey) => known.all({ origin: stripMark(origin), originKey }).map(parseLikely)[0],
    readLivedAt: (atMs, upToId) => lived.all(atMs, ownOrigin, upToId).map(parseLikely),
    readNewestId: () => newest.get() ?? 0,
    *iterateStaged() {
      for (let rows = page.all(Number.MIN_SAFE_INTEGER, 0); rows.length > 0; ) {
        yield* rows.map(parseRow);
        const last = rows.at(-1);
        rows = last === undefined ? [] : page.all(last.at_ms, last.ordinal);
      }
    },
  };
}

/** The origin of an import, without the mark for talks without times. */
function stripMark(origin: string): string {
  return origin.startsWith(undatedMark) ? origin.slice(undatedMark.length) : origin;
}

function parseRow(row: StagedRow): StagedMessage {
  return {
    ordinal: row.ordinal,
    origin: row.is_undated === 1 ? `${undatedMark}${row.origin}` : row.origin,
    originKey: row.origin_key,
    speaker: row.speaker,
    side: row.side ?? undefined,
    text: row.text,
    atMs: row.at_ms,
    storyAtMs: row.story_at_ms ?? undefined,
    isNarrated: row.is_narrated === 1,
    isParroted: row.is_parroted === 1,
    spans: row.spans === null ? undefined : JSON.parse(row.spans),
  };
}
