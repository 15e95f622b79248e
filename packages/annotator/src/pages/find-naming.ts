// Finds where the story, up to a reader's place, first names something, even if it becomes an entry only later.

import type { Corpus, Position, PostId } from '../corpus/corpus.ts';
import { findStanding, readThreadPlace } from '../corpus/is-reached.ts';
import { buildBodyReader } from '../export/open-glossary-for.ts';
import { openReadingStore } from '../glossary/reading-store.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { TextPlace } from './find-scene-at.ts';

/**
 * Where the story first names something, and the name to show: the term, if the story has used it before the reader's
 * place; otherwise the first name that the story used.
 */
export interface Naming {
  readonly position: Position;
  readonly name: string;
}

/** The term must be the first of the names. Undefined if none of the names occurs in the story before the place. */
export function findNaming(
  annotator: Annotator,
  names: readonly string[],
  place: TextPlace,
): Naming | undefined {
  const reading = openReadingStore(annotator.connection, buildBodyReader(annotator));
  const first = reading.findNamingPart(names);
  const part = first === undefined ? undefined : reading.findPart(first);
  if (part === undefined) return undefined;
  const { position, start, end } = part;
  const isOpen = position.corpus === place.corpus && position.postId === place.postId;
  if (!isOpen && !isBefore(annotator, position, place)) return undefined;
  const index = buildSurfaceIndex({ isStrict: true });
  index.set(1, names);
  const text = reading.readPage(part.id)?.text.slice(0, (isOpen ? place.offset : end) - start) ?? '';
  const [found] = index.listMatches(text);
  if (found === undefined) return undefined;
  const [term = ''] = names;
  const full = reading.findPart(reading.findFirstPart([term]) ?? 0)?.position;
  const isFull = full !== undefined && isBefore(annotator, full, place);
  return { position, name: isFull ? term : found.surface };
}

function isBefore({ corpora, world }: Annotator, position: Position, place: TextPlace): boolean {
  if (position.corpus !== place.corpus) {
    const order = world.corpora.map(({ name }) => name);
    return order.indexOf(position.corpus) < order.indexOf(place.corpus);
  }
  const corpus = corpora.get(place.corpus);
  return corpus !== undefined && isEarlierPost(corpus, position.postId, place.postId);
}

/**
 * Whether a post comes before another. In place of a post that is gone, the last post before it that is still there
 * counts; if there is none, the post that is gone counts as the earlier one.
 */
export function isEarlierPost(corpus: Corpus, one: PostId, other: PostId): boolean {
  const [first, second] = [findStanding(corpus, one), findStanding(corpus, other)];
  if (first === undefined || second === undefined) return first === undefined;
  if (first.threadId !== second.threadId)
    return readThreadPlace(corpus, first.threadId) < readThreadPlace(corpus, second.threadId);
  return first.ordinal < second.ordinal;
}
