// Lists the posts in which a person's quotes are looked for, and sentences that could be quoted.

import { openMomentStore } from '../as-of/moment-store.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import { buildBodyReader } from '../export/open-glossary-for.ts';
import type { CitablePost } from '../glossary/citable-text.ts';
import { openReadingStore } from '../glossary/reading-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { readReaderPlace } from '../moments/reader-place.ts';
import { resolveMoment } from '../moments/resolve-moment.ts';
import { openWorldCorpus } from '../world/open-world.ts';

/** The maximum number of posts that are searched for words similar to a quote: searching a post takes a long time. */
export const maxSearched = 200;
const maxShown = 3;
const shownCharacters = 160;

/** The posts that have one of the names, in reading order, up to the reader's place. */
export function listReadPosts(annotator: Annotator, names: readonly string[]): readonly CitablePost[] {
  const place = readReaderPlace(annotator.world);
  const last =
    place === undefined
      ? Number.POSITIVE_INFINITY
      : openMomentStore(annotator.connection).readLastPart(resolveMoment(annotator, place));
  const readBody = buildBodyReader(annotator);
  const reading = openReadingStore(annotator.connection, readBody);
  const posts = reading.countNames(names).flatMap(({ partId }) => {
    const part = partId <= last ? reading.findPart(partId) : undefined;
    if (part === undefined) return [];
    const { corpus, postId } = part.position;
    const body = readBody(corpus, postId);
    return body === undefined ? [] : [{ corpus, postId, body, span: { start: part.start, end: part.end } }];
  });
  if (posts.length === 0) refuseMissingStory(annotator);
  return posts;
}

/** If a story cannot be opened, throws the error: without the story, nobody can say that a name is not in it. */
function refuseMissingStory({ world, corpora }: Annotator): void {
  for (const { name } of world.corpora) {
    if (!corpora.has(name)) openWorldCorpus(world, name).close();
  }
}

/** Advice about a quote: the first sentences that would be accepted. */
export function suggestQuotes(posts: readonly CitablePost[], wouldDo: (sentence: string) => boolean): string {
  const found: string[] = [];
  for (const { body, span, postId } of posts) {
    for (const { start, end } of listSentenceLabels(body, span)) {
      const sentence = body.slice(start, end);
      if (!wouldDo(sentence)) continue;
      found.push(`“${cutWords(sentence)}” (post ${postId})`);
      if (found.length === maxShown) return `Copy one of these sentences as the quote: ${found.join('; ')}.`;
    }
  }
  return found.length === 0
    ? 'Copy a sentence of the story as the quote.'
    : `Copy one of these sentences as the quote: ${found.join('; ')}.`;
}

export function cutWords(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters - 1)}…` : line;
}
