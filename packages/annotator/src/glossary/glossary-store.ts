// Stores the entries of a world, their history, and what has been read so far.

import type { Connection } from '@terrarium/kernel/open-database';
import { guardStore, runGuarded } from '@terrarium/kernel/open-once';
import type { Position, PostId, ScenePost } from '../corpus/corpus.ts';
import type { HeldTerm } from './candidate-store.ts';
import { createEntry, type EntryChanges, type EntryDraft, updateEntry } from './change-entries.ts';
import type { ChangeSource, EntryId, Evidence, GlossaryEntry, RevisionId } from './entry.ts';
import type { EntryFilter, EntryHead, EntryRevision, NamedEntry } from './entry-store.ts';
import { findRejected, type RejectedEntry } from './find-rejected.ts';
import { type GlossaryOptions, openRooms, type Rooms, readEntries } from './glossary-rooms.ts';
import { findDeletedByPerson, readHumanFields } from './human-fields.ts';
import { narratorTag } from './is-told-by.ts';
import type { KeptApart } from './kept-apart-store.ts';
import { type EndedRelation, listEndedRelations } from './list-ended.ts';
import type { StoredRelation } from './list-relations.ts';
import {
  deleteEntry,
  type Merge,
  mergeEntries,
  resolveEntryId,
  restoreEntry,
  revertMerge,
} from './merge-entries.ts';
import type { Spread, Together } from './named-where.ts';
import type { Proposal, ProposedChange } from './proposal-store.ts';
import type { PartCount, ReadPart } from './read-parts.ts';
import type { ReadTotals } from './reading-store.ts';
import { type RevertedSteps, revertHeld, revertSteps } from './revert-steps.ts';
import type { RevisedField, Revision } from './revision.ts';
import type { PastDefinition, Retired, StepChange } from './revision-store.ts';
import type { SearchFilter } from './search-store.ts';
import type { SurfaceMatch } from './surface-index.ts';
import { splitWords } from './text-words.ts';

export interface GlossaryQuery extends Partial<SearchFilter> {
  readonly query: string;
}

/** What a model says about a word that is put on hold. */
export interface SaidMeaning {
  readonly definition: string;
  readonly evidence: Evidence | undefined;
  /** How far the story had been read when the meaning was given. */
  readonly position: Position;
}

export interface MentionCount {
  readonly entryId: EntryId;
  readonly mentions: number;
}

/**
 * The glossary. Every method is synchronous and atomic, and may be called within an outer transaction. It throws
 * `StorageError` if the file cannot be read or written, and `UsageError` where stated.
 */
