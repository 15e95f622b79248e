// Reading limit: decides which posts a tool may show or cite: none after the model's position in reading order.

import type { Corpus, Position, PostId, Span, StoryPost, ThreadId } from '../corpus/corpus.ts';
import { findStanding, isReached, readThreadPlace } from '../corpus/is-reached.ts';
import type { CitablePost, CitableText } from '../glossary/citable-text.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';
import { canTell, narratorTag } from '../glossary/is-told-by.ts';
import { hasPronounFor } from '../glossary/word-for.ts';
import type { LookingContext } from './tool-context.ts';

/** A post, and the part of it that may be shown. */
export interface ReadablePost extends StoryPost {
  readonly span: Span;
}

// At most this many posts are searched for sentences that can be suggested. If a place is read again, those that come
// after the place are dropped.
const maxBearing = 8;

interface CitingContext extends LookingContext {
  readonly glossary: LookingContext['glossary'] & Pick<GlossaryStore, 'listBearing'>;
}

/** The corpus being read; undefined if the world does not have it. */
export function findReadCorpus(context: LookingContext): Corpus | undefined {
  return context.corpora.get(context.position.corpus);
}

/**
 * Finds a post, cut to the part that was shown. Undefined if there is no such post, or if the model has not read as far.
 */
export function findReadablePost(context: LookingContext, postId: PostId): ReadablePost | undefined {
  const corpus = findReadCorpus(context);
  const post = corpus?.findPost(postId);
  if (corpus === undefined || post === undefined || !isReached(corpus, post, context.position))
    return undefined;
  return cutToShown(post, context);
}

/** Whether a thread begins at the position or before it. */
export function isThreadReached(corpus: Corpus, threadId: ThreadId, position: Position): boolean {
  const end = findStanding(corpus, position.postId)?.threadId ?? position.threadId;
  return readThreadPlace(corpus, threadId) <= readThreadPlace(corpus, end);
}

/** Returns the post; if the position is within it, only the part that was shown. */
export function cutToShown(post: StoryPost, context: LookingContext): ReadablePost {
  const shown = context.scenePosts.find((one) => one.postId === post.postId);
  const isLast = post.postId === context.position.postId;
  const end = isLast && shown !== undefined ? Math.min(shown.span.end, post.body.length) : post.body.length;
  return { ...post, span: { start: 0, end } };
}

/** Builds the text that may be cited for an entry with these names: the scene's posts and all earlier posts. */
export function buildCitableText(context: CitingContext, names: readonly string[]): CitableText {
  const { corpus } = context.position;
  return {
    scene: context.scenePosts.map((post) => buildCitable(post, corpus)),
    findEarlier(postId) {
      const post = findReadablePost(context, postId);
      return post === undefined ? undefined : buildCitable(post, corpus);
    },
    listBearing: () =>
      context.glossary.listBearing(corpus, names, maxBearing).flatMap((postId) => {
        const post = findReadablePost(context, postId);
        return post === undefined ? [] : [buildCitable(post, corpus)];
      }),
  };
}

/** The entry for which evidence is checked. */
interface CitedEntry {
  /** Undefined if the entry does not exist yet. */
  readonly id?: EntryId | undefined;
  readonly names: readonly string[];
  readonly tags: readonly string[];
  /** Whether the call may add tags. */
  readonly mayBeTagged?: boolean;
  /** What the entry says with this evidence. */
  readonly definition?: string | undefined;
}

interface NamingContext extends CitingContext {
  readonly glossary: CitingContext['glossary'] &
    Pick<GlossaryStore, 'isRead' | 'listMatches' | 'listNarrators'>;
}

/**
 * Builds the text that may be cited for an entry. If the name of the entry was read, words derived from it are
 * accepted too, but not for a person, because such a word may be another person's name. If the entry may be the
 * narrator of a post, `I` in this post names it too. A sentence that a new definition repeats may do without the name.
 */
export function buildEntryText(context: NamingContext, entry: CitedEntry): CitableText {
  const { glossary } = context;
  const { id, names, tags } = entry;
  const text = {
    ...buildCitableText(context, names),
    ...buildTeller(context, entry),
    retelling: buildRetelling(context, entry),
  };
  if (tags.includes('character')) return text;
  const read = names.filter((name) => glossary.isRead([name]));
  const listTaken = (passage: string) =>
    glossary.listMatches(passage).filter(({ ids }) => ids.some((one) => one !== id));
  return { ...text, derivable: { names: read, listTaken } };
}

function buildRetelling(
  { glossary }: NamingContext,
  { id, tags, definition }: CitedEntry,
): CitableText['retelling'] {
  if (definition === undefined) return undefined;
  const listNamed = (text: string) => glossary.listMatches(text).flatMap(({ ids }) => ids);
  const named = new Set([...listNamed(definition), ...(id === undefined ? [] : [id])]);
  return {
    definition,
    hasPronounFor: (sentence) => hasPronounFor(sentence, tags),
    namesAnother: (sentence) =>
      glossary.listMatches(sentence).some(({ ids }) => !ids.some((one) => named.has(one))),
  };
}

function buildTeller(
  { glossary, corpora }: NamingContext,
  { id, names, tags, mayBeTagged = false }: CitedEntry,
): Pick<CitableText, 'isTold' | 'mayBeTagged'> {
  const [term = '', ...aliases] = names;
  const narrators = glossary.listNarrators();
  if (!tags.includes(narratorTag))
    return { mayBeTagged: mayBeTagged && tags.includes('character') && narrators.length === 0 };
  const entry = { ...(id === undefined ? {} : { id }), term, aliases, tags };
  return {
    isTold({ corpus, postId }) {
      const source = corpora.get(corpus);
      const threadId = source?.findPost(postId)?.threadId;
      const title = threadId === undefined ? undefined : source?.findThread(threadId)?.title;
      return canTell(entry, narrators, title ?? '');
    },
  };
}

function buildCitable(post: ReadablePost, corpus: string): CitablePost {
  return { corpus, postId: post.postId, body: post.body, span: post.span };
}
