// Stores the place from which a correction holds, and finds the places of revisions and of what was read.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Position } from '../corpus/corpus.ts';
import type { EntryId } from './entry.ts';

/**
 * The scene of a model's change: usually that of its step. A change that a model records before a fold is journaled
 * with the next scene, though the model has not seen that scene yet: it belongs to the scene that was read last.
 */
const sceneOfStepSql = `SELECT CASE
    WHEN EXISTS (
      SELECT 1 FROM step AS former WHERE former.scene_id = step.scene_id AND former.id < step.id
        AND former.kind IN ('scene-opened', 'scene-closed')
    ) THEN step.scene_id
    ELSE coalesce((
      SELECT max(id) FROM scene WHERE corpus = change.corpus AND thread_id = change.thread
        AND last_post_id = change.post AND id < step.scene_id
    ), step.scene_id) END
  FROM step WHERE step.id = change.step_id`;

/**
 * The scene in which a change was written. A change outside of a step, such as a person's, was written in the scene
 * that reading had reached; if no scene ends there, in the last scene of the thread. Null if the thread was never
 * divided into scenes, as in an imported glossary.
 */
export const writtenSql = `coalesce(
  (${sceneOfStepSql}),
  (SELECT max(id) FROM scene WHERE corpus = change.corpus AND thread_id = change.thread AND last_post_id = change.post),
  (SELECT max(id) FROM scene WHERE corpus = change.corpus AND thread_id = change.thread))`;

/** The first scene at whose end a revision holds. */
export const placeSql = `coalesce((SELECT scene_id FROM correction WHERE revision_id = revision.id), ${writtenSql})`;

export interface CorrectionStore {
  /** Records that a revision holds from the end of a scene that is earlier than the scene in which it was written. */
  record(revisionId: number, sceneId: number): void;
  /** The scene from which each revision of an entry holds. Revisions whose place is unknown are left out. */
  readPlaces(entryId: EntryId): ReadonlyMap<number, number>;
  /** The scene in which a change at this position is written. */
  findScene(position: Position): number | undefined;
  /** The first scene at whose end the part had been read. */
  findSceneOfPart(partId: number): number | undefined;
  /** The newest part read by the end of a scene; 0 for none. */
  readLastPart(sceneId: number): number;
  /** All terms that entries ever had, as JSON, each with its entry. */
  iterateTerms(): Iterable<{ readonly entryId: number; readonly term: string }>;
}

export function openCorrectionStore(connection: Connection): CorrectionStore {
  const insert = connection.prepare('INSERT INTO correction (revision_id, scene_id) VALUES (?, ?)');
  const places = connection.prepare<[number], { revision: number; scene: number | null }>(
    `SELECT revision.id AS revision, ${placeSql} AS scene
     FROM revision JOIN change ON change.id = revision.change_id WHERE revision.entry_id = ?`,
  );
  const written = connection
    .prepare<{ corpus: string; threadId: number; postId: number }, number | null>(
      `SELECT coalesce(
         (SELECT max(id) FROM scene WHERE corpus = :corpus AND thread_id = :threadId AND last_post_id = :postId),
         (SELECT max(id) FROM scene WHERE corpus = :corpus AND thread_id = :threadId))`,
    )
    .pluck();
  // The parts of a scene end with its last post, and scenes are read in order of id.
  const endsSql = `read_part JOIN scene ON scene.corpus = read_part.corpus AND scene.thread_id = read_part.thread
     AND scene.last_post_id = read_part.post AND coalesce(scene.span_start, 0) = read_part.start_at`;
  const sceneOfPart = connection
    .prepare<[number], number>(
      `SELECT scene.id FROM ${endsSql} WHERE read_part.id >= ? AND scene.is_indexed ORDER BY read_part.id LIMIT 1`,
    )
    .pluck();
  const lastPart = connection.prepare<[number], number | null>(lastPartSql).pluck();
  const terms = connection.prepare<[], { entryId: number; term: string }>(
    `SELECT entry_id AS entryId, new AS term FROM revision WHERE field = 'term' AND new IS NOT NULL ORDER BY id`,
  );
  return {
    record: (revisionId, sceneId) => void insert.run(revisionId, sceneId),
    readPlaces: (entryId) =>
      new Map(
        places
          .all(entryId)
          .flatMap(({ revision, scene }) => (scene === null ? [] : [[revision, scene] as const])),
      ),
    findScene: ({ corpus, threadId, postId }) => written.get({ corpus, threadId, postId }) ?? undefined,
    findSceneOfPart: (partId) => sceneOfPart.get(partId),
    readLastPart: (sceneId) => lastPart.get(sceneId) ?? 0,
    iterateTerms: () => terms.iterate(),
  };
}

/**
 * The newest part read by the end of a scene. Scenes are read in order of id; the parts of a scene end with its last
 * post.
 */
export const lastPartSql = `SELECT max(read_part.id) FROM scene
  JOIN read_part ON read_part.corpus = scene.corpus AND read_part.post = scene.last_post_id
    AND read_part.start_at = coalesce(scene.span_start, 0)
  WHERE scene.id <= ? AND scene.is_indexed`;
