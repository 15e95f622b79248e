// Stores bookmarks in the journal, each as a row of numbers.
import { type Branded, type Clock, renderInstant } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import type { ConversationId, FoldId, SceneId } from '../context/message-log.ts';
import type { Position } from '../corpus/corpus.ts';

export type SnapshotId = Branded<number, 'SnapshotId'>;
export type SnapshotType = 'checkpoint' | 'curator_fork' | 'manual';

/** The state at a moment: it can be rebuilt from these numbers and the append-only tables. */
export interface SnapshotMark {
  readonly type: SnapshotType;
  readonly stepId: number;
  readonly revisionId: number;
  readonly foldId: FoldId;
  readonly sequence: number;
  readonly sceneId: SceneId;
  readonly entryCount: number;
  /** Tokens of the window: an estimate, corrected by the server's earlier counts. */
  readonly tokens: number;
  readonly note: string;
}

export interface Snapshot extends SnapshotMark {
  readonly id: SnapshotId;
  readonly position: Position;
  readonly sceneIndex: number;
  readonly createdAt: string;
  readonly conversationId: ConversationId;
  /** Whether the bookmark was made while a scene was read again: later scenes were then already known. */
  readonly isOfRetry: boolean;
  /** The newest part of the story that was indexed; undefined in bookmarks of older versions. */
  readonly readPartId: number | undefined;
  /** The newest change of the words on hold; undefined in bookmarks of older versions. */
  readonly heldChangeId: number | undefined;
}

export interface SnapshotFilter {
  readonly threadId?: number | undefined;
  readonly type?: SnapshotType | undefined;
  readonly limit?: number | undefined;
}

/** How many rows a list shows by default. */
const defaultLimit = 20;

export type SnapshotStore = ReturnType<typeof openSnapshotStore>;

/** Opens the bookmarks in a migrated annotator database. */
export function openSnapshotStore(connection: Connection, clock: Clock) {
  const insert = connection.prepare(
    `INSERT INTO snapshot (type, step_id, revision_id, fold_id, sequence, scene_id, entry_count, tokens, note, created_at,
       read_part_id, held_change_id)
     VALUES (:type, :stepId, :revisionId, :foldId, :sequence, :sceneId, :entryCount, :tokens, :note, :createdAt,
       (SELECT coalesce(max(id), 0) FROM read_part), (SELECT coalesce(max(id), 0) FROM held_change))`,
  );
  const columns = `snapshot.id, type, step_id stepId, revision_id revisionId, fold_id foldId, sequence,
    snapshot.scene_id sceneId, entry_count entryCount, tokens, note, snapshot.created_at createdAt, scene.scene_index sceneIndex,
    scene.corpus corpus, scene.thread_id threadId, scene.last_post_id postId, read_part_id readPartId,
    held_change_id heldChangeId, step.conversation_id conversationId, conversation.purpose purpose
    FROM snapshot JOIN scene ON scene.id = snapshot.scene_id JOIN step ON step.id = snapshot.step_id
    JOIN conversation ON conversation.id = step.conversation_id`;
  const select = connection.prepare<[Record<string, unknown>], SnapshotRow>(
    `SELECT ${columns}
     WHERE (:threadId IS NULL OR scene.thread_id = :threadId) AND (:type IS NULL OR type = :type)
     ORDER BY snapshot.id DESC LIMIT :limit`,
  );
  const selectOne = connection.prepare<[number], SnapshotRow>(`SELECT ${columns} WHERE snapshot.id = ?`);
  const selectFirst = connection.prepare<[number], SnapshotRow>(
    `SELECT ${columns} WHERE revision_id >= ? AND purpose = 'reading' ORDER BY snapshot.id LIMIT 1`,
  );
  const selectLast = connection.prepare<[number], SnapshotRow>(
    `SELECT ${columns} WHERE snapshot.scene_id <= ? AND purpose = 'reading'
     ORDER BY snapshot.scene_id DESC, snapshot.id DESC LIMIT 1`,
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
    /** The first bookmark of the reading that was made after the revision. */
    findFirstKnowing(revisionId: number): Snapshot | undefined {
      return selectFirst.all(revisionId).map(buildSnapshot)[0];
    },
    /** The last bookmark of the reading, in story order, that was made at this scene or before it. */
    findLastUpTo(scene: number): Snapshot | undefined {
      return selectLast.all(scene).map(buildSnapshot)[0];
    },
    /** The newest step that has a bookmark; 0 if there is none. */
    readNewestStep: () => selectNewestStep.get()?.stepId ?? 0,
  };
}

type SnapshotRow = Omit<Snapshot, 'position' | 'isOfRetry' | 'readPartId' | 'heldChangeId'> & {
  readonly readPartId: number | null;
  readonly heldChangeId: number | null;
  readonly purpose: string;
  readonly corpus: string;
  readonly threadId: Position['threadId'];
  readonly postId: Position['postId'];
};

function buildSnapshot(row: SnapshotRow): Snapshot {
  const { corpus, threadId, postId, purpose, readPartId, heldChangeId, ...rest } = row;
  return {
    ...rest,
    position: { corpus, threadId, postId },
    isOfRetry: purpose === 'retry',
    readPartId: readPartId ?? undefined,
    heldChangeId: heldChangeId ?? undefined,
  };
}
