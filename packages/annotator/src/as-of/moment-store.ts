// Finds which revisions belong to a moment of a reading, and which parts of the story had been read by then.

import type { Connection } from '@terrarium/kernel/open-database';
import type { SceneId } from '../context/message-log.ts';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import { lastPartSql, placeSql, writtenSql } from '../glossary/correction-store.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import type { PartRow } from '../glossary/part-row.ts';
import type { PartCount } from '../glossary/read-parts.ts';
import type { ReadTotals } from '../glossary/reading-store.ts';

/**
 * `revision`: everything written up to that revision. `scene`: everything that holds at the end of that scene, even
 * if it was written later. Changes by a second reading hold from the scene that was read again. A correction holds
 * from the scene that is stored with it.
 */
export type Moment =
  | {
      readonly at: 'revision';
      readonly revision: RevisionId;
      /** The newest part read by then, if known: reading may have gone on after the last revision. */
      readonly readPartId?: number | undefined;
    }
  | { readonly at: 'scene'; readonly sceneId: SceneId };

export interface MomentStore {
  /** Ids of the revisions that belong to the moment, in order. */
  listRevisionIds(moment: Moment): readonly number[];
  /** Ids of corrections that belong to the moment but were written later in the story. */
  listLaterIds(moment: Moment): readonly number[];
  /** The last scene whose posts the model had been shown by then; 0 for none. */
  readLastScene(moment: Moment): number;
  /**
   * The newest part read by then; 0 for none. If `since` is given and is not later than the moment, only parts after
   * `since` are searched.
   */
  readLastPart(moment: Moment, since?: PlacedPart): number;
  /** How many posts and words had been read when this part had been read. */
  readTotals(lastPart: number): ReadTotals;
  /** The newest post read by then; undefined when nothing had been read. */
  findPosition(moment: Moment): Position | undefined;
  /** Every revision whose place is known, with the first scene at whose end it holds, in order of ids. */
  iteratePlaces(): Iterable<{ readonly revision: number; readonly scene: number }>;
}

/** A scene, and the newest part that had been read when the scene ended. */
export interface PlacedPart {
  readonly scene: number;
  readonly part: number;
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
  const lastPart = connection
    .prepare<[number, number], number | null>(`${lastPartSql} AND scene.id > ?`)
    .pluck();
  const position = connection.prepare<[number], PositionRow>(
    'SELECT corpus, thread, post FROM read_part WHERE id = ?',
  );
  const totals = connection.prepare<[number], ReadTotals>(
    'SELECT posts_total AS posts, words_total AS words FROM read_part WHERE id <= ? ORDER BY id DESC LIMIT 1',
  );
  const places = connection.prepare<[], { revision: number; scene: number }>(
    `SELECT revision.id AS revision, ${placeSql} AS scene FROM ${revisionsSql}
     WHERE ${placeSql} IS NOT NULL ORDER BY revision.id`,
  );
  const readLastScene = (moment: Moment): number =>
    moment.at === 'scene' ? moment.sceneId : (sceneOfRevision.get(moment.revision) ?? 0);
  const readLastPart: MomentStore['readLastPart'] = (moment, since) => {
    if (moment.at === 'revision' && moment.readPartId !== undefined) return moment.readPartId;
    const scene = readLastScene(moment);
    const from = since !== undefined && since.scene <= scene ? since : { scene: 0, part: 0 };
    return Math.max(from.part, lastPart.get(scene, from.scene) ?? 0);
  };
  return {
    readLastScene,
    listRevisionIds: (moment) =>
      moment.at === 'revision' ? idsUntil.all(moment.revision) : idsOfScenes.all(moment.sceneId),
    listLaterIds: (moment) => (moment.at === 'revision' ? [] : laterIds.all({ scene: moment.sceneId })),
    readLastPart,
    readTotals: (part) => totals.get(part) ?? { posts: 0, words: 0 },
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
  /** Copies one part, unless the copy has it already. */
  copyPart(id: number): void;
  /** Copies each of these entries that exists, as it is now. */
  copyEntries(ids: readonly EntryId[]): void;
  /** The ids of all entries that were copied. */
  listCopied(): readonly number[];
  /** The entries among `ids` whose term may not occur in the story in exactly this spelling. */
  listUnsure(ids: readonly EntryId[]): readonly number[];
  /** Copies how often an entry is named in the copied parts, except in parts that are counted again. */
  copyMentions(entryId: EntryId, parts: CopiedParts): void;
  removeMentions(): void;
  /** Leaves out checksums and indexes that only matter when something is verified or written. */
  removeUnneeded(): void;
}

interface CopiedRow extends PartRow {
  readonly posts_total: number;
  readonly words_total: number;
}

/** A part and how often it names an entry are packed into one number: a story has millions of such pairs. */
const packedBits = 20;
const packedFactor = 2 ** packedBits;

export function openProjectionStore(source: Connection, target: Connection): ProjectionStore {
  const parts = source.prepare<[number], CopiedRow>('SELECT * FROM read_part WHERE id <= ? ORDER BY id');
  const part = source.prepare<[number], CopiedRow>('SELECT * FROM read_part WHERE id = ?');
  const mentions = source
    .prepare<[number, number], string>(
      `SELECT json_group_array(part_id << ${packedBits} | mentions) FROM mention WHERE entry_id = ? AND part_id <= ?`,
    )
    .pluck();
  const partSql = `read_part (id, corpus, thread, post, start_at, end_at, posts_total, words_total)
     VALUES (:id, :corpus, :thread, :post, :start_at, :end_at, :posts_total, :words_total)`;
  const insertPart = target.prepare(`INSERT INTO ${partSql}`);
  const copyPart = target.prepare(`INSERT OR IGNORE INTO ${partSql}`);
  const tables = prepareTables(source, target);
  const copied = target.prepare<[], number>('SELECT id FROM entry ORDER BY id').pluck();
  const unsure = source.prepare<[string], number>(unsureSql).pluck();
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
    copyPart: (id) => void copyPart.run(part.get(id)),
    copyEntries(ids) {
      const wanted = JSON.stringify(ids);
      for (const { select, insert } of tables) {
        for (const row of select.iterate(wanted)) insert.run(row);
      }
    },
    listCopied: () => copied.all(),
    listUnsure: (ids) => unsure.all(JSON.stringify(ids)),
    removeMentions: () => void target.exec('DELETE FROM mention'),
    removeUnneeded: () => void target.exec(unneededSql),
  };
}

