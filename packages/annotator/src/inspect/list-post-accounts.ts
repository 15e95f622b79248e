// Post account: a post as the corpus has it, the scenes it was read in, and the entries that cite it.

import type { PostId, StoryPost } from '../corpus/corpus.ts';
import type { Evidence, GlossaryEntry } from '../glossary/entry.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { ReadableCorpus, WorldView } from '../places/world-view.ts';
import { readScenePosts } from './read-scene-posts.ts';

export interface PostAccount {
  readonly corpus: string;
  readonly post: StoryPost;
  readonly threadTitle: string | undefined;
  /** In reading order; several where the post is too long for one, none where it is no story. */
  readonly scenes: readonly LedgerScene[];
  /** Each with what it quotes of the post. */
  readonly citing: readonly { readonly entry: GlossaryEntry; readonly evidence: readonly Evidence[] }[];
}

/** The posts of that id: one for each corpus that has one. */
export function listPostAccounts(view: WorldView, id: number, corpusName?: string): readonly PostAccount[] {
  return [...view.corpora.values()].flatMap((corpus) => {
    if (corpusName !== undefined && corpus.name !== corpusName) return [];
    const post = corpus.findPost(id as PostId);
    return post === undefined ? [] : [readPost(view, corpus, post)];
  });
}

function readPost({ stores }: WorldView, corpus: ReadableCorpus, post: StoryPost): PostAccount {
  const scenes = stores.ledger
    .readThreadScenes({ corpus: corpus.name, threadId: post.threadId })
    .filter((scene) => readScenePosts(corpus, scene).some((one) => one.postId === post.postId));
  const citing = stores.glossary.listCiting(corpus.name, post.postId).map((entry) => ({
    entry,
    evidence: entry.evidence.filter((one) => one.corpus === corpus.name && one.postId === post.postId),
  }));
  const threadTitle = corpus.findThread(post.threadId)?.title;
  return { corpus: corpus.name, post, threadTitle, scenes, citing };
}