export interface GlossaryStore {
  find(id: EntryId): GlossaryEntry | undefined;
  /** Finds an entry by its folded term, suffix included. */
  findByTerm(term: string): GlossaryEntry | undefined;
  /** Entries with this folded term (without suffix) or alias. Several entries may share a name. */
  listByName(name: string): GlossaryEntry[];
  /** Entries with evidence in a post, by id. */
  listCiting(corpus: string, postId: PostId): GlossaryEntry[];
  /** The existing entries among `ids`, in the order asked for. */
  read(ids: readonly EntryId[]): GlossaryEntry[];
  /** The newest revision of each entry of `ids` that exists, in their order. */
  readEntryRevisions(ids: readonly EntryId[]): EntryRevision[];
  /** Entries with any of the query's words, best first; quicker than `search`, and less thorough. */
  searchAnyWord(query: string, limit: number): GlossaryEntry[];
  /** Entries whose names may be similar, up to a limit; `detectLikeness` tells which of them are. */
  listLike(names: readonly string[]): NamedEntry[];
  /**
   * Throws `UsageError` if the folded term is taken. `first_seen` is the earliest post read so far that has one of the
   * entry's names.
   */
  create(draft: EntryDraft, source: ChangeSource): GlossaryEntry;
  /**
   * Writes revisions only for fields that really change: one for each place from which a new value holds. Undefined if
   * there is no such entry. A model cannot overwrite a person's value: the model's value becomes a proposal. Throws
   * `UsageError` in the same cases as `create`.
   */
  update(id: EntryId, changes: EntryChanges, source: ChangeSource): GlossaryEntry | undefined;
  /**
   * Merges `from` into `into`, which then has the names, quotes, tags and relations of both. Throws `UsageError` when
   * that is not allowed.
   */
  merge(merge: Merge): GlossaryEntry;
  /** Undoes a merge; undefined if `id` was not merged. Throws `UsageError` if its term was taken in the meantime. */
  revertMerge(id: EntryId, source: ChangeSource): GlossaryEntry | undefined;
  /** The entry that an id leads to: itself, the entry into which it was merged, or none. */
  resolve(id: EntryId): EntryId | undefined;
  /** Records that these two entries must never be merged. */
  markApart(one: EntryId, other: EntryId, source: ChangeSource): void;
  isKeptApart(one: EntryId, other: EntryId): boolean;
  listKeptApart(): KeptApart[];
  /** Fields that a person was the last to write. If the definition is one of them, so is its evidence. */
  readHumanFields(id: EntryId): ReadonlySet<RevisedField>;
  /** Records what a model wanted to change. */
  propose(change: ProposedChange, source: ChangeSource): void;
  /** All proposals, oldest first; only those about one entry when an id is given. */
  listProposals(id?: EntryId): Proposal[];
  findDeletedByPerson(name: string): GlossaryEntry | undefined;
  /** The entry with that term that a model deleted and nobody brought back, and the deletion. */
  findRejected(term: string): RejectedEntry | undefined;
  /**
   * Undoes a deletion or a merge; undefined if there was none. Throws `UsageError` if the term was taken in the
   * meantime.
   */
  restore(id: EntryId, source: ChangeSource): GlossaryEntry | undefined;
  /**
   * Deletes the entry; its revisions stay. Returns false if there is no such entry, or if a model asks and a person
   * worked on the entry.
   */
  delete(id: EntryId, source: ChangeSource): boolean;
  /** Undoes what these steps of a reading did. Returns the entries that were deleted or restored by this. */
  revertSteps(steps: readonly number[], source: ChangeSource): RevertedSteps;
  /** The newest record of a word that was put on hold or taken off; 0 if there is none. */
  readNewestHeldChange(): number;
  /**
   * Restores the words on hold as they were after the record with the number `change`; returns the words that are no
   * longer on hold as a result. Call it after `revertSteps`.
   */
  revertHeld(change: number): readonly string[];
  /**
   * First come entries with the query as an exact name, then entries with its words (ranked by bm25 over term, alias
   * and definition), then entries with it as a substring. Any text is a safe query.
   */
  search(query: GlossaryQuery): GlossaryEntry[];
  /** All entries by id, read in pages, so that the glossary may change meanwhile. */
  iterateEntries(filter?: EntryFilter): Generator<GlossaryEntry>;
  /** The entries that are tagged as narrators, by id; quick however many entries there are. */
  listNarrators(): readonly GlossaryEntry[];
  /** All entries by id, without their quotes and relations: this takes a quarter of the time. */
  iterateHeads(): Generator<EntryHead>;
  findHead(id: EntryId): EntryHead | undefined;
  iterateNames(): Generator<NamedEntry>;
  countEntries(filter?: EntryFilter): number;
  /** The relations of all entries, by id, in their stored form: `listRelations` converts them for display. */
  iterateRelations(): Iterable<StoredRelation>;
  /** Relations that no longer hold. */
  listEnded(): readonly EndedRelation[];
  /** Ids of the entries that are named in a corpus. */
  listIdsOfCorpus(corpus: string): readonly EntryId[];
  /** The revisions of an entry, oldest first, even if it was deleted. */
  readRevisions(id: EntryId): Revision[];
  /** Every definition any entry ever had, oldest first, in pages. */
  iterateDefinitions(): Generator<PastDefinition>;
  /** The fields of an entry that were changed after a revision. */
  listFieldsSince(id: EntryId, since: RevisionId): readonly RevisedField[];
  /** Ids of all entries that ever existed, in order; only those changed after `since` when it is given. */
  listEntryIds(since?: RevisionId): EntryId[];
  /** Every deletion and every merge that ever happened, in order, including those that were undone. */
  listRetired(): readonly Retired[];
  /** The newest revision of any entry; 0 when there is none. */
  readNewestRevision(): RevisionId;
  /** What a journal step did: one row per entry, by entry id. */
  readChangesOfStep(stepId: number): StepChange[];
  /**
   * Records posts as read; skips posts that were read before. Call it once when a scene is opened, before anything
   * that follows from the scene is written.
   */
  recordReadPosts(corpus: string, posts: readonly ScenePost[]): void;
  readTotals(): ReadTotals;
  /** The names in a text: if names overlap, only the longest. */
  listMatches(text: string): SurfaceMatch[];
  /** Every entry named in these texts, the most frequently named first. */
  countMentions(texts: readonly string[]): MentionCount[];
  /**
   * Every entry with a name in these texts, most often named first. Entries whose names occur only inside longer names
   * come last.
   */
  listOccurring(texts: readonly string[]): EntryId[];
  readSpread(id: EntryId): Spread;
  /** Who is named together with whom. Opening it takes time in proportion to the number of all mentions. */
  openTogether(): Together;
  /** How widely each entry is named, by id. Entries that are named nowhere are left out. */
  iterateSpreads(): Generator<Spread & { readonly entryId: EntryId }>;
  /** How often these names have been read so far, and in how many posts (each part of a long post counts as one). */
  countNames(names: readonly string[]): { readonly mentions: number; readonly posts: number };
  /** The newest read posts that contain one of these names, newest first. */
  listBearing(corpus: string, names: readonly string[], limit: number): readonly PostId[];
  /** Whether any read post contains one of these names. */
  isRead(names: readonly string[]): boolean;
  /** The first part read that contains one of these names. */
  findFirstRead(names: readonly string[]): ReadPart | undefined;
  /** Whether any read post has all of these words, wherever they are in it. */
  isReadTogether(words: readonly string[]): boolean;
  /**
   * Puts a word on hold: it is counted in what was read, and in what is read from now on. The first meaning that was
   * given for it is kept, with the place up to which the story had been read.
   */
  addHeld(surface: string, meaning?: SaidMeaning): HeldTerm | undefined;
  isHeld(surface: string): boolean;
  /**
   * Words on hold that occur in posts that are about to be read, most mentioned first. A word must be mentioned at
   * least twice; mentions in these posts count.
   */
  listHeldIn(texts: readonly string[]): HeldTerm[];
  /** All words on hold, most mentioned first. */
  listHeld(): HeldTerm[];
}

