// Entry account: everything known of an entry, with the sentences its quotes stand in.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { StoryPost } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { EntryId, Evidence, GlossaryEntry } from '../glossary/entry.ts';
import type { Proposal } from '../glossary/proposal-store.ts';
import type { Spread } from '../glossary/reading-store.ts';
import { type Anchor, resolveAnchor } from '../glossary/resolve-anchor.ts';
import type { Revision } from '../glossary/revision.ts';
import { computeSalience } from '../glossary/salience.ts';
import type { WorldView } from '../places/world-view.ts';

/** A quote in the sentences it stands in; `before` and `after` are undefined where the corpus is not there. */
export interface QuoteAccount {
  readonly evidence: Evidence;
  /** Where the quote stands in the story as it is now. */
  readonly anchor: Anchor;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly author: string | undefined;
  readonly threadTitle: string | undefined;
}

export interface EntryAccount {
  readonly id: EntryId;
  /** Undefined for an entry that was deleted. */
  readonly entry: GlossaryEntry | undefined;
  readonly spread: Spread;
  readonly salience: number;
  readonly quotes: readonly QuoteAccount[];
  /** What models would have changed of what a person said; oldest first. */
  readonly proposals: readonly Proposal[];
  /** Newest first. */
  readonly revisions: readonly Revision[];
}

/** Entries a term, an alias or an id means: homographs share a name, and a deleted entry still has its revisions. */
export function listEntryAccounts(view: WorldView, name: string): readonly EntryAccount[] {
  const { glossary } = view.stores;
  const id = /^#?\d{1,15}$/u.test(name) ? (Number(name.replace('#', '')) as EntryId) : undefined;
  if (id !== undefined && glossary.readRevisions(id).length > 0) return [readAccount(view, id)];
  const exact = glossary.findByTerm(name);
  const found = exact === undefined ? glossary.listByName(name) : [exact];
  return found.map((entry) => readAccount(view, entry.id));
}

/** Terms that somebody may have meant who wrote a name that is not there, best first. */
export function listSimilarTerms(view: WorldView, name: string): readonly string[] {
  const { glossary } = view.stores;
  const nearest = findNearest(name, iterateNames(glossary));
  const found = glossary.search({ query: name, limit: 4 }).map((entry) => entry.term);
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...found])].slice(0, 4);
}

function* iterateNames(glossary: ReadableGlossary): Generator<string> {
  for (const { term, aliases } of glossary.iterateNames()) {
    yield term;
    yield* aliases;
  }
}

function readAccount(view: WorldView, id: EntryId): EntryAccount {
  const { glossary } = view.stores;
  const entry = glossary.find(id);
  const spread = glossary.readSpread(id);
  return {
    id,
    entry,
    spread,
    salience: computeSalience(spread),
    quotes: (entry?.evidence ?? []).map((evidence) => readQuote(view, evidence)),
    proposals: glossary.listProposals(id),
    revisions: glossary.readRevisions(id).toReversed(),
  };
}

/** The quote with what is left and right of it in its sentences. */
export function readQuote({ corpora }: Pick<WorldView, 'corpora'>, evidence: Evidence): QuoteAccount {
  const corpus = corpora.get(evidence.corpus);
  const post = corpus?.findPost(evidence.postId);
  if (corpus === undefined || post === undefined) {
    return {
      evidence,
      anchor: { at: 'here' },
      before: undefined,
      after: undefined,
      author: undefined,
      threadTitle: undefined,
    };
  }
  return {
    evidence,
    anchor: resolveAnchor(corpus, evidence),
    ...cutAround(post, evidence),
    author: post.author,
    threadTitle: corpus.findThread(post.threadId)?.title,
  };
}

function cutAround({ body }: StoryPost, { start, end }: Evidence): { before: string; after: string } {
  const around = listSentenceLabels(body).filter((one) => one.start < end && one.end > start);
  const from = Math.min(start, around.at(0)?.start ?? start);
  const to = Math.max(end, around.at(-1)?.end ?? end);
  return { before: body.slice(from, start), after: body.slice(end, to) };
}
