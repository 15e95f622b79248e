// Stores conversations with their messages and folds, which are only ever appended.

import { type Clock, renderInstant } from '@terrarium/kernel/environment';
import type { Message } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import type { ThreadId, ThreadRef } from '../corpus/corpus.ts';
import { type PackedText, packText, parseStored } from '../database/packed-text.ts';
import { estimateMessage } from './count-prompt.ts';
import { openFoldRows, type StoredFold } from './fold-store.ts';
import type {
  Conversation,
  ConversationId,
  FoldId,
  FoldRecord,
  LoggedMessage,
  SceneId,
  Sequence,
  ShownEntry,
} from './message-log.ts';

/** A message that is about to be logged. */
export interface DraftMessage extends ThreadRef {
  readonly conversationId: ConversationId;
  readonly stepId: number;
  readonly sceneId: SceneId;
  readonly sceneIndex: number;
  readonly message: Message;
  readonly shown: readonly ShownEntry[];
}

/**
 * How many tokens the server had to process anew for a conversation, and up to which message and fold these were
 * summed.
 */
export interface FreshTokens {
  /** Estimated tokens, before calibration. */
  readonly tokens: number;
  readonly through: Sequence;
  readonly throughFold: FoldId;
}

/** The value to begin with, when nothing has been summed. */
export const noFreshTokens: FreshTokens = {
  tokens: 0,
  through: 0 as Sequence,
  throughFold: 0 as FoldId,
};

export type ContextStore = ReturnType<typeof openContextStore>;

/** Opens the conversations in a migrated annotator database. */
export function openContextStore(connection: Connection, clock: Clock) {
  const folds = openFoldRows(connection);
  return {
    ...openConversationRows(connection, clock),
    ...openMessageRows(connection),
    appendFold(fold: StoredFold): FoldRecord {
      return folds.append(fold);
    },
    /** Every fold of a conversation with its measures, oldest first. */
    readFolds: folds.readAll,
    /** What each fold did, oldest first. */
    readFoldMeasures: folds.readMeasures,
    findFoldById: folds.find,
    /** The newest fold before the message `before`, or the newest of all if `before` is undefined. */
    findFold(conversationId: ConversationId, before?: Sequence): FoldRecord | undefined {
      return folds.findNewest(conversationId, before);
    },
  };
}

function openConversationRows(connection: Connection, clock: Clock) {
  const insert = connection.prepare(
    `INSERT INTO conversation (purpose, scene_id, forked_before, created_at)
     VALUES (:purpose, :sceneId, :forkedBefore, :at)`,
  );
  const select = connection.prepare<[string, number | null], ConversationRow>(
    'SELECT * FROM conversation WHERE purpose = ? AND scene_id IS ? ORDER BY id DESC LIMIT 1',
  );
  const selectRetries = connection.prepare<[], ConversationRow>(
    "SELECT * FROM conversation WHERE purpose = 'retry' ORDER BY id",
  );
  const selectById = connection.prepare<[number], ConversationRow>('SELECT * FROM conversation WHERE id = ?');
  return {
    createConversation(conversation: Omit<Conversation, 'id'>): Conversation {
      const { lastInsertRowid } = insert.run({
        purpose: conversation.purpose,
        sceneId: conversation.sceneId ?? null,
        forkedBefore: conversation.forkedBefore ?? null,
        at: renderInstant(clock.now()),
      });
      return { ...conversation, id: Number(lastInsertRowid) as ConversationId };
    },
    findConversationById(id: ConversationId): Conversation | undefined {
      const row = selectById.get(id);
      return row === undefined ? undefined : parseConversationRow(row);
    },
    /** Conversations in which a scene was read again, oldest first. */
    listRetries(): readonly { readonly id: ConversationId; readonly sceneId: SceneId }[] {
      return selectRetries
        .all()
        .flatMap((row) =>
          row.scene_id === null ? [] : [{ id: row.id as ConversationId, sceneId: row.scene_id as SceneId }],
        );
    },
    /** The newest conversation with this purpose and scene; without `sceneId`, the newest that belongs to no scene. */
    findConversation(purpose: Conversation['purpose'], sceneId?: SceneId): Conversation | undefined {
      const row = select.get(purpose, sceneId ?? null);
      return row === undefined ? undefined : parseConversationRow(row);
    },
  };
}