const defaultLimit = 10;
const maxLimit = 1_000;
const recurring = 2;

/** Opens the glossary in an annotator database. The caller closes the connection. */
export function openGlossaryStore(connection: Connection, options: GlossaryOptions): GlossaryStore {
  const place = { title: 'the glossary', path: connection.name };
  const rooms = runGuarded(place, () => openRooms(connection, options));
  const runInTransaction: Change = (work) => connection.transaction(work)();
  return guardStore(
    {
      ...openLooking(rooms),
      ...openChanges(rooms, runInTransaction),
      ...openDecisions(rooms, runInTransaction),
    },
    place,
  );
}

type Change = <Value>(work: () => Value) => Value;

type Changes = Pick<
  GlossaryStore,
  'create' | 'update' | 'delete' | 'revertSteps' | 'revertHeld' | 'recordReadPosts' | 'addHeld'
>;

function openChanges(rooms: Rooms, runInTransaction: Change): Changes {
  return {
    create: (draft, source) => runInTransaction(() => createEntry(rooms, draft, source)),
    update: (id, changes, source) => runInTransaction(() => updateEntry(rooms, { id, changes, source })),
    delete: (id, source) => runInTransaction(() => deleteEntry(rooms, id, source)),
    revertSteps: (steps, source) => runInTransaction(() => revertSteps(rooms, steps, source)),
    revertHeld: (change) => runInTransaction(() => revertHeld(rooms, change)),
    recordReadPosts: (corpus, posts) => runInTransaction(() => recordPosts(rooms, corpus, posts)),
    addHeld: (surface, meaning) => runInTransaction(() => addHeldSurface(rooms, surface, meaning)),
  };
}

