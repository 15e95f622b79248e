// Moments of a reading: which revisions belong to one, and which parts of the story had been read by then.

import type { Connection } from '@terrarium/kernel/open-database';
import type { SceneId } from '../context/message-log.ts';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import { lastPartSql, placeSql, writtenSql } from '../glossary/correction-store.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import type { PartCount } from '../glossary/read-parts.ts';

/**
 * `revision`: everything written up to that revision. `scene`: everything that holds at the end of that scene, whenever
 * it was written: a second reading of a scene counts at that scene's place, a correction from where it holds.
 */
export type Moment =
  | {
      readonly at: 'revision';
      readonly revision: RevisionId;
      /** The newest part read by then, where known: reading may have gone on after the last revision. */
      readonly readPartId?: number | undefined;
    }
  | { readonly at: 'scene'; readonly sceneId: SceneId };

export interface MomentStore {
  /** Ids of the revisions that belong to the moment, in order. */
  listRevisionIds(moment: Moment): readonly number[];
  /** Of those the corrections that were written later in the story. */
  listLaterIds(moment: Moment): readonly number[];
  /** The last scene whose posts had been shown; 0 for none. */
  readLastScene(moment: Moment): number;
  /** The newest part read by then; 0 for none. */
  readLastPart(moment: Moment): number;
  /** The newest post read by then; undefined when nothing had been. */
  findPosition(moment: Moment): Position | undefined;
  /** The id of every revision whose place is known, and the scene at whose end it holds first, in order of ids. */
  iteratePlaces(): Iterable<{ readonly revision: number; readonly scene: number }>;
}

interface PositionRow {
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
}

const revisionsSql = 'revision JOIN change ON change.id = revision.change_id';

export function openMomentStore(connection: Connection): MomentStore {
  const idsUntil = connection
    .prepare<[number], number>('SELECT id FROM revision WHERE id <= ? ORDER BY id')
    .pluck();
  const idsOfScenes = connection
    .prepare<[number], number>(
      `SELECT revision.id FROM ${revisionsSql} WHERE ${placeSql} <= ? ORDER BY revision.id`,
    )
    .pluck();
  const laterIds = connection
    .prepare<{ scene: number }, number>(
      `SELECT revision.id FROM correction JOIN revision ON revision.id = correction.revision_id
       JOIN change ON change.id = revision.change_id
       WHERE correction.scene_id <= :scene AND ${writtenSql} > :scene`,
    )
    .pluck();
  const sceneOfRevision = connection
    .prepare<[number], number | null>(
      `SELECT ${writtenSql} FROM ${revisionsSql} WHERE revision.id <= ? ORDER BY revision.id DESC LIMIT 1`,
    )
    .pluck();
  const lastPart = connection.prepare<[number], number | null>(lastPartSql).pluck();
  const position = connection.prepare<[number], PositionRow>(
    'SELECT corpus, thread, post FROM read_part WHERE id = ?',
  );
  const places = connection.prepare<[], { revision: number; scene: number }>(
    `SELECT revision.id AS revision, ${placeSql} AS scene FROM ${revisionsSql}
     WHERE ${placeSql} IS NOT NULL ORDER BY revision.id`,
  );
  const readLastScene = (moment: Moment): number =>
    moment.at === 'scene' ? moment.sceneId : (sceneOfRevision.get(moment.revision) ?? 0);
  const readLastPart = (moment: Moment): number =>
    moment.at === 'revision' && moment.readPartId !== undefined
      ? moment.readPartId
      : (lastPart.get(readLastScene(moment)) ?? 0);
  return {
    readLastScene,
    listRevisionIds: (moment) =>
      moment.at === 'revision' ? idsUntil.all(moment.revision) : idsOfScenes.all(moment.sceneId),
    listLaterIds: (moment) => (moment.at === 'revision' ? [] : laterIds.all({ scene: moment.sceneId })),
    readLastPart,
    findPosition(moment) {
      const row = position.get(readLastPart(moment));
      if (row === undefined) return undefined;
      return { corpus: row.corpus, threadId: row.thread as ThreadId, postId: row.post as PostId };
    },
    iteratePlaces: () => places.iterate(),
  };
}

