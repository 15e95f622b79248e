// Anchors a quote: finds its words in the current story if its post is gone.

import type { Corpus, PostId, StoryPost } from '../corpus/corpus.ts';
import { findReplacement } from '../corpus/find-replacement.ts';
import type { Evidence, GlossaryEntry } from './entry.ts';

export type AnchorCorpus = Pick<Corpus, 'findFormer' | 'findPost' | 'readRange'>;

/**
 * `here`: the quote is still in its post. `moved`: it is word for word in a post that replaced its post. `former`:
 * only an earlier version of the story has it.
 */
export type Anchor =
  | { readonly at: 'here' }
  | { readonly at: 'moved'; readonly post: StoryPost; readonly start: number; readonly end: number }
  | { readonly at: 'former' };

/** At most this many posts are searched for a quote. */
const widest = 60;

export function resolveAnchor(
  corpus: AnchorCorpus,
  { postId, quote }: Pick<Evidence, 'postId' | 'quote'>,
): Anchor {
  if (corpus.findFormer(postId) === undefined) return { at: 'here' };
  const now = findReplacement(corpus, postId);
  const first = now === undefined ? undefined : corpus.findPost(now.first);
  return now === undefined || first === undefined
    ? { at: 'former' }
    : resolveAnchorIn(corpus, { first, last: now.last, quote });
}

/** Whether the entry has quotes, and none of them is left in the story. */
export function isOnFormer(corpora: ReadonlyMap<string, AnchorCorpus>, { evidence }: GlossaryEntry): boolean {
  return (
    evidence.length > 0 &&
    evidence.every((piece) => {
      const corpus = corpora.get(piece.corpus);
      return corpus !== undefined && resolveAnchor(corpus, piece).at === 'former';
    })
  );
}

function resolveAnchorIn(
  corpus: AnchorCorpus,
  { first, last, quote }: { readonly first: StoryPost; readonly last: PostId; readonly quote: string },
): Anchor {
  const range = { threadId: first.threadId, startPostId: first.postId, endPostId: last, limit: widest };
  for (const post of corpus.readRange(range)) {
    const start = post.body.indexOf(quote);
    if (start !== -1) return { at: 'moved', post, start, end: start + quote.length };
  }
  return { at: 'former' };
}