function openLooking(rooms: Rooms): Omit<GlossaryStore, keyof Changes | keyof Decisions> {
  const { entries, revisions, reading, candidates } = rooms;
  return {
    find: (id) => entries.find(id),
    findByTerm: (term) => entries.findByTerm(term),
    listByName: (name) => readEntries(rooms, entries.listIdsByName(name)),
    listCiting: (corpus, postId) => readEntries(rooms, entries.listIdsCiting(corpus, postId)),
    read: (ids) => readEntries(rooms, ids),
    readEntryRevisions: (ids) => entries.readEntryRevisions(ids),
    searchAnyWord: (query, limit) => readEntries(rooms, rooms.search.searchAnyWord(query, limit)),
    listLike: (names) => entries.listLike(names),
    search: (query) => readEntries(rooms, searchEntries(rooms, query)),
    iterateEntries: (filter = {}) => entries.iterate(filter),
    listNarrators: () =>
      readEntries(rooms, revisions.listNarratorIds()).filter(({ tags }) => tags.includes(narratorTag)),
    iterateHeads: () => entries.iterateHeads(),
    findHead: (id) => entries.findHead(id),
    iterateNames: () => entries.iterateNames(),
    countEntries: (filter = {}) => entries.count(filter),
    iterateRelations: () => entries.iterateRelations(),
    listEnded: () =>
      listEndedRelations({
        listRelatedIds: revisions.listRelatedIds,
        find: entries.find,
        readRevisions: revisions.read,
        readPlaces: rooms.corrections.readPlaces,
      }),
    listIdsOfCorpus: (corpus) => entries.listIdsOfCorpus(corpus),
    readRevisions: (id) => revisions.read(id),
    iterateDefinitions: () => revisions.iterateDefinitions(),
    listFieldsSince: (id, since) => revisions.listFieldsSince(id, since),
    listEntryIds: (since) => revisions.listEntryIds(since),
    listRetired: () => revisions.listRetired(),
    readNewestRevision: () => revisions.readNewestId(),
    readChangesOfStep: (stepId) => revisions.readChangesOfStep(stepId),
    readTotals: () => reading.readTotals(),
    listMatches: (text) => rooms.memory.readEntries([splitWords(text)]).listMatches(text),
    countMentions: (texts) => rankMentions(rooms, texts),
    listOccurring: (texts) => listOccurring(rooms, texts),
    readSpread: (id) => reading.readSpread(id),
    openTogether: () => reading.openTogether(),
    iterateSpreads: () => reading.iterateSpreads(),
    countNames: (names) => sumCounts(reading.countNames(names)),
    listBearing: reading.listLastPosts,
    isReadTogether: (words) => reading.listParts([words.join(' ')]).length > 0,
    isRead: (names) => reading.isRead(names),
    findFirstRead(names) {
      const partId = reading.findFirstPart(names);
      return partId === undefined ? undefined : reading.findPart(partId);
    },
    isHeld: (surface) => candidates.findByName(surface) !== undefined,
    listHeldIn: (texts) => listHeldIn(rooms, texts),
    listHeld: () => candidates.list(),
    readNewestHeldChange: () => candidates.readNewestChange(),
  };
}

type Decisions = Pick<
  GlossaryStore,
  | 'merge'
  | 'revertMerge'
  | 'resolve'
  | 'restore'
  | 'markApart'
  | 'isKeptApart'
  | 'listKeptApart'
  | 'readHumanFields'
  | 'propose'
  | 'listProposals'
  | 'findDeletedByPerson'
  | 'findRejected'
>;

/** The methods for decisions of curators and people. */
function openDecisions(rooms: Rooms, runInTransaction: Change): Decisions {
  const { keptApart, proposals } = rooms;
  return {
    merge: (merge) => runInTransaction(() => mergeEntries(rooms, merge)),
    revertMerge: (id, source) => runInTransaction(() => revertMerge(rooms, id, source)),
    resolve: (id) => resolveEntryId(rooms, id),
    restore: (id, source) => runInTransaction(() => restoreEntry(rooms, id, source)),
    markApart: (one, other, source) => runInTransaction(() => keptApart.markApart(one, other, source)),
    isKeptApart: (one, other) => keptApart.isKeptApart(one, other),
    listKeptApart: () => keptApart.list(),
    readHumanFields: (id) => readHumanFields(rooms, id),
    propose: (proposed, source) =>
      runInTransaction(() => proposals.append(proposed, { source, at: rooms.readTime() })),
    listProposals: (id) => proposals.list(id),
    findDeletedByPerson: (name) => findDeletedByPerson(rooms, name),
    findRejected: (term) => findRejected(rooms, term),
  };
}

