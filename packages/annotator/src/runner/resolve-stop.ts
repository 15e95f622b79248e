// Finds where in the story a reading is to stop: which scenes lie behind the place that somebody named.

import { UsageError } from '@terrarium/kernel/errors';
import type { Corpus, PostId, ThreadId } from '../corpus/corpus.ts';
import { type PostPlace, parsePlace, type Side, type ThreadPlace } from '../places/parse-place.ts';
import { buildReach, requireOnePost, requireOneThread } from '../places/resolve-moment.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import type { PlannedScene, StopTest } from './run-bounds.ts';

/**
 * Tells the scenes behind the place that `text` names (see `parsePlace`) from those up to it. Stories lie in the order of the
 * world's corpora. Throws `UsageError` for a place that is not there, not clear, or no place in the story.
 */
export function resolveStop(annotator: Annotator, text: string): StopTest {
  const parsed = parsePlace(text);
  if (!parsed.ok) throw refuse(`"${text}" is no place in a story.`, parsed.say);
  const { place } = parsed;
  if (!('side' in place)) {
    throw refuse(
      `"${text}" is a mark in what was read, and no place to read up to.`,
      'Say a place like thread:3, post:4711, "before chapter:212" or a title.',
    );
  }
  const order = [...annotator.corpora.keys()];
  const end =
    place.kind === 'post' ? resolveEndAtPost(annotator, place) : resolveEndAtThread(annotator, place);
  const last = order.indexOf(end.corpus.name);
  return (scene) => {
    const at = order.indexOf(scene.corpus);
    return at === last ? end.isBehind(scene) : at > last;
  };
}

interface End {
  readonly corpus: Corpus;
  /** Of a scene of that corpus. */
  readonly isBehind: StopTest;
}

function resolveEndAtThread(annotator: Annotator, place: ThreadPlace): End {
  const { corpus, thread } = requireOneThread(annotator, place, () => buildReach(annotator));
  return { corpus, isBehind: buildThreadTest(corpus, { threadId: thread.id, side: place.side }) };
}

function resolveEndAtPost(annotator: Annotator, place: PostPlace): End {
  const { corpus, post } = requireOnePost(annotator, place);
  const { postId, threadId } = post;
  const isThreadBehind = buildThreadTest(corpus, { threadId, side: 'after' });
  const isBehind: StopTest = (scene) =>
    scene.threadId === threadId
      ? isSceneBehind(scene, { corpus, postId, side: place.side })
      : isThreadBehind(scene);
  return { corpus, isBehind };
}

/** A scene is read whole or not at all: `after` reads the one with the post, `before` none that has it. */
function isSceneBehind(
  { threadId, firstPostId, lastPostId }: PlannedScene,
  { corpus, postId, side }: { readonly corpus: Corpus; readonly postId: PostId; readonly side: Side },
): boolean {
  if (side === 'after' && firstPostId === postId) return false;
  const endPostId = side === 'after' ? firstPostId : lastPostId;
  return corpus.readRange({ threadId, startPostId: postId, endPostId, limit: 1 }).length > 0;
}

function buildThreadTest(
  corpus: Corpus,
  { threadId, side }: { readonly threadId: ThreadId; readonly side: Side },
): StopTest {
  const places = new Map([...corpus.iterateThreads()].map(({ id }, index) => [id, index]));
  const limit = (places.get(threadId) ?? 0) - (side === 'before' ? 1 : 0);
  return (scene) => (places.get(scene.threadId) ?? Number.MAX_SAFE_INTEGER) > limit;
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'as-of.unknown-place', happened, todo });
}
