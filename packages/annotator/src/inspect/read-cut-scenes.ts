// Reads which scenes were read behind a cut prompt, when a server dropped the front of it and nobody noticed.

import { collectCutScenes } from '../journal/collect-cut-scenes.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../stores/open-annotator.ts';

export interface CutReading {
  readonly scenes: number;
  /** Of the prompt of which the smallest part was read: what the server counted, and what was sent, estimated. */
  readonly countedTokens: number;
  readonly sentTokens: number;
}

/** Goes through the whole journal; undefined where nothing was cut. */
export function readCutScenes({ stores }: Pick<Annotator, 'stores'>): CutReading | undefined {
  const cut = collectCutScenes(stores.journal).filter(
    ({ sceneId }) => stores.ledger.findScene(sceneId)?.status === 'committed',
  );
  const [worst] = cut.toSorted(
    (one, other) => one.countedTokens / one.sentTokens - other.countedTokens / other.sentTokens,
  );
  if (worst === undefined) return undefined;
  const { countedTokens, sentTokens } = worst;
  return { scenes: cut.length, countedTokens, sentTokens };
}

/** Of one corpus, in reading order. */
export function listCutScenes({ stores }: Pick<Annotator, 'stores'>, corpus: string): readonly LedgerScene[] {
  return collectCutScenes(stores.journal).flatMap(({ sceneId }) => {
    const scene = stores.ledger.findScene(sceneId);
    return scene?.status === 'committed' && scene.corpus === corpus ? [scene] : [];
  });
}
