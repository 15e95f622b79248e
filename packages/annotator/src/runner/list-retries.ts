// Lists what was read again: which posts, in the place of which scene, and how that ended.

import type { SceneId } from '../context/message-log.ts';
import type { PostId } from '../corpus/corpus.ts';
import type { RunStores } from '../stores/run-stores.ts';

export interface RetryRecord {
  readonly sceneId: SceneId;
  /** Empty where the scene's own posts were read again. */
  readonly posts: readonly PostId[];
  /** Undefined for one that is still open. */
  readonly closed: 'committed' | 'skipped' | undefined;
}

/** Oldest first. */
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
