// Reads the log of a scene: its messages, and the changes of a retry that conflicted with a later scene.

import type { Message } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import type { ConversationId, SceneId } from '../context/message-log.ts';
import { type PackedText, parseStored } from '../database/packed-text.ts';
import type { StepBody } from '../journal/journal.ts';

/** A change for which a retried scene asked, and which was refused because a later scene has changed the entry. */
export interface Conflict {
  readonly sceneId: SceneId;
  readonly tool: string;
  /** What the model wrote. */
  readonly arguments: string;
  readonly say: string;
  readonly at: string;
}

/** Which model replied in a scene, with which version of the prompt. */
export interface SceneReader {
  readonly model: string;
  /** Undefined if the reply is older than the recording of versions. */
  readonly promptVersion: string | undefined;
}

export interface SceneLog {
  readReaders(sceneId: SceneId): readonly SceneReader[];
  /** All messages of a scene, in order: one list for the reading, then one for each retry. */
  readConversations(sceneId: SceneId): readonly SceneConversation[];
  /** Oldest first. */
  readConflicts(): readonly Conflict[];
  countCheckpoints(): number;
  /** Why no tools are offered in the window of the reading, so that its model is asked for tagged updates. */
  findToolless(): Toolless | undefined;
  /** The newest step of all; undefined if the journal is empty. */
  findNewestStep(): NewestStep | undefined;
}

/**
 * `calls-none`: the model called none of the tools that it was offered; `not-offered`: the configuration forbids
 * tools, or the server does not accept them.
 */
export type Toolless = 'calls-none' | 'not-offered';

export interface NewestStep {
  readonly sceneId: SceneId;
  readonly kind: StepBody['kind'];
  readonly at: string;
}

export interface SceneConversation {
  readonly conversationId: ConversationId;
  readonly purpose: 'reading' | 'retry';
  readonly messages: readonly Message[];
}

interface MessageRow {
  readonly conversationId: number;
  readonly purpose: string;
  readonly sequence: number;
  readonly wire: PackedText;
}

interface ConflictRow {
  readonly stepId: number;
  readonly sceneId: number;
  readonly at: string;
  readonly payload: PackedText;
  readonly answer: PackedText | null;
  readonly call: PackedText | null;
}

interface AnswerRow {
  readonly name: string;
  readonly say?: string;
}

/** Opens the log of scenes in an annotator database. */
export function openSceneLog(connection: Connection): SceneLog {
  const selectMessages = connection.prepare<[number], MessageRow>(
    `SELECT message.conversation_id conversationId, conversation.purpose purpose, sequence, wire
     FROM message JOIN conversation ON conversation.id = message.conversation_id
     WHERE message.scene_id = ? ORDER BY message.conversation_id, sequence`,
  );
  const selectReaders = connection.prepare<[number], { model: string; promptVersion: string | null }>(
    `SELECT json_extract(body, '$.record.model') model, json_extract(body, '$.record.promptVersion') promptVersion
     FROM (SELECT id, unpack_text(payload) body FROM step WHERE scene_id = ? AND kind GLOB '*reply')
     WHERE model IS NOT NULL GROUP BY model, promptVersion ORDER BY min(id)`,
  );
  const selectConflicts = connection.prepare<[], ConflictRow>(
    `SELECT step.id stepId, step.scene_id sceneId, step.at at, step.payload payload, message.wire answer,
       (SELECT asked.wire FROM message asked WHERE asked.conversation_id = step.conversation_id
         AND asked.sequence < message.sequence AND json_extract(unpack_text(asked.wire), '$.role') = 'assistant'
         ORDER BY asked.sequence DESC LIMIT 1) call
     FROM step LEFT JOIN message ON message.step_id = step.id
     WHERE step.scene_id IN (SELECT scene_id FROM conversation WHERE purpose = 'retry')
       AND step.kind = 'call-answered' AND json_extract(unpack_text(step.payload), '$.isConflict') ORDER BY step.id`,
  );
  const countCheckpoints = connection
    .prepare<[], number>(`SELECT count(*) FROM snapshot WHERE type = 'checkpoint'`)
    .pluck();
  const newestStep = connection.prepare<[], NewestStep>(
    'SELECT scene_id sceneId, kind, at FROM step ORDER BY id DESC LIMIT 1',
  );
  const newestWindow = connection.prepare<[], { isToolless: number; kind: string | null }>(
    `SELECT preamble.tools = '[]' isToolless,
       (SELECT kind FROM step WHERE kind IN ('tools-unused', 'tools-refused') ORDER BY id DESC LIMIT 1) kind
     FROM fold JOIN preamble ON preamble.id = fold.preamble_id
     JOIN conversation ON conversation.id = fold.conversation_id AND conversation.purpose = 'reading'
     ORDER BY fold.id DESC LIMIT 1`,
  );
  const findToolless = (): Toolless | undefined => {
    const newest = newestWindow.get();
    if (newest?.isToolless !== 1) return undefined;
    return newest.kind === 'tools-unused' ? 'calls-none' : 'not-offered';
  };
  return {
    findToolless,
    readReaders: (sceneId) =>
      selectReaders
        .all(sceneId)
        .map(({ model, promptVersion }) => ({ model, promptVersion: promptVersion ?? undefined })),
    readConversations: (sceneId) => groupMessages(selectMessages.all(sceneId)),
    readConflicts: () => selectConflicts.all().map(parseConflict),
    countCheckpoints: () => countCheckpoints.get() ?? 0,
    findNewestStep: () => newestStep.get(),
  };
}

function groupMessages(rows: readonly MessageRow[]): readonly SceneConversation[] {
  const groups = new Map<number, { purpose: 'reading' | 'retry'; messages: Message[] }>();
  for (const { conversationId, purpose, sequence, wire } of rows) {
    const group = groups.get(conversationId) ?? {
      purpose: purpose === 'retry' ? ('retry' as const) : ('reading' as const),
      messages: [],
    };
    groups.set(conversationId, group);
    group.messages.push(parseStored<Message>(wire, ['message', sequence, 'wire']));
  }
  return [...groups].map(([id, group]) => ({ conversationId: id as ConversationId, ...group }));
}

function parseConflict(row: ConflictRow): Conflict {
  const { name, say } = parseStored<AnswerRow>(row.payload, ['step', row.stepId, 'payload']);
  const answer =
    row.answer === null
      ? undefined
      : parseStored<Message>(row.answer, ['message', `of step ${row.stepId}`, 'wire']);
  return {
    sceneId: row.sceneId as SceneId,
    tool: name,
    arguments: readArguments(row.call, answer),
    say: say ?? answer?.content ?? '',
    at: row.at,
  };
}

function readArguments(call: PackedText | null, answer: Message | undefined): string {
  const asked = call === null ? undefined : parseStored<Message>(call, ['message', 'that asks', 'wire']);
  if (asked?.role !== 'assistant' || answer?.role !== 'tool') return '';
  return asked.calls?.find((one) => one.id === answer.callId)?.arguments ?? '';
}
