// Scene pages: the text of the scene that is worked on, rendered once.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { renderPassages } from '../context/render-scene.ts';
import type { Corpus, PostId, Scene } from '../corpus/corpus.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';

export interface ScenePages {
  readonly scene: Scene;
  /** The posts as the message shows them. */
  readonly passages: string;
  readonly passageTokens: number;
  /** The same words, post by post, without labels and markup: what names are looked for in. */
  readonly texts: readonly string[];
}

/** Reads and renders a scene of these posts, where they are known; depends on the corpus alone, so it may be done ahead. */
export function buildScenePages(
  corpus: Corpus,
  ledgerScene: LedgerScene,
  posts: readonly PostId[] | undefined,
): ScenePages {
  const scene = corpus.readScene(ledgerScene, posts);
  const passages = renderPassages(scene);
  const texts = scene.scenePosts.map((post) => post.body.slice(post.span.start, post.span.end));
  return { scene, passages, passageTokens: estimateTokens(passages), texts };
}
