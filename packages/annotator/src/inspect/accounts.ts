// Collects everything known about one entry, post, scene, thread or snapshot, for `annotate inspect`.

import { findNearest } from '@terrarium/kernel/find-nearest';
import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { SceneId } from '../context/message-log.ts';
import type { Position, PostId, StoryPost, Thread, ThreadId } from '../corpus/corpus.ts';
import { buildHeldKey, type HeldTerm } from '../glossary/candidate-store.ts';
import { listContested } from '../glossary/confirmation-wish.ts';
import type { EntryId, Evidence, GlossaryEntry } from '../glossary/entry.ts';
import { groupEnded } from '../glossary/list-ended.ts';
import { listRelations, type ShownRelation } from '../glossary/list-relations.ts';
import type { Spread } from '../glossary/named-where.ts';
import type { Proposal } from '../glossary/proposal-store.ts';
import { isNamingBoth } from '../glossary/relation-gate.ts';
import type { Revision } from '../glossary/revision.ts';
import { computeSalience } from '../glossary/salience.ts';
import { sortQuotes } from '../glossary/sort-quotes.ts';
import { stripSuffix } from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import { readPresentPosts } from '../moments/find-scene-end.ts';
import { findShownScene, loadWindow, toEndPosition } from '../moments/load-snapshot.ts';
import type { ReadableCorpus, WorldView } from '../moments/open-world-view.ts';
import { countStanding } from './count-standing.ts';
import { listGoneIds } from './list-gone-ids.ts';
import { listMerged, type MergedEntry } from './list-merged.ts';
import { listSpokenIds, type NamedEntry, nameEntries } from './name-entries.ts';
import { type QuoteAccount, readQuote } from './read-quote.ts';
import { type TitledScene, withSceneTitle } from './read-status.ts';
import { openSceneLog, type SceneConversation, type SceneReader } from './scene-log-store.ts';

export interface PostAccount {
  readonly corpus: string;
  readonly post: StoryPost;
  readonly threadTitle: string | undefined;
  /** The scenes in reading order: several if the post is too long for one, none if the post is not story. */
  readonly scenes: readonly LedgerScene[];
  /** Entries that cite the post, each with its quotes. */
  readonly citing: readonly { readonly entry: GlossaryEntry; readonly evidence: readonly Evidence[] }[];
}

/** Returns the posts with the given id, at most one of each corpus. */
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
    .filter((scene) =>
      readPresentPosts(corpus, stores.ledger, scene).some((one) => one.postId === post.postId),
    );
  const citing = stores.glossary.listCiting(corpus.name, post.postId).map((entry) => ({
    entry,
    evidence: entry.evidence.filter((one) => one.corpus === corpus.name && one.postId === post.postId),
  }));
  const threadTitle = corpus.findThread(post.threadId)?.title;
  return { corpus: corpus.name, post, threadTitle, scenes, citing };
}

export interface ThreadAccount {
  readonly corpus: string;
  readonly thread: Thread;
  readonly scenes: readonly LedgerScene[];
  /** In the order in which the story first names them. */
  readonly entries: readonly GlossaryEntry[];
}

/** Returns the threads with the given id, at most one of each corpus. */
export function listThreadAccounts(
  view: WorldView,
  id: number,
  corpusName?: string,
): readonly ThreadAccount[] {
  const { corpora } = view;
  return [...corpora.values()].flatMap((corpus) => {
    if (corpusName !== undefined && corpus.name !== corpusName) return [];
    const thread = corpus.findThread(id as ThreadId);
    return thread === undefined ? [] : [readThread(view, corpus.name, thread)];
  });
}

function readThread({ stores }: WorldView, corpus: string, thread: Thread): ThreadAccount {
  const here = { corpus, threadId: thread.id };
  const entries = [...stores.glossary.iterateEntries({ firstIn: here })];
  return {
    corpus,
    thread,
    scenes: stores.ledger.readThreadScenes(here),
    entries: entries.toSorted(
      (one, other) => one.firstSeen.postId - other.firstSeen.postId || one.id - other.id,
    ),
  };
}

export interface SceneAccount extends TitledScene {
  /** The posts of the scene in their present form; empty if the corpus is missing. */
  readonly posts: readonly StoryPost[];
  readonly readers: readonly SceneReader[];
  readonly conversations: readonly SceneConversation[];
}

export function findSceneAccount(view: WorldView, id: number): SceneAccount | undefined {
  const scene = view.stores.ledger.findScene(id as SceneId);
  if (scene === undefined) return undefined;
  const corpus = view.corpora.get(scene.corpus);
  const log = openSceneLog(view.connection);
  return {
    ...withSceneTitle(view, scene),
    posts: corpus === undefined ? [] : readPresentPosts(corpus, view.stores.ledger, scene),
    readers: log.readReaders(scene.id),
    conversations: log
      .readConversations(scene.id)
      .filter(({ purpose }) => view.isAsOf !== true || purpose === 'reading'),
  };
}

