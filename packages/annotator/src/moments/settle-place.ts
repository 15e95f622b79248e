// Adapts the reader's stored place after a story was taken out of a world, or was not taken over into a new world.

import { isThere } from '@terrarium/kernel/is-there';
import { openCorpus } from '../corpus/open-corpus.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { CorpusRecord, World } from '../world/world.ts';
import { parsePlace, replacePlace } from './reader-place.ts';
import { hasMoment } from './resolve-moment.ts';

export interface LeftStories {
  /** Names of all stories that the world still has. */
  readonly names: readonly string[];
  /** The stories among them that may be opened. */
  readonly open: readonly CorpusRecord[];
  /** An annotator in which only these stories are open; undefined if nothing was read. */
  readonly annotator: Annotator | undefined;
}

/**
 * If a reader was in a story that is gone, they are moved to the point at which they left another story; if there is
 * none, to the beginning of the first story: they must not be shown more than before.
 */
export function settlePlace(world: World, left: LeftStories): void {
  const names = new Set(left.names);
  replacePlace(world, {
    isKept: ({ corpus }) => names.has(corpus),
    isThere: (place) => isIn(place, names, left.annotator),
    findBeginning: () => findBeginning(left.open),
  });
}

function isIn(said: string, names: ReadonlySet<string>, annotator: Annotator | undefined): boolean {
  const parsed = parsePlace(said);
  const corpus = parsed.ok && 'corpus' in parsed.place ? parsed.place.corpus : undefined;
  if (corpus !== undefined) return names.has(corpus);
  // A chapter or a title does not show to which story it belongs.
  return annotator !== undefined && hasMoment(annotator, said);
}

function findBeginning(records: readonly CorpusRecord[]): string | undefined {
  const record = records.find(({ path }) => isThere(path));
  if (record === undefined) return undefined;
  const { name, path, kind } = record;
  const corpus = openCorpus({ name, path, isNamed: kind === 'linked' });
  try {
    const [first] = corpus.iterateThreads();
    return first === undefined ? undefined : `before thread:${first.id}@${name}`;
  } finally {
    corpus.close();
  }
}