function openMessageRows(connection: Connection) {
  const insert = connection.prepare(
    `INSERT INTO message (conversation_id, step_id, scene_id, wire, tokens, shown)
     VALUES (:conversationId, :stepId, :sceneId, :wire, :tokens, :shown)`,
  );
  const select = connection.prepare<[number, number, number], MessageRow>(
    `SELECT message.*, scene.corpus, scene.thread_id, scene.scene_index FROM message JOIN scene ON scene.id = message.scene_id
     WHERE conversation_id = ? AND sequence BETWEEN ? AND ? ORDER BY sequence`,
  );
  const selectShown = connection.prepare<[number, number], { sequence: number | null }>(
    `SELECT min(sequence) sequence FROM message JOIN step ON step.id = message.step_id
     WHERE message.scene_id = ? AND message.conversation_id = ? AND step.kind = 'scene-opened'`,
  );
  const selectBehind = connection.prepare<[number, number], { sequence: number | null }>(
    'SELECT min(sequence) sequence FROM message WHERE conversation_id = ? AND scene_id > ?',
  );
  const selectNewest = connection.prepare<[number, number], { scene: number | null }>(
    'SELECT max(scene_id) scene FROM message WHERE conversation_id = ? AND sequence <= ?',
  );
  const selectScenes = connection.prepare<[number, number, number], { scene: number }>(
    'SELECT DISTINCT scene_id scene FROM message WHERE conversation_id = ? AND sequence BETWEEN ? AND ?',
  );
  const sumMessages = connection.prepare<[number, number], SumRow>(
    `SELECT coalesce(sum(tokens), 0) tokens, max(sequence) last FROM message
     WHERE conversation_id = ? AND sequence > ?`,
  );
  const sumFolds = connection.prepare<[number, number], SumRow>(
    `SELECT coalesce(sum(tokens_after), 0) tokens, max(id) last FROM fold
     WHERE conversation_id = ? AND id > ?`,
  );
  const readRange = (conversationId: ConversationId, from: number, to: number) =>
    select.all(conversationId, from, to).map(parseMessageRow);
  return {
    appendMessage(draft: DraftMessage): LoggedMessage {
      const { conversationId, stepId, shown, ...rest } = draft;
      const tokens = estimateMessage(draft.message);
      const { lastInsertRowid } = insert.run({
        conversationId,
        stepId,
        sceneId: draft.sceneId,
        wire: packText(JSON.stringify(draft.message)),
        tokens,
        shown: JSON.stringify(shown.map(packShown)),
      });
      return { ...rest, sequence: Number(lastInsertRowid) as Sequence, tokens, shown };
    },
    /**
     * Estimated tokens that a server had to process anew for a conversation: each message once and, after each fold,
     * what the fold left in the window. Since the log only grows, it suffices to add what came after `known` to
     * `known`.
     */
    sumFreshTokens(conversationId: ConversationId, known: FreshTokens = noFreshTokens): FreshTokens {
      const messages = sumMessages.get(conversationId, known.through);
      const folds = sumFolds.get(conversationId, known.throughFold);
      return {
        tokens: known.tokens + (messages?.tokens ?? 0) + (folds?.tokens ?? 0),
        through: (messages?.last ?? known.through) as Sequence,
        throughFold: (folds?.last ?? known.throughFold) as FoldId,
      };
    },
    /** The messages in a fold's window that come before `before`. */
    readWindow(
      conversationId: ConversationId,
      fold: FoldRecord,
      before?: Sequence,
    ): readonly LoggedMessage[] {
      const last = before === undefined ? Number.MAX_SAFE_INTEGER : before - 1;
      const ranges = [...fold.kept, { from: fold.afterSequence + 1, to: last }];
      return ranges.flatMap((range) => readRange(conversationId, range.from, Math.min(range.to, last)));
    },
    /** The whole log of a conversation. Too slow for the run itself; meant for checks. */
    readLog(conversationId: ConversationId): readonly LoggedMessage[] {
      return readRange(conversationId, 0, Number.MAX_SAFE_INTEGER);
    },
    /** The first message of a conversation that belongs to a scene after `sceneId`. */
    findMessageBehind(sceneId: SceneId, conversationId: ConversationId): Sequence | undefined {
      return (selectBehind.get(conversationId, sceneId)?.sequence ?? undefined) as Sequence | undefined;
    },
    /** The scenes that messages of an inclusive range belong to. */
    listScenes: (conversationId: ConversationId, from: number, to: number): readonly SceneId[] =>
      selectScenes.all(conversationId, from, to).map(({ scene }) => scene as SceneId),
    /** The newest scene that the messages up to this one belong to; 0 for none. */
    readNewestScene(conversationId: ConversationId, upTo: Sequence): SceneId {
      return (selectNewest.get(conversationId, upTo)?.scene ?? 0) as SceneId;
    },
    /** The message that shows a scene in a conversation. */
    findSceneMessage(sceneId: SceneId, conversationId: ConversationId): Sequence | undefined {
      return (selectShown.get(sceneId, conversationId)?.sequence ?? undefined) as Sequence | undefined;
    },
  };
}

interface ConversationRow {
  readonly id: number;
  readonly purpose: string;
  readonly scene_id: number | null;
  readonly forked_before: number | null;
}

interface SumRow {
  readonly tokens: number;
  readonly last: number | null;
}

interface MessageRow {
  readonly sequence: number;
  readonly scene_id: number;
  readonly corpus: string;
  readonly thread_id: number;
  readonly scene_index: number;
  readonly wire: PackedText;
  readonly tokens: number;
  readonly shown: string;
}

function parseConversationRow(row: ConversationRow): Conversation {
  return {
    id: row.id as ConversationId,
    purpose: row.purpose === 'retry' ? 'retry' : 'reading',
    sceneId: (row.scene_id ?? undefined) as SceneId | undefined,
    forkedBefore: (row.forked_before ?? undefined) as Sequence | undefined,
  };
}

function parseMessageRow(row: MessageRow): LoggedMessage {
  const shown = parseStored<PackedShown[]>(row.shown, ['message', row.sequence, 'shown']);
  return {
    sequence: row.sequence as Sequence,
    sceneId: row.scene_id as SceneId,
    corpus: row.corpus,
    threadId: row.thread_id as ThreadId,
    sceneIndex: row.scene_index,
    message: parseStored<Message>(row.wire, ['message', row.sequence, 'wire']),
    tokens: row.tokens,
    shown: shown.map(([entryId, revision, part]) => ({ entryId, revision, isPart: part === 1 })),
  };
}

/** A third number, 1, means that the message shows only what changed in the entry. */
type PackedShown = [ShownEntry['entryId'], ShownEntry['revision'], part?: 1];

function packShown({ entryId, revision, isPart }: ShownEntry): PackedShown {
  return isPart ? [entryId, revision, 1] : [entryId, revision];
}
