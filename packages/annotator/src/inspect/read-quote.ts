// Reads a quote with the rest of its sentences, and where it is in the current story.

import type { Span, StoryPost, ThreadId } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { Evidence } from '../glossary/entry.ts';
import { type Anchor, resolveAnchor } from '../glossary/resolve-anchor.ts';
import type { WorldView } from '../moments/open-world-view.ts';
import { openAddresses } from '../world/post-address.ts';

/**
 * A quote, and the text before and after it in its sentences. These two texts are undefined if the corpus is missing.
 */
export interface QuoteAccount {
  readonly evidence: Evidence;
  /** Where the quote is in the current story. */
  readonly anchor: Anchor;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly author: string | undefined;
  readonly threadId: ThreadId | undefined;
  readonly threadTitle: string | undefined;
  /** The web address of the post, if the story has a template for addresses. */
  readonly address?: string;
  /**
   * Whether this quote does not name the entry, but a quote shown before it does. In a relation: whether the quote
   * names only one of the two entries.
   */
  readonly isSupporting?: true;
}

/** Returns the quote with the text before and after it in its sentences. */
export function readQuote(
  { corpora, world }: Pick<WorldView, 'corpora' | 'world'>,
  evidence: Evidence,
): QuoteAccount {
  const corpus = corpora.get(evidence.corpus);
  const post = corpus?.findPost(evidence.postId);
  if (corpus === undefined || post === undefined) {
    return {
      evidence,
      anchor: { at: 'here' },
      before: undefined,
      after: undefined,
      author: undefined,
      threadId: undefined,
      threadTitle: undefined,
    };
  }
  const address = openAddresses(world, corpora)(evidence.corpus, evidence.postId);
  const anchor = resolveAnchor(corpus, evidence);
  const { post: now, span } =
    anchor.at === 'moved' ? { post: anchor.post, span: anchor } : { post, span: evidence };
  return {
    evidence,
    anchor,
    ...cutAround(now, span),
    author: now.author,
    threadId: now.threadId,
    threadTitle: corpus.findThread(now.threadId)?.title,
    ...(address === undefined ? {} : { address }),
  };
}

function cutAround({ body }: StoryPost, { start, end }: Span): { before: string; after: string } {
  const around = listSentenceLabels(body).filter((one) => one.start < end && one.end > start);
  const from = Math.min(start, around.at(0)?.start ?? start);
  const to = Math.max(end, around.at(-1)?.end ?? end);
  return { before: body.slice(from, start), after: body.slice(end, to) };
}