interface CopiedParts {
  readonly lastPart: number;
  readonly except: ReadonlySet<number>;
}

interface ProjectionStore {
  /** Copies the parts up to `lastPart`, in order. */
  copyParts(lastPart: number): void;
  /** Copies how often an entry is named in those parts, without some of them. */
  copyMentions(entryId: EntryId, parts: CopiedParts): void;
  /** Leaves the checksums of mentions unkept: nobody verifies a glossary in memory, and they take most of the time. */
  removeSums(): void;
}

interface PartRow {
  readonly id: number;
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
  readonly start_at: number;
  readonly end_at: number;
  readonly posts_total: number;
  readonly words_total: number;
}

/** A part and how often it names an entry go in one number: a story has millions of such pairs. */
const packedBits = 20;
const packedFactor = 2 ** packedBits;

export function openProjectionStore(source: Connection, target: Connection): ProjectionStore {
  const parts = source.prepare<[number], PartRow>('SELECT * FROM read_part WHERE id <= ? ORDER BY id');
  const mentions = source
    .prepare<[number, number], string>(
      `SELECT json_group_array(part_id << ${packedBits} | mentions) FROM mention WHERE entry_id = ? AND part_id <= ?`,
    )
    .pluck();
  const insertPart = target.prepare(
    `INSERT INTO read_part (id, corpus, thread, post, start_at, end_at, posts_total, words_total)
     VALUES (:id, :corpus, :thread, :post, :start_at, :end_at, :posts_total, :words_total)`,
  );
  const insertMentions = target.prepare(
    `INSERT INTO mention (entry_id, part_id, mentions)
     SELECT ?, value >> ${packedBits}, value & ((1 << ${packedBits}) - 1) FROM json_each(?)`,
  );
  return {
    copyParts(lastPart) {
      for (const row of parts.iterate(lastPart)) insertPart.run(row);
    },
    copyMentions(entryId, { lastPart, except }) {
      const packed = mentions.get(entryId, lastPart) ?? '[]';
      insertMentions.run(entryId, except.size === 0 ? packed : filterPairs(packed, except));
    },
    removeSums: () => void target.exec('DROP TRIGGER mention_is_added; DROP TRIGGER mention_is_removed'),
  };
}

function filterPairs(packed: string, except: ReadonlySet<number>): string {
  const pairs = JSON.parse(packed) as readonly number[];
  return JSON.stringify(pairs.filter((pair) => !except.has(Math.floor(pair / packedFactor))));
}

/** Mentions of all entries in the parts up to `lastPart`, by entry id. */
export function readAllMentions(
  connection: Connection,
  lastPart: number,
): ReadonlyMap<number, readonly PartCount[]> {
  const rows = connection
    .prepare<[number], PartCount & { readonly entryId: number }>(
      'SELECT entry_id AS entryId, part_id AS partId, mentions FROM mention WHERE part_id <= ? ORDER BY 1, 2',
    )
    .all(lastPart);
  return Map.groupBy(rows, (row) => row.entryId);
}

/** The offset up to which a post had been read by a given part; 0 when it had not been read. */
export function openReadEnds(
  connection: Connection,
): (corpus: string, post: number, lastPart: number) => number {
  const select = connection
    .prepare<[string, number, number], number | null>(
      'SELECT max(end_at) FROM read_part WHERE corpus = ? AND post = ? AND id <= ?',
    )
    .pluck();
  const selectLater = connection
    .prepare<[string, number], number | null>(
      'SELECT max(end_at) FROM read_part WHERE corpus = ? AND post = ?',
    )
    .pluck();
  // A post that was read again has only later parts; it is cited only once its own scene was reached.
  return (corpus, post, lastPart) => select.get(corpus, post, lastPart) ?? selectLater.get(corpus, post) ?? 0;
}