/** The tables in which an entry has rows, and their columns; the column with the entry's id comes first. */
const entryTables = {
  entry: `id, term, term_normal, aliases, definition, status, tags, first_corpus, first_thread, first_post,
    last_corpus, last_thread, last_post, created_at, updated_at, revision`,
  evidence: 'entry_id, ordinal, corpus, post, start_at, end_at, quote, is_snapped',
  surface: 'entry_id, ordinal, normal, name_key, first_word, last_word',
  relation: 'entry_id, ordinal, kind, target_id, corpus, post, start_at, end_at, quote, is_snapped',
};

function prepareTables(source: Connection, target: Connection) {
  return Object.entries(entryTables).map(([table, columns]) => {
    const [key = ''] = columns.split(',');
    const places = columns.split(',').map(() => '?');
    return {
      select: source
        .prepare<[string], unknown[]>(
          `SELECT ${columns} FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?)) ORDER BY ${key}`,
        )
        .raw(),
      insert: target.prepare<[unknown[]]>(`INSERT INTO ${table} (${columns}) VALUES (${places.join(', ')})`),
    };
  });
}

/** A term with parentheses, or without a letter, is possibly not a name that the story uses in this spelling. */
const unsureSql = `SELECT id FROM entry WHERE id IN (SELECT value FROM json_each(?)) AND (
  term GLOB '*(*' OR trim(term) <> term OR NOT term GLOB '*[A-Za-z]*'
  OR NOT EXISTS (SELECT 1 FROM evidence WHERE entry_id = entry.id AND instr(quote, term)))`;

const unneededSql = `DROP TRIGGER mention_is_added; DROP TRIGGER mention_is_removed;
  DROP INDEX surface_by_name_key; DROP INDEX surface_by_last_word; DROP INDEX surface_by_head;
  DROP INDEX surface_by_tail;`;

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

/**
 * The offset up to which a post had been read at the end of a given part or, if nothing of it had been read by then, at
 * the end of all parts; 0 when it was never read.
 */
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
  // A post that was read again may have only later parts. Using them shows nothing too early, because the post is cited
  // only once its own scene was reached.
  return (corpus, post, lastPart) => select.get(corpus, post, lastPart) ?? selectLater.get(corpus, post) ?? 0;
}
