// Measures what of a corpus is still to be read, before anything of it is planned in the ledger.

import type { SceneId } from '../context/message-log.ts';
import type { Corpus, PostId, SceneLimits } from '../corpus/corpus.ts';
import type { LedgerStore } from '../journal/ledger-store.ts';

export interface UnreadText {
  readonly scenes: number;
  /** Of their posts; where a script takes more tokens than English does, they count for more. */
  readonly characters: number;
}

/** `ledger` is undefined where nothing was read of the world. */
export function measureUnread(
  corpus: Corpus,
  ledger: LedgerStore | undefined,
  limits: SceneLimits,
): UnreadText {
  const begun = ledger?.findScene(ledger.findLastBegun(corpus.name) as SceneId);
  const { pending, running } = ledger?.countScenes([corpus.name]).byStatus ?? { pending: 0, running: 0 };
  return {
    scenes: pending + running + countUnplanned(corpus, ledger, limits),
    characters: measureBehind(corpus, running > 0 ? begun?.firstPostId : begun?.lastPostId),
  };
}

/** Scenes that the ledger will hold once the corpus is read on: all of one that is new, what has come since of another. */
export function countUnplanned(corpus: Corpus, ledger: LedgerStore | undefined, limits: SceneLimits): number {
  const isPlanned = ledger?.readPlannedCorpora().some((one) => one.corpus === corpus.name) === true;
  const last = isPlanned
    ? ledger.findLastScene(corpus.name, Number.MAX_SAFE_INTEGER as SceneId)?.lastPostId
    : undefined;
  if (isPlanned && !isThere(corpus, last)) return 0;
  let scenes = 0;
  for (const _ of corpus.planScenes(limits, last)) scenes += 1;
  return scenes;
}

/** A place that is gone from the file says nothing about what is behind it. */
function isThere(corpus: Corpus, post: PostId | undefined): boolean {
  return post !== undefined && corpus.findBody(post) !== undefined;
}

function measureBehind(corpus: Corpus, post: PostId | undefined): number {
  return corpus.measureStory(isThere(corpus, post) ? post : undefined);
}
