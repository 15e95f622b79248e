// Adds to the mentions of an entry the posts of its quotes that name it, and the post that first names it.

import { nameThread, type ThreadRef } from '../corpus/corpus.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import type { Spread } from '../glossary/named-where.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import { listOwnNames } from '../glossary/term-forms.ts';
import type { WorldView } from '../moments/open-world-view.ts';
import type { QuoteAccount } from './read-quote.ts';

interface Counted {
  readonly entry: GlossaryEntry;
  /** Where the entry is mentioned; a name within a longer name of another entry does not count. */
  readonly spread: Spread;
  readonly quotes: readonly QuoteAccount[];
}

/**
 * Adds posts in which a person finds the name although it does not count as a mention there: the posts of the quotes
 * that name the entry, and the post that first names the entry. Each counts as one mention.
 */
export function countStanding(view: WorldView, counted: Counted): Spread {
  const { entry, spread, quotes } = counted;
  const together = view.stores.glossary.openTogether();
  const mentioning = new Set(together.listPosts(entry.id).map(({ corpus, post }) => `${corpus} ${post}`));
  const further = new Map<string, ThreadRef>();
  const add = (postId: number, thread: ThreadRef): void => {
    const post = `${thread.corpus} ${postId}`;
    if (!mentioning.has(post)) further.set(post, thread);
  };
  for (const { evidence, threadId, isSupporting } of quotes) {
    const { corpus, postId } = evidence;
    if (threadId !== undefined && isSupporting !== true) add(postId, { corpus, threadId });
  }
  if (isNamedAtFirst(view, entry)) add(entry.firstSeen.postId, entry.firstSeen);
  const threads = [...together.listThreads(entry.id), ...further.values()];
  return {
    mentions: spread.mentions + further.size,
    posts: spread.posts + further.size,
    threads: new Set(threads.map(nameThread)).size,
  };
}

/**
 * Whether the post where an entry was first seen names it. If nothing had named the entry when it was created, this is
 * the post of its creation and need not name it.
 */
function isNamedAtFirst({ corpora }: WorldView, entry: GlossaryEntry): boolean {
  const { corpus, postId } = entry.firstSeen;
  const index = buildSurfaceIndex();
  index.set(entry.id, listOwnNames(entry));
  return index.listMatches(corpora.get(corpus)?.findPost(postId)?.body ?? '').length > 0;
}
