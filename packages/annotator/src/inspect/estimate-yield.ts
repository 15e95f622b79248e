// Estimates whether a reading missed much: compares the names in some of the scenes read with the glossary.

import { extractNames } from '../glossary/extract-names.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { buildScenePages } from '../runner/run.ts';

export interface Yield {
  /** Scenes that were looked at, out of those that were read. */
  readonly scenes: number;
  /** Names that occur at least twice in them. */
  readonly names: number;
  /** How many of those the glossary has. */
  readonly known: number;
}

/** The most scenes that are looked at, so that a long story costs no more than a short one. */
const mostScenes = 24;
const mostNames = 400;
/** With fewer names, it may be that none of them is worth an entry. */
const leastNames = 10;
/** A good reading misses names too, but the glossary has at least this share of them. */
const leastKnownShare = 0.1;

/** Undefined if the yield is plausible, or too little was read to tell. */
export function findImplausibleYield({
  stores,
  corpora,
}: Pick<Annotator, 'stores' | 'corpora'>): Yield | undefined {
  const read = stores.ledger.readScenes('committed');
  const every = Math.max(1, Math.ceil(read.length / mostScenes));
  const scenes = read.filter((_, at) => at % every === 0);
  const texts = scenes.flatMap((scene) => {
    const corpus = corpora.get(scene.corpus);
    if (corpus === undefined) return [];
    const posts = stores.ledger.findDigests(scene.id)?.map(({ postId }) => postId);
    return buildScenePages(corpus, scene, posts).texts;
  });
  const joined = texts.join('\n');
  const names = extractNames(texts, mostNames).filter((name) => joined.split(name, 3).length === 3);
  const known = names.filter((name) => stores.glossary.listMatches(name).length > 0).length;
  if (names.length < leastNames || known >= names.length * leastKnownShare) return undefined;
  return { scenes: scenes.length, names: names.length, known };
}
