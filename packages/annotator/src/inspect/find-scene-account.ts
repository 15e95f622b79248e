// Scene account: what a scene showed the model, what the model called, and what it was answered.

import type { SceneId } from '../context/message-log.ts';
import type { StoryPost } from '../corpus/corpus.ts';
import type { Annotator } from '../open-annotator.ts';
import { type TitledScene, titleScene } from './read-status.ts';
import { openSceneLog, type SceneConversation } from './scene-log-store.ts';

export interface SceneAccount extends TitledScene {
  /** Its posts as the corpus has them; empty where the corpus is not there. */
  readonly posts: readonly StoryPost[];
  readonly conversations: readonly SceneConversation[];
}

/** Undefined where there is no such scene. */
export function findSceneAccount(annotator: Annotator, id: number): SceneAccount | undefined {
  const scene = annotator.stores.ledger.findScene(id as SceneId);
  if (scene === undefined) return undefined;
  const corpus = annotator.corpora.get(scene.corpus);
  return {
    ...titleScene(annotator, scene),
    posts: corpus?.readScene(scene).scenePosts.map((post) => ({ ...post, body: cutPost(post) })) ?? [],
    conversations: openSceneLog(annotator.connection).readConversations(scene.id),
  };
}

function cutPost(post: StoryPost & { readonly span: { start: number; end: number } }): string {
  return post.body.slice(post.span.start, post.span.end);
}