export interface TitledSnapshot {
  readonly snapshot: Snapshot;
  /** The last post that the model had been shown; undefined if it had been shown none. */
  readonly readUpTo: Position | undefined;
  readonly threadTitle: string | undefined;
}

export interface SnapshotAccount extends TitledSnapshot {
  readonly window: {
    readonly messages: number;
    /** Calibrated tokens of the window. */
    readonly tokens: number;
    /** How many scenes are shown in full. */
    readonly scenes: number;
    readonly chunkSummaries: number;
    readonly hasCumulativeSummary: boolean;
  };
}

export function withSnapshotTitle({ stores, corpora }: Annotator, snapshot: Snapshot): TitledSnapshot {
  const scene = findShownScene(stores, snapshot);
  return {
    snapshot,
    readUpTo: scene && toEndPosition(scene),
    threadTitle: scene && corpora.get(scene.corpus)?.findThread(scene.threadId)?.title,
  };
}

/** Throws `StorageError` if the snapshot is damaged. */
export function readSnapshotAccount(annotator: Annotator, snapshot: Snapshot): SnapshotAccount {
  const window = loadWindow(annotator.stores.context, snapshot);
  return {
    ...withSnapshotTitle(annotator, snapshot),
    window: {
      messages: window.render().messages.length,
      tokens: snapshot.tokens,
      scenes: window.listGroups().length,
      chunkSummaries: window.fold.chunks.length,
      hasCumulativeSummary: window.fold.cumulative !== undefined,
    },
  };
}

/** A word on hold, with the quote that was given for it. */
export interface HeldAccount extends Omit<HeldTerm, 'evidence'> {
  readonly quote: QuoteAccount | undefined;
}

/** Returns words on hold, most mentioned first. If a name is given, returns only words with this name. */
export function listHeldAccounts(view: WorldView, name?: string): readonly HeldAccount[] {
  const key = name === undefined ? undefined : buildHeldKey(stripSuffix(name));
  return view.stores.glossary
    .listHeld()
    .filter(({ surface }) => key === undefined || buildHeldKey(surface) === key)
    .map(({ evidence, ...held }) => ({
      ...held,
      quote: evidence === undefined ? undefined : readQuote(view, evidence),
    }));
}

/** A relation of an entry, worded from the side of this entry. */
export interface RelationAccount extends Pick<ShownRelation, 'wording' | 'isInverse'> {
  readonly to: { readonly id: EntryId; readonly term: string };
  readonly quote: QuoteAccount;
}

/** A relation that has ended, and what ended it. */
export interface EndedAccount extends RelationAccount {
  readonly ended: Pick<Revision, 'author' | 'reason'> & { readonly postId: number };
}

/** Another entry that is named in the same posts as this entry. */
export interface TogetherAccount {
  readonly id: EntryId;
  readonly term: string;
  /** How many posts name both. */
  readonly posts: number;
}

/** The maximum number of entries in `together`: to learn with whom an entry appears, nobody needs more. */
const maxTogether = 6;

export interface EntryAccount {
  readonly id: EntryId;
  /** Undefined if the entry was deleted or merged. */
  readonly entry: GlossaryEntry | undefined;
  readonly spread: Spread;
  readonly salience: number;
  /** How widely the name occurs, including occurrences within a longer name of another entry. */
  readonly standing: Spread;
  readonly quotes: readonly QuoteAccount[];
  /** The entry's own relations first, then relations of other entries to it. */
  readonly relations: readonly RelationAccount[];
  /** Relations of the entry that have ended. */
  readonly ended: readonly EndedAccount[];
  /** The entries most often named together with this one come first. */
  readonly together: readonly TogetherAccount[];
  /** What models wanted to change in fields that a person wrote; oldest first. */
  readonly proposals: readonly Proposal[];
  /** Newest first. */
  readonly revisions: readonly Revision[];
  /** Entries that were merged into this one and can be brought back. */
  readonly merged: readonly MergedEntry[];
  /** The entries that revisions and proposals refer to by number. */
  readonly named: readonly NamedEntry[];
}

/**
 * Returns the entry with this id. If there is none, returns the entry with exactly this term; if there is none either,
 * all entries with this name. Unless an id was given, deleted and merged entries that had this name follow, because
 * their revisions still exist.
 */
