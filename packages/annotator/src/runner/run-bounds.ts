// Keeps a run within its bounds: how long it may go on, what it may cost, and how far it may read.

import type { Clock } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Corpus, PostId, ScenePlan, ThreadId } from '../corpus/corpus.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { type PostPlace, parsePlace, type Side, type ThreadPlace } from '../moments/reader-place.ts';
import { buildReach, requireOnePost, requireOneThread } from '../moments/resolve-moment.ts';

/** A planned scene, with the name of its corpus. */
export type PlannedScene = Pick<ScenePlan, 'threadId' | 'firstPostId' | 'lastPostId'> & {
  readonly corpus: string;
};

/** Whether a scene comes after the place at which the reading shall stop. */
export type StopTest = (scene: PlannedScene) => boolean;

export interface RunBounds {
  /** No request is made later than this many milliseconds after the start. */
  readonly maxMs?: number | undefined;
  /** No request is made once prompts and replies, including cached tokens, have used this many tokens. */
  readonly maxTokens?: number | undefined;
  readonly until?: string | undefined;
}

/** Counts time and tokens against the bounds; all corpora of a run share one of these. */
export interface BoundKeeper {
  /** If a server does not count tokens, pass an estimate: the bound would otherwise never be reached. */
  recordTokens(tokens: number): void;
  /** The bound that has been reached; undefined as long as the model may be asked. */
  findSpent(): 'time' | 'tokens' | undefined;
  /** Whether the scene comes after the last place that is to be read. */
  isBehind(scene: PlannedScene): boolean;
}

export const unbounded: BoundKeeper = {
  recordTokens: () => undefined,
  findSpent: () => undefined,
  isBehind: () => false,
};

export interface BoundSources {
  readonly clock: Clock;
  readonly resolveStop: (place: string) => StopTest;
}

/** Starts to count time and tokens. Throws the errors of `resolveStop`. */
export function openRunBounds(
  bounds: RunBounds | undefined,
  { clock, resolveStop }: BoundSources,
): BoundKeeper {
  if (bounds === undefined) return unbounded;
  const { maxMs = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY, until } = bounds;
  const isBehind: StopTest = until === undefined ? () => false : resolveStop(until);
  const startedMs = clock.monotonic();
  let used = 0;
  return {
    recordTokens(tokens) {
      used += tokens;
    },
    findSpent() {
      if (used >= maxTokens) return 'tokens';
      return clock.monotonic() - startedMs >= maxMs ? 'time' : undefined;
    },
    isBehind,
  };
}

/**
 * Returns a function that tests whether a scene comes after the place that `text` names (see `parsePlace`). Stories
 * follow each other in the order of the world's corpora. Throws `UsageError` if the place does not exist, is
 * ambiguous, or is a bookmark.
 */
export function resolveStop(annotator: Annotator, text: string): StopTest {
  const parsed = parsePlace(text);
  if (!parsed.ok) throw refuse(`"${text}" is not a place in a story.`, parsed.say);
  const { place } = parsed;
  if (!('side' in place)) {
    throw refuse(
      `"${text}" is a bookmark in what was already read, and a reading can only stop at a later place.`,
      'Name a place like thread:3, post:4711, "before chapter:212" or a title.',
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
  /** A test that is valid only for scenes of this corpus. */
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

/**
 * A scene is read whole or not at all. For `after`, the scene that contains the post is read; for `before`, it is not.
 */
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
