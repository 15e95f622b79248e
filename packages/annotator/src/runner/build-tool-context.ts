// Builds the context of a tool: the glossary, the corpus up to the model's position, and the source to record with changes.

import type { Position } from '../corpus/corpus.ts';
import { isReached } from '../corpus/is-reached.ts';
import type { ChangeSource } from '../glossary/entry.ts';
import type { StepId } from '../journal/journal.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import { type Run, readScenePages, requireScene, toPosition } from './run.ts';

/** The context of the call whose effect is recorded by the given step. */
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
      promptVersion: run.session.preamble.version,
      reason: undefined,
      ...(run.reread === undefined ? {} : { isBefore: buildOrder(run) }),
    },
    ...(run.isSecond ? { knowsToday: true } : {}),
    hasSaid: (say) => hasSaid(run, say),
    snapshots: stores.snapshots,
  };
}

/** Returns a function that compares positions by the order of the present story. */
function buildOrder({ corpus }: Run): NonNullable<ChangeSource['isBefore']> {
  return (one, other) =>
    one.corpus === corpus.name &&
    other.corpus === corpus.name &&
    one.postId !== other.postId &&
    isReached(corpus, one, other);
}

/** The last post that was shown, in the open scene or, if none is open, in the previous one. */
function resolveReadPosition(run: Run): Position {
  const scene = toPosition(requireScene(run));
  if (run.session.progress.isOpened) return scene;
  return run.stores.journal.readTotals().position ?? scene;
}

/**
 * Whether these words are in an answer to this scene's tagged updates, or in a message in the window that is not the
 * model's.
 */
function hasSaid({ session, stores }: Run, words: string): boolean {
  const sceneId = session.scene?.id;
  const isWritten = sceneId !== undefined && session.progress.reply?.channel === 'text';
  const written = isWritten
    ? stores.journal.readTextAnswers({ sceneId, conversationId: session.conversation.id })
    : [];
  return (
    written.some(({ say = '' }) => say.includes(words)) ||
    session.window.live.some(({ message }) => message.role !== 'assistant' && message.content.includes(words))
  );
}
