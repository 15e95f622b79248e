// Measures how much of a corpus is still to be read, before it is planned in the ledger.

import type { SceneId } from '../context/message-log.ts';
import type { Corpus, PostId, SceneLimits } from '../corpus/corpus.ts';
import type { LedgerStore } from '../journal/ledger-store.ts';

export interface UnreadText {
  readonly scenes: number;
  /**
   * Characters of the unread posts. If a script needs more tokens than English does, each of its characters counts as
   * more than one.
   */
  readonly characters: number;
}

/** `ledger` is undefined if nothing in the world was read. */
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
 * How many scenes will be added to the ledger when the reading goes on: all scenes of a new corpus, or the scenes of
 * posts that were added after the corpus was planned.
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

/** Whether the post is still in the file. If it is not, it is unknown which posts come after it. */
function isThere(corpus: Corpus, post: PostId | undefined): boolean {
  return post !== undefined && corpus.findBody(post) !== undefined;
}

function measureBehind(corpus: Corpus, post: PostId | undefined): number {
  return corpus.measureStory(isThere(corpus, post) ? post : undefined);
}
