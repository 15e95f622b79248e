// Measures how much of a corpus is still to be read, before it is planned in the ledger.

import type { SceneId } from '../context/message-log.ts';
import type { Corpus, PostId, SceneLimits } from '../corpus/corpus.ts';
import type { LedgerStore } from '../journal/ledger-store.ts';

export interface UnreadText {
  readonly scenes: number;
  /** Characters of their posts; scripts that need more tokens than English count for more. */
  readonly characters: number;
}

/** `ledger` is undefined if nothing of the world was read. */
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

/**
 * How many scenes reading on will add to the ledger: all of a new corpus, or what was added to one since it was
 * planned.
 */
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

/** For a post that is gone from the file, it cannot be told what comes after it. */
function isThere(corpus: Corpus, post: PostId | undefined): boolean {
  return post !== undefined && corpus.findBody(post) !== undefined;
}

function measureBehind(corpus: Corpus, post: PostId | undefined): number {
  return corpus.measureStory(isThere(corpus, post) ? post : undefined);
}
