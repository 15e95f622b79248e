// Scene account: what a scene showed the model, what the model called, and what it was answered.

import type { SceneId } from '../context/message-log.ts';
import type { StoryPost } from '../corpus/corpus.ts';
import type { WorldView } from '../places/world-view.ts';
import { readScenePosts } from './read-scene-posts.ts';
import { type TitledScene, withSceneTitle } from './read-status.ts';
import { openSceneLog, type SceneConversation, type SceneReader } from './scene-log-store.ts';

export interface SceneAccount extends TitledScene {
  /** Its posts as the corpus has them; empty where the corpus is not there. */
  readonly posts: readonly StoryPost[];
  readonly readers: readonly SceneReader[];
  readonly conversations: readonly SceneConversation[];
}

/** Undefined where there is no such scene. */
export function findSceneAccount(view: WorldView, id: number): SceneAccount | undefined {
  const scene = view.stores.ledger.findScene(id as SceneId);
  if (scene === undefined) return undefined;
  const corpus = view.corpora.get(scene.corpus);
  const log = openSceneLog(view.connection);
  return {
    ...withSceneTitle(view, scene),
    posts: corpus === undefined ? [] : readScenePosts(corpus, scene),
    readers: log.readReaders(scene.id),
    conversations: log
      .readConversations(scene.id)
      .filter(({ purpose }) => view.isAsOf !== true || purpose === 'reading'),
  };
}
