// Anchors a quote: finds its words in the current story if its post is gone.

import type { Corpus, PostId, StoryPost } from '../corpus/corpus.ts';
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

/** How many posts are searched for a quote. */
const widest = 60;
/** How many versions of a story are followed from a quote to the current one. */
const mostVersions = 200;

export function resolveAnchor(
  corpus: AnchorCorpus,
  { postId, quote }: Pick<Evidence, 'postId' | 'quote'>,
): Anchor {
  let reach = corpus.findFormer(postId)?.now;
  if (corpus.findFormer(postId) === undefined) return { at: 'here' };
  for (let version = 0; reach !== undefined && version < mostVersions; version += 1) {
    const next = { first: resolve(corpus, reach.first, 'first'), last: resolve(corpus, reach.last, 'last') };
    const first = next.first === undefined ? undefined : corpus.findPost(next.first);
    if (first === undefined || next.last === undefined) return { at: 'former' };
    if (next.first === reach.first && next.last === reach.last)
      return resolveAnchorIn(corpus, { first, last: next.last, quote });
    reach = { first: first.postId, last: next.last };
  }
  return { at: 'former' };
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

/** Follows a former post, from version to version, to a post that replaced it. */
function resolve(corpus: AnchorCorpus, id: PostId, end: 'first' | 'last'): PostId | undefined {
  const former = corpus.findFormer(id);
  return former === undefined ? id : former.now?.[end];
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
