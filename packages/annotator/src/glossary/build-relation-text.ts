// Builds the text that relations are checked against: posts that may be cited, posts before them, and the narrators.

import type { Corpus, PostId, StoryPost } from '../corpus/corpus.ts';
import type { CitableText } from './citable-text.ts';
import type { GlossaryStore } from './glossary-store.ts';
import type { RelationText } from './relation-gate.ts';

// How many earlier posts are searched for the previous story post: votes and comments of readers may lie between.
const mostBetween = 20;

export interface RelationSources {
  readonly glossary: Pick<GlossaryStore, 'listNarrators'>;
  readonly corpora: ReadonlyMap<string, Corpus>;
}

export function buildRelationText(text: CitableText, { glossary, corpora }: RelationSources): RelationText {
  return {
    ...text,
    findBefore({ corpus, postId }) {
      const post = findPostBefore(corpora.get(corpus), postId);
      if (post === undefined) return undefined;
      const { body } = post;
      return { corpus, postId: post.postId, body, span: { start: 0, end: body.length } };
    },
    findThreadTitle({ corpus, postId }) {
      const source = corpora.get(corpus);
      const post = source?.findPost(postId);
      return post === undefined ? undefined : source?.findThread(post.threadId)?.title;
    },
    listNarrators: () => glossary.listNarrators(),
  };
}

function findPostBefore(corpus: Corpus | undefined, postId: PostId): StoryPost | undefined {
  return corpus
    ?.readAdjacent(postId, mostBetween, 0)
    .findLast((post) => post.postId !== postId && post.tags.includes('qm_post'));
}