export function listEntryAccounts(view: WorldView, name: string): readonly EntryAccount[] {
  const { glossary } = view.stores;
  const id = /^#?\d{1,15}$/u.test(name) ? (Number(name.replace('#', '')) as EntryId) : undefined;
  if (id !== undefined && glossary.readRevisions(id).length > 0) return [readAccount(view, id)];
  const exact = glossary.findByTerm(name);
  const found = exact === undefined ? glossary.listByName(name) : [exact];
  const ids = [...found.map((entry) => entry.id), ...listGoneIds(glossary, name)];
  return ids.map((one) => readAccount(view, one));
}

/** Terms and aliases that may be meant by an unknown name, best first. */
export function listSimilarTerms(view: WorldView, name: string): readonly string[] {
  const { glossary } = view.stores;
  const nearest = findNearest(name, iterateNames(glossary));
  const found = glossary.search({ query: name, limit: 4 }).map((entry) => entry.term);
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...found])].slice(0, 4);
}

/**
 * A word counts as mistyped only if it has at least `shortestTyped` letters, and if another word differs from it in at
 * most the share `typingErrors` of its letters.
 */
const shortestTyped = 4;
const typingErrors = 0.3;
const mostTyped = 8;
const mostLike = 3;

/** Names with a word that somebody may have meant when they typed a query that finds nothing. */
export function listNamesLike({ stores }: WorldView, query: string): readonly string[] {
  const names = Map.groupBy(
    [...new Set(iterateNames(stores.glossary))].flatMap((name) =>
      splitWords(name).map(({ folded }) => ({ name, folded })),
    ),
    ({ folded }) => folded,
  );
  const words = [...names.keys()].filter(({ length }) => length >= shortestTyped);
  const typed = splitWords(query)
    .slice(0, mostTyped)
    .filter(({ folded }) => folded.length >= shortestTyped);
  const meant = typed.flatMap(({ folded }) => findNearest(folded, words, typingErrors) ?? []);
  const found = meant.flatMap((word) => names.get(word) ?? []);
  return [...new Set(found.map(({ name }) => name))].slice(0, mostLike);
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
  const quotes = entry === undefined ? [] : listQuotes(view, entry);
  const proposals = listContested(glossary, id);
  const revisions = glossary.readRevisions(id).toReversed();
  const values = revisions.flatMap(({ field, old, new: value }) => [
    { field, value: old },
    { field, value },
  ]);
  return {
    id,
    entry,
    spread,
    salience: computeSalience(spread, entry?.tags),
    standing: entry === undefined ? spread : countStanding(view, { entry, spread, quotes }),
    quotes,
    relations: listRelationAccounts(view, id),
    ended: listEndedAccounts(view, id),
    together: listTogether(view, id),
    proposals,
    revisions,
    merged: listMerged(glossary, { id, revisions: revisions.toReversed() }),
    named: nameEntries(glossary, listSpokenIds([...values, ...proposals])),
  };
}

/**
 * Lists the entry's own relations first, then relations of other entries to it. Leaves out relations that have ended.
 */
export function listRelationAccounts(view: WorldView, id: EntryId): readonly RelationAccount[] {
  return buildRelationAccounts(view, id, listRelations(view.stores.glossary).get(id) ?? []);
}

function buildRelationAccounts(
  view: WorldView,
  id: EntryId,
  relations: readonly ShownRelation[],
): readonly RelationAccount[] {
  const { glossary } = view.stores;
  const own = glossary.find(id);
  return relations.flatMap(({ wording, isInverse, to, evidence }) => {
    const other = glossary.find(to);
    if (own === undefined || other === undefined) return [];
    const marks = isNamingBoth(evidence.quote, [own, other]) ? {} : { isSupporting: true as const };
    const quote = { ...readQuote(view, evidence), ...marks };
    return [{ wording, isInverse, to: { id: to, term: other.term }, quote }];
  });
}

function listEndedAccounts(view: WorldView, id: EntryId): readonly EndedAccount[] {
  const ended = groupEnded(view.stores.glossary).get(id) ?? [];
  return ended.flatMap((one) => {
    const { author, reason, position, holdsFrom = position } = one.by;
    const accounts = buildRelationAccounts(view, id, [one]);
    return accounts.map((account) => ({ ...account, ended: { postId: holdsFrom.postId, author, reason } }));
  });
}

function listTogether({ stores: { glossary } }: WorldView, id: EntryId): readonly TogetherAccount[] {
  const near = glossary.openTogether().list(id, maxTogether);
  return near.flatMap(({ entryId, posts }) => {
    const term = glossary.find(entryId)?.term;
    return term === undefined ? [] : [{ id: entryId, term, posts }];
  });
}

function listQuotes(view: WorldView, entry: GlossaryEntry): readonly QuoteAccount[] {
  return sortQuotes(entry, entry.evidence).map(({ piece, isSupporting }) => {
    const account = readQuote(view, piece);
    return isSupporting ? { ...account, isSupporting: true } : account;
  });
}