function recordPosts(rooms: Rooms, corpus: string, posts: readonly ScenePost[]): void {
  const added = posts.flatMap((post) => rooms.reading.addPart(corpus, post) ?? []);
  const entries = rooms.memory.readEntries(added.map(({ words }) => words));
  const candidates = rooms.memory.readCandidates();
  for (const { id: partId, text, words } of added) {
    for (const [id, mentions] of entries.countMentions(text, words)) {
      rooms.reading.addMention(id as EntryId, { partId, mentions });
    }
    for (const [id, mentions] of candidates.countNames(text, words)) {
      rooms.candidates.addCount(id, { partId, mentions });
    }
  }
  rooms.reading.storeWords(added);
}

function rankMentions(rooms: Rooms, texts: readonly string[]): MentionCount[] {
  const names = rooms.memory.readEntries(texts.map(splitWords));
  return [...sumCounted(texts, (text) => names.countMentions(text))]
    .map(([id, { mentions }]) => ({ entryId: id as EntryId, mentions }))
    .sort((a, b) => b.mentions - a.mentions || a.entryId - b.entryId);
}

function listOccurring(rooms: Rooms, texts: readonly string[]): EntryId[] {
  const names = rooms.memory.readEntries(texts.map(splitWords));
  const inside = texts.flatMap((text) => [...names.listOccurring(text)] as EntryId[]);
  const named = rankMentions(rooms, texts).map(({ entryId }) => entryId);
  return [...new Set([...named, ...inside.toSorted((one, other) => one - other)])];
}

/** How often each id is named in the texts, and how many of the texts name it. */
function sumCounted(
  texts: readonly string[],
  count: (text: string) => ReadonlyMap<number, number>,
): Map<number, { mentions: number; posts: number }> {
  const sums = new Map<number, { mentions: number; posts: number }>();
  for (const text of texts) {
    for (const [id, mentions] of count(text)) {
      const sum = sums.get(id) ?? { mentions: 0, posts: 0 };
      sums.set(id, { mentions: sum.mentions + mentions, posts: sum.posts + 1 });
    }
  }
  return sums;
}

/** Returns the limit of a search, kept within the allowed range. */
export function clampLimit(limit: number = defaultLimit): number {
  return Math.min(Math.max(1, Math.trunc(limit)), maxLimit);
}

function searchEntries(rooms: Rooms, { query, limit, ...rest }: GlossaryQuery): EntryId[] {
  const filter = { ...rest, limit: clampLimit(limit) };
  if (query.trim() === '') return rooms.search.listNewest(filter);
  const byTerm = rooms.entries.findByTerm(query);
  const exact = [...(byTerm === undefined ? [] : [byTerm.id]), ...rooms.entries.listIdsByName(query)];
  const ids = [...rooms.search.filter(exact, filter), ...rooms.search.search(query, filter)];
  return [...new Set(ids)].slice(0, filter.limit);
}

function sumCounts(counts: readonly PartCount[]): { mentions: number; posts: number } {
  return { mentions: counts.reduce((sum, part) => sum + part.mentions, 0), posts: counts.length };
}

function addHeldSurface(rooms: Rooms, surface: string, said?: SaidMeaning): HeldTerm | undefined {
  const known = rooms.candidates.findByName(surface);
  const partId = said === undefined ? undefined : rooms.reading.findLastPart(said.position);
  const meaning =
    said === undefined || partId === undefined
      ? undefined
      : { definition: said.definition, evidence: said.evidence, partId };
  const id = known ?? rooms.candidates.add(surface, rooms.reading.countNames([surface]), meaning);
  if (known === undefined) rooms.memory.recordCandidateChange(id);
  return rooms.candidates.find(id);
}

function listHeldIn(rooms: Rooms, texts: readonly string[]): HeldTerm[] {
  const held = rooms.memory.readCandidates();
  return [...sumCounted(texts, (text) => held.countNames(text))]
    .flatMap(([id, here]) => {
      const term = rooms.candidates.find(id);
      if (term === undefined) return [];
      return [{ ...term, mentions: term.mentions + here.mentions, posts: term.posts + here.posts }];
    })
    .filter(({ mentions }) => mentions >= recurring)
    .sort((a, b) => b.mentions - a.mentions || (a.surface < b.surface ? -1 : 1));
}
