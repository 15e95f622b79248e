// Finds the posts that quotes come from, each cut where the reading had stopped in it.

import { openReadEnds } from '../as-of/moment-store.ts';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import type { Annotator } from '../journal/open-annotator.ts';

export interface CitedPost extends Position {
  readonly author: string | undefined;
  readonly threadTitle: string;
  /** The post's text as far as it had been read. */
  readonly body: string;
}

export interface CitedPosts {
  find(corpus: string, postId: number): CitedPost | undefined;
}

/**
 * A long post is read in parts. Its body is cut at the end of the newest part that is not later than `lastPart`; if all
 * are later, at the end of the newest.
 */
export function openCitedPosts(
  { corpora, connection }: Pick<Annotator, 'corpora' | 'connection'>,
  lastPart: number,
): CitedPosts {
  const findEnd = openReadEnds(connection);
  const known = new Map<string, CitedPost | undefined>();
  const read = (corpusName: string, postId: number): CitedPost | undefined => {
    const corpus = corpora.get(corpusName);
    const post = corpus?.findPost(postId as PostId);
    if (corpus === undefined || post === undefined) return undefined;
    const { author, threadId, body } = post;
    return {
      corpus: corpusName,
      threadId,
      postId: postId as PostId,
      author: author?.trim() === '' ? undefined : author?.trim(),
      threadTitle: resolveTitle(corpus.findThread(threadId)?.title, threadId),
      body: body.slice(0, findEnd(corpusName, postId, lastPart)),
    };
  };
  return {
    find(corpus, postId) {
      const key = `${postId} ${corpus}`;
      if (!known.has(key)) known.set(key, read(corpus, postId));
      return known.get(key);
    },
  };
}

function resolveTitle(title: string | undefined, threadId: ThreadId): string {
  return title === undefined || title.trim() === '' ? `Thread ${threadId}` : title.trim();
}
