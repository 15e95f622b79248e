// Wake store: stores each wake as a row of the ledger, and the words of only the newest few wakes.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Connection } from '@terrarium/kernel/open-database';
import { stored } from '../database/open-memory-database.ts';
import { type EventId, undatedMark } from '../events/event.ts';
import { packLedger, unpackLedger, type WakeLedger } from './wake-ledger.ts';

/** The text that one wake put before the companion. */
export interface WokenWith {
  /**
   * Texts that came from memory: items, fragments, echoes, who the companion is. The message and the talk
   * before it are left out.
   */
  readonly remembered: readonly string[];
  /** The whole wake as it was sent. */
  readonly rendered: string;
}

export interface NewWake {
  readonly tokens: number;
  readonly ledger: WakeLedger;
  readonly words: WokenWith;
  /** Keys that were recalled in the wake, and keys of their neighbours. */
  readonly recalledKeys: readonly string[];
}

/** A fragment that was recalled, or that is the neighbour of a recalled one, and when this last happened. */
export interface RecalledFragment {
  readonly key: string;
  readonly turn: number;
  readonly atMs: number;
}

export interface RepliesOfTurn {
  readonly turn: number;
  /** Only replies up to this moment are read. */
  readonly untilMs: number;
}

export interface Teller {
  readonly voice: string;
  readonly isUndated: boolean;
  /**
   * The message that the person wrote in the same turn, cut to some 4,000 characters, and the voice that
   * wrote it.
   */
  readonly heard: { readonly voice: string; readonly text: string } | undefined;
}

type RecalledAt = Pick<RecalledFragment, 'turn' | 'atMs'>;

/** The newest ids in the memory at the time of the wake. */
export interface Watermarks {
  readonly lastEventId: number;
  readonly lastChangeId: number;
}

export interface WakeStore {
  /** Stores a wake, whole or not at all, and returns its id. */
  create(wake: NewWake): number;
  /** Records fragments as recalled, without a wake. */
  recordRecalled(keys: readonly string[], at: RecalledAt): void;
  find(id: number): WakeLedger | undefined;
  /** The newest wake of all, or the newest up to a moment. */
  findNewestId(untilMs?: number): number | undefined;
  /** Reads the words of the newest few wakes, newest first. */
  readWords(): WokenWith[];
  /**
   * Reads the fragments, by key, that were recalled in the turns from `from` up to, but not including,
   * `before`. Recalls after `untilMs` do not count.
   */
  readRecalled(turns: {
    readonly from: number;
    readonly before: number;
    readonly untilMs: number;
  }): RecalledFragment[];
  /** Reads the companion's replies in a turn, in order; parroted replies are left out. */
  readReplies(replies: RepliesOfTurn): string[];
  /** Removes the recalls recorded after this turn: nothing counts as recalled in a turn that was taken back. */
  removeRecalledAfter(turn: number): void;
  /** Reads for each event id who said the event, and whether the time of the event is known. */
  readTellers(ids: readonly EventId[]): Map<EventId, Teller>;
  readWatermarks(): Watermarks;
}

interface TellerRow {
  readonly id: EventId;
  readonly voice: string;
  readonly is_undated: number;
  readonly heard_voice: string | null;
  readonly heard_text: string | null;
}

interface NewRow {
  readonly nowMs: number;
  readonly turn: number;
  readonly messageId: EventId | null;
  readonly tokens: number;
  readonly ledger: Buffer;
}

/**
 * How many wakes keep their words: a reply answers the newest wake, or one shortly before it if several wakes
 * were asked for.
 */
const wordsKept = 4;
const longestHeard = 4_000;
/** How many replies of a turn are read: more than a person ever gets in one turn. */
const repliesRead = 32;

export function openWakeStore(connection: Connection): WakeStore {
  return { ...openWriting(connection), ...openReading(connection), ...openLooking(connection) };
}

