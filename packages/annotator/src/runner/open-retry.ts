// Opens a retry: a fork of the reading at a scene's own position, in which that scene is read again.

import { Bug } from '@terrarium/kernel/errors';
import { ContextWindow } from '../context/context-window.ts';
import type { Conversation, SceneId } from '../context/message-log.ts';
import type { PostId } from '../corpus/corpus.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { RunStores } from '../journal/open-run-stores.ts';
import { buildRun, type RunOptions, requireFold } from './open-run.ts';
import type { Run, SettledReread } from './run.ts';

/**
 * Opens a run that only reads `scene` again; if an earlier retry was killed, continues where it stopped. If `posts` is
 * given, the run reads these posts in the scene's place, in their present form.
 */
export function openRetry(options: RunOptions, scene: LedgerScene, posts?: readonly PostId[]): Run {
  const { context } = options.stores;
  const reading = context.findConversation('reading');
  if (reading === undefined) throw new Bug('A scene was skipped, and there is no reading.');
  const open = findOpenRetry(options.stores, scene);
  const conversation = open?.conversation ?? createRetry(options.stores, reading, scene);
  const { forkedBefore } = conversation;
  const fold = context.findFold(conversation.id) ?? requireFold(context, { ...reading, forkedBefore });
  const window = new ContextWindow(fold, [
    ...context.readWindow(reading.id, fold, forkedBefore),
    ...context.readLog(conversation.id),
  ]);
  const reread = resolveReread(options, scene, open?.posts ?? (open?.isShown === true ? undefined : posts));
  // A retry that was begun continues after its last step, and must not be begun a second time.
  const pending = open?.isBegun === true ? [] : [reread?.scene ?? scene];
  return buildRun(options, { conversation, window, chooseScene: () => pending.shift(), reread });
}

/** The scene with its number and status, but with other posts. */
function resolveReread(
  { corpus }: RunOptions,
  scene: LedgerScene,
  posts: readonly PostId[] | undefined,
): SettledReread | undefined {
  const first = posts?.[0];
  const last = posts?.at(-1);
  if (posts === undefined || first === undefined || last === undefined) return undefined;
  const threadId = corpus.findPost(first)?.threadId ?? scene.threadId;
  const extent = { threadId, firstPostId: first, lastPostId: last, posts: posts.length, span: undefined };
  return { posts, scene: { ...scene, ...extent, isThreadEnd: false, isIndexed: false } };
}

/** Finds a retry of the scene that was created but not closed, and the posts that it shows. */
function findOpenRetry({ context, journal }: RunStores, scene: LedgerScene) {
  const conversation = context.findConversation('retry', scene.id);
  if (conversation === undefined) return undefined;
  const steps = journal.readSceneSteps({ conversationId: conversation.id, sceneId: scene.id });
  if (steps.some((step) => step.body.kind === 'scene-closed')) return undefined;
  const opened = steps.flatMap(({ body }) => (body.kind === 'scene-opened' ? [body] : []))[0];
  return { conversation, posts: opened?.posts, isShown: opened !== undefined, isBegun: steps.length > 0 };
}

function createRetry({ context }: RunStores, reading: Conversation, scene: LedgerScene): Conversation {
  const forkedBefore = context.findSceneMessage(scene.id, reading.id);
  return context.createConversation({ purpose: 'retry', sceneId: scene.id, forkedBefore });
}

export interface RetryRecord {
  readonly sceneId: SceneId;
  /** The posts that were read in the scene's place; empty if its own posts were read again. */
  readonly posts: readonly PostId[];
  /** How the retry ended; undefined if it is still open. */
  readonly closed: 'committed' | 'skipped' | undefined;
}

/** The retries, oldest first. */
export function listRetries({
  context,
  journal,
}: Pick<RunStores, 'context' | 'journal'>): readonly RetryRecord[] {
  return context.listRetries().map(({ id, sceneId }) => {
    const steps = journal.readSceneSteps({ conversationId: id, sceneId });
    const opened = steps.flatMap(({ body }) => (body.kind === 'scene-opened' ? [body] : []));
    const closed = steps.flatMap(({ body }) => (body.kind === 'scene-closed' ? [body.status] : []));
    return { sceneId, posts: opened[0]?.posts ?? [], closed: closed.at(-1) };
  });
}
