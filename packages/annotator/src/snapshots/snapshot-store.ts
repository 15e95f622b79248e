// Snapshot store: bookmarks into the journal, each a row of numbers.

import type { Branded } from '@terrarium/kernel/brand';
import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import type { SceneId } from '../context/message-log.ts';
import type { Position } from '../corpus/corpus.ts';

export type SnapshotId = Branded<number, 'SnapshotId'>;
export type SnapshotType = 'checkpoint' | 'curator_fork' | 'manual';

/** Where everything stood: rebuild a moment from these numbers and the append-only tables. */
export interface SnapshotMark {
  readonly type: SnapshotType;
  readonly stepId: number;
  readonly revisionId: number;
  readonly foldId: number;
  readonly sequence: number;
  readonly sceneId: SceneId;
  readonly entryCount: number;
  /** Tokens of the window, calibrated. */
  readonly tokens: number;
  readonly note: string;
}

export interface Snapshot extends SnapshotMark {
  readonly id: SnapshotId;
  readonly position: Position;
  readonly sceneIndex: number;
  readonly createdAt: string;
}

export interface SnapshotFilter {
  readonly threadId?: number | undefined;
  readonly type?: SnapshotType | undefined;
  readonly limit?: number | undefined;
}

/** Rows a list shows unless asked for more; the founding interfaces' figure. */
const defaultLimit = 20;

export type SnapshotStore = ReturnType<typeof openSnapshotStore>;

/** Opens the bookmarks in a migrated annotator database. */
export function openSnapshotStore(connection: Connection, clock: Clock) {
  const insert = connection.prepare(
    `INSERT INTO snapshot (type, step_id, revision_id, fold_id, sequence, scene_id, entry_count, tokens, note, created_at)
     VALUES (:type, :stepId, :revisionId, :foldId, :sequence, :sceneId, :entryCount, :tokens, :note, :createdAt)`,
  );
  const columns = `snapshot.id, type, step_id stepId, revision_id revisionId, fold_id foldId, sequence,
    scene_id sceneId, entry_count entryCount, tokens, note, created_at createdAt, scene.scene_index sceneIndex,
    scene.corpus corpus, scene.thread_id threadId, scene.last_post_id postId`;
  const select = connection.prepare<[Record<string, unknown>], SnapshotRow>(
    `SELECT ${columns} FROM snapshot JOIN scene ON scene.id = snapshot.scene_id
     WHERE (:threadId IS NULL OR scene.thread_id = :threadId) AND (:type IS NULL OR type = :type)
     ORDER BY snapshot.id DESC LIMIT :limit`,
  );
  const selectOne = connection.prepare<[number], SnapshotRow>(
    `SELECT ${columns} FROM snapshot JOIN scene ON scene.id = snapshot.scene_id WHERE snapshot.id = ?`,
  );
  const selectNewestStep = connection.prepare<[], { stepId: number | null }>(
    'SELECT max(step_id) stepId FROM snapshot',
  );
  return {
    create(mark: SnapshotMark): SnapshotId {
      const { lastInsertRowid } = insert.run({ ...mark, createdAt: renderInstant(clock.now()) });
      return Number(lastInsertRowid) as SnapshotId;
    },
    /** Newest first. */
    list(filter: SnapshotFilter = {}): readonly Snapshot[] {
      const { threadId = null, type = null, limit = defaultLimit } = filter;
      return select.all({ threadId, type, limit }).map(buildSnapshot);
    },
    find(id: number): Snapshot | undefined {
      const row = selectOne.get(id);
      return row === undefined ? undefined : buildSnapshot(row);
    },
    /** The newest step a bookmark stands at; 0 when there is none. */
    findNewestStep: () => selectNewestStep.get()?.stepId ?? 0,
  };
}

type SnapshotRow = Omit<Snapshot, 'position'> & {
  readonly corpus: string;
  readonly threadId: Position['threadId'];
  readonly postId: Position['postId'];
};

function buildSnapshot({ corpus, threadId, postId, ...rest }: SnapshotRow): Snapshot {
  return { ...rest, position: { corpus, threadId, postId } };
}
