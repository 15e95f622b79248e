// Scene desk: the text of the scene that is worked on, rendered once.

import { renderPassages } from '../context/render-scene.ts';
import type { Corpus, Scene } from '../corpus/corpus.ts';
import type { LedgerScene } from './ledger-store.ts';

export interface SceneDesk {
  readonly scene: Scene;
  /** The posts as the message shows them. */
  readonly passages: string;
}

/** Reads and renders a scene; depends on the corpus alone, so it may be done ahead. */
export function openSceneDesk(corpus: Corpus, ledgerScene: LedgerScene): SceneDesk {
  const scene = corpus.readScene(ledgerScene);
  return { scene, passages: renderPassages(scene) };
}
