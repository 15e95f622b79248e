// Builds what a tool works on: the glossary, the corpus up to where the reader stands, and who is to be named as source.

import type { Position } from '../corpus/corpus.ts';
import { isReached } from '../corpus/is-reached.ts';
import type { ChangeSource } from '../glossary/entry.ts';
import type { StepId } from '../journal/journal.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import { type Run, readScenePages, requireScene, toPosition } from './run.ts';

/** The context of the call whose effect step `stepId` records. */
export function buildToolContext(run: Run, stepId: StepId): ToolContext {
  const { session, stores } = run;
  const position = resolveReadPosition(run);
  return {
    glossary: stores.glossary,
    corpora: run.corpora,
    position,
    scenePosts: session.progress.isOpened ? readScenePages(run).scene.scenePosts : [],
    source: {
      author: 'agent',
      position,
      stepId,
      model: run.model.id,
      promptVersion: run.preamble.version,
      reason: undefined,
      ...(run.reread === undefined ? {} : { isBefore: buildOrder(run) }),
    },
    hasSaid: (say) => hasSaid(run, say),
    snapshots: stores.snapshots,
  };
}

/** Compares positions by the order of the story as it is now. */
function buildOrder({ corpus }: Run): NonNullable<ChangeSource['isBefore']> {
  return (one, other) =>
    one.corpus === corpus.name &&
    other.corpus === corpus.name &&
    one.postId !== other.postId &&
    isReached(corpus, one, other);
}

/** The last post that was shown: of the open scene, else of the scene before. */
function resolveReadPosition(run: Run): Position {
  const scene = toPosition(requireScene(run));
  if (run.session.progress.isOpened) return scene;
  return run.stores.journal.readTotals().position ?? scene;
}

/** Whether an answer of the open scene began with these words. */
function hasSaid({ session, stores }: Run, say: string): boolean {
  const sceneId = session.scene?.id;
  if (sceneId === undefined) return false;
  if (session.progress.reply?.channel === 'text')
    return stores.journal
      .readTextAnswers({ sceneId, conversationId: session.conversation.id })
      .some((answer) => answer.say === say);
  return session.window.live.some(
    ({ sceneId: of, message }) =>
      of === sceneId && message.role === 'tool' && message.content.startsWith(say),
  );
}
