// Plans scenes: where runs of story posts begin and end, without holding their text in memory.

import type { PostId, SceneLimits, ScenePlan, Span, ThreadId } from './corpus.ts';
import { splitBody } from './split-body.ts';

/** A post as planning needs it: no text. */
export interface PostOutline {
  readonly postId: PostId;
  readonly threadId: ThreadId;
  /** Whether the post has the tag `qm_post`. */
  readonly isStory: boolean;
  /** Characters of the body. In writing systems that need more tokens than English, each character counts for more. */
  readonly characters: number;
}

type DraftPlan = Omit<ScenePlan, 'isThreadEnd'>;

/** Posts gathered for the scene being planned. */
interface Run {
  readonly threadId: ThreadId;
  readonly firstPostId: PostId;
  lastPostId: PostId;
  posts: number;
  characters: number;
}

/**
 * Every scene in reading order. `outlines` must come in reading order, thread by thread; `readBody` is called only for
 * a post that alone is over the limit.
 */
export function* planScenes(
  outlines: Iterable<PostOutline>,
  limits: SceneLimits,
  readBody: (id: PostId) => string,
): Generator<ScenePlan> {
  let waiting: DraftPlan | undefined;
  for (const draft of iterateDrafts(outlines, limits, readBody)) {
    if (waiting !== undefined) {
      yield { ...waiting, isThreadEnd: draft.threadId !== waiting.threadId };
    }
    waiting = draft;
  }
  if (waiting !== undefined) yield { ...waiting, isThreadEnd: true };
}

function* iterateDrafts(
  outlines: Iterable<PostOutline>,
  limits: SceneLimits,
  readBody: (id: PostId) => string,
): Generator<DraftPlan> {
  let counted: ThreadId | undefined;
  let sceneIndex = 0;
  for (const scene of iterateRuns(outlines, limits)) {
    if (scene.threadId !== counted) {
      counted = scene.threadId;
      sceneIndex = 0;
    }
    const isLongPost = scene.posts === 1 && scene.characters > limits.maxCharacters;
    const spans = isLongPost ? splitLongPost(readBody(scene.firstPostId), scene, limits) : [undefined];
    for (const span of spans) {
      yield buildDraft(scene, sceneIndex, spans.length > 1 ? span : undefined);
      sceneIndex += 1;
    }
  }
}

function splitLongPost(body: string, { characters }: Run, { maxCharacters }: SceneLimits): readonly Span[] {
  const share = Math.min(1, body.length / characters);
  return splitBody(body, Math.max(1, Math.floor(maxCharacters * share)));
}

function* iterateRuns(outlines: Iterable<PostOutline>, limits: SceneLimits): Generator<Run> {
  let run: Run | undefined;
  for (const post of outlines) {
    if (run !== undefined && !canJoin(run, post, limits)) {
      yield run;
      run = undefined;
    }
    if (!post.isStory) continue;
    if (run === undefined) {
      run = startRun(post);
      continue;
    }
    run.lastPostId = post.postId;
    run.posts += 1;
    run.characters += post.characters;
  }
  if (run !== undefined) yield run;
}

function canJoin(run: Run, post: PostOutline, limits: SceneLimits): boolean {
  return (
    post.isStory && post.threadId === run.threadId && run.characters + post.characters <= limits.maxCharacters
  );
}

function startRun(post: PostOutline): Run {
  return {
    threadId: post.threadId,
    firstPostId: post.postId,
    lastPostId: post.postId,
    posts: 1,
    characters: post.characters,
  };
}

function buildDraft(run: Run, sceneIndex: number, span: Span | undefined): DraftPlan {
  return {
    threadId: run.threadId,
    sceneIndex,
    firstPostId: run.firstPostId,
    lastPostId: run.lastPostId,
    posts: run.posts,
    span,
    isThreadStart: sceneIndex === 0,
  };
}
