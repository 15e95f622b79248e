// Stores tell what belongs to a moment: which revisions, and which parts of the story had been read.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import type { Moment } from './moment.ts';

export interface MomentStore {
  /** Ids of the revisions that belong to the moment, in order. */
  listRevisionIds(moment: Moment): readonly number[];
  /** The last scene whose posts had been shown; 0 for none. */
  readLastScene(moment: Moment): number;
  /** The newest part that had been read; 0 for none. */
  readLastPart(moment: Moment): number;
  /** The newest post that had been read; undefined where nothing had. */
  findPosition(moment: Moment): Position | undefined;
  /** The id of every revision that belongs to a scene, and that scene, in order of ids. */
  iteratePlaces(): Iterable<{ readonly revision: number; readonly scene: number }>;
}

interface PositionRow {
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
}

/**
 * Where a change belongs: to the scene of its step; a person's, to the scene up to which had been read, or the thread's last.
 * Null where its thread was never planned, as in a glossary that was taken over: no scene is known to be as late as it is.
 */
const placeSql = `coalesce(
  (SELECT scene_id FROM step WHERE step.id = change.step_id),
  (SELECT max(id) FROM scene WHERE corpus = change.corpus AND thread_id = change.thread AND last_post_id = change.post),
  (SELECT max(id) FROM scene WHERE corpus = change.corpus AND thread_id = change.thread))`;
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
  const sceneOfRevision = connection
    .prepare<[number], number | null>(
      `SELECT ${placeSql} FROM ${revisionsSql} WHERE revision.id <= ? ORDER BY revision.id DESC LIMIT 1`,
    )
    .pluck();
  // Scenes are read in the order of their ids; the parts of a scene end with its last post.
  const lastPart = connection
    .prepare<[number], number | null>(
      `SELECT max(read_part.id) FROM scene
       JOIN read_part ON read_part.corpus = scene.corpus AND read_part.post = scene.last_post_id
         AND read_part.start_at = coalesce(scene.span_start, 0)
       WHERE scene.id <= ? AND scene.is_indexed`,
    )
    .pluck();
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
    readLastPart,
    findPosition(moment) {
      const row = position.get(readLastPart(moment));
      if (row === undefined) return undefined;
      return { corpus: row.corpus, threadId: row.thread as ThreadId, postId: row.post as PostId };
    },
    iteratePlaces: () => places.iterate(),
  };
}
