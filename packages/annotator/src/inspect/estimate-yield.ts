// Estimates whether a reading missed much, by looking up in the glossary the names that occur in some of the scenes.

import { extractNames } from '../glossary/extract-names.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { buildScenePages } from '../runner/run.ts';

export interface Yield {
  /** How many of the scenes were searched for names. */
  readonly scenes: number;
  /** How many names occur at least twice in these scenes. */
  readonly names: number;
  /** How many of these names are in the glossary. */
  readonly known: number;
}

/** At most this many scenes are searched, so that a long story takes no longer than a short one. */
const mostScenes = 24;
const mostNames = 400;
/** If there are fewer names, it may be right that none of them has an entry. */
const leastNames = 10;
/** After a good reading, at least this share of the names is in the glossary. */
const leastKnownShare = 0.1;

/** Undefined if the yield is plausible, or if too little was read to judge it. */
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
