// Stores tell what belongs to a moment: which revisions, and which parts of the story had been read.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Moment } from './moment.ts';

export interface MomentStore {
  /** Ids of the revisions that belong to the moment, in order. */
  listRevisionIds(moment: Moment): readonly number[];
  /** The newest part that had been read; 0 for none. */
  findLastPart(moment: Moment): number;
}

/** Where a revision belongs: to the scene of its step; a person's, to the scene up to which had been read. */
const placeSql = `coalesce(
  (SELECT scene_id FROM step WHERE step.id = revision.step_id),
  (SELECT max(id) FROM scene WHERE corpus = revision.corpus AND thread_id = revision.thread AND last_post_id = revision.post),
  0)`;

export function openMomentStore(connection: Connection): MomentStore {
  const idsUntil = connection
    .prepare<[number], number>('SELECT id FROM revision WHERE id <= ? ORDER BY id')
    .pluck();
  const idsOfScenes = connection
    .prepare<[number], number>(`SELECT id FROM revision WHERE ${placeSql} <= ? ORDER BY id`)
    .pluck();
  const sceneOfRevision = connection
    .prepare<[number], number | null>(
      `SELECT ${placeSql} FROM revision WHERE id <= ? ORDER BY id DESC LIMIT 1`,
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
  return {
    listRevisionIds: (moment) =>
      moment.at === 'revision' ? idsUntil.all(moment.revision) : idsOfScenes.all(moment.sceneId),
    findLastPart(moment) {
      const sceneId = moment.at === 'scene' ? moment.sceneId : sceneOfRevision.get(moment.revision);
      return lastPart.get(sceneId ?? 0) ?? 0;
    },
  };
}