function openWriting(connection: Connection): Pick<WakeStore, 'create' | 'recordRecalled'> {
  const insert = connection.prepare<NewRow>(
    'INSERT INTO wake (at_ms, turn, event_id, tokens, ledger) VALUES (:nowMs, :turn, :messageId, :tokens, :ledger)',
  );
  const insertWords = connection.prepare('INSERT INTO wake_words (wake_id, words) VALUES (?, ?)');
  const forgetWords = connection.prepare('DELETE FROM wake_words WHERE wake_id <= ?');
  const noteRecalled = connection.prepare(
    `INSERT INTO recalled_fragment (key, turn, at_ms) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET turn = excluded.turn, at_ms = excluded.at_ms`,
  );
  const create = connection.transaction(({ tokens, ledger, words, recalledKeys }: NewWake) => {
    const { nowMs, turn, messageId = null } = ledger;
    const row = { nowMs, turn, messageId, tokens, ledger: packLedger(ledger) };
    const id = Number(insert.run(row).lastInsertRowid);
    insertWords.run(id, pack(words));
    forgetWords.run(id - wordsKept);
    for (const key of recalledKeys) noteRecalled.run(key, turn, nowMs);
    return id;
  });
  const recordRecalled = connection.transaction((keys: readonly string[], { turn, atMs }: RecalledAt) => {
    for (const key of keys) noteRecalled.run(key, turn, atMs);
  });
  return {
    create: (wake) => create.immediate(wake),
    recordRecalled: (keys, at) => recordRecalled.immediate(keys, at),
  };
}

function openReading(
  connection: Connection,
): Pick<WakeStore, 'find' | 'findNewestId' | 'readWords' | 'readRecalled'> {
  const byId = connection.prepare<[number], Buffer>('SELECT ledger FROM wake WHERE id = ?').pluck();
  const newest = connection
    .prepare<[number], number | null>('SELECT max(id) FROM wake WHERE at_ms <= ?')
    .pluck();
  const words = connection.prepare<[], { readonly wake_id: number; readonly words: Buffer }>(
    'SELECT wake_id, words FROM wake_words ORDER BY wake_id DESC',
  );
  const recalled = connection.prepare<[number, number, number], RecalledFragment>(
    `SELECT key, turn, at_ms AS atMs FROM recalled_fragment
     WHERE turn >= ? AND turn < ? AND at_ms <= ? ORDER BY key`,
  );
  return {
    find(id) {
      const ledger = byId.get(id);
      return ledger === undefined
        ? undefined
        : stored.read(['wake', id, 'ledger'], () => unpackLedger(ledger));
    },
    findNewestId: (untilMs = Number.MAX_SAFE_INTEGER) => newest.get(untilMs) ?? undefined,
    readWords: () =>
      words
        .all()
        .map((row) =>
          stored.read(['wake_words', row.wake_id, 'words'], () => unpack(row.words) as WokenWith),
        ),
    readRecalled: ({ from, before, untilMs }) => recalled.all(from, before, untilMs),
  };
}

function openLooking(
  connection: Connection,
): Pick<WakeStore, 'readReplies' | 'readTellers' | 'readWatermarks' | 'removeRecalledAfter'> {
  const replies = connection
    .prepare<[number, number, number], string>(
      `SELECT text FROM standing_event WHERE turn = ? AND at_ms <= ? AND side = 'companion' AND is_parroted = 0
       ORDER BY at_ms, id LIMIT ?`,
    )
    .pluck();
  const unreached = connection.prepare('DELETE FROM recalled_fragment WHERE turn > ?');
  const tellers = connection.prepare<[string], TellerRow>(
    `SELECT told.id, told.voice, coalesce(told.origin, '') LIKE '${undatedMark}%' AS is_undated,
       heard.voice AS heard_voice, substr(heard.text, 1, ${longestHeard}) AS heard_text
     FROM event AS told
     LEFT JOIN standing_event AS heard ON heard.turn = told.turn AND heard.side = 'user'
     WHERE told.id IN (SELECT value FROM json_each(?))`,
  );
  const watermarks = connection.prepare<[], Watermarks>(
    `SELECT (SELECT ifnull(max(id), 0) FROM event) AS lastEventId,
       (SELECT ifnull(max(id), 0) FROM item_change) AS lastChangeId`,
  );
  return {
    removeRecalledAfter: (turn) => void unreached.run(turn),
    readReplies: ({ turn, untilMs }) => replies.all(turn, untilMs, repliesRead),
    readTellers: (ids) =>
      new Map(
        tellers.all(JSON.stringify(ids)).map(({ id, voice, is_undated, heard_voice, heard_text }) => [
          id,
          {
            voice,
            isUndated: is_undated === 1,
            heard:
              heard_voice === null || heard_text === null
                ? undefined
                : { voice: heard_voice, text: heard_text },
          },
        ]),
      ),
    readWatermarks: () => watermarks.get() ?? { lastEventId: 0, lastChangeId: 0 },
  };
}

function pack(value: unknown): Buffer {
  return deflateRawSync(JSON.stringify(value), { level: 1 });
}

function unpack(packed: Buffer): unknown {
  return JSON.parse(inflateRawSync(packed).toString('utf8'));
}
