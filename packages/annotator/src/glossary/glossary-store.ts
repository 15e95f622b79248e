// Glossary store: the entries of a world, everything that ever happened to them, and what was read so far.

import type { Clock } from '@terrarium/kernel/environment';
import { renderInstant } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import type { PostId, ScenePost } from '../corpus/corpus.ts';
import { type CandidateStore, openCandidateStore } from './candidate-store.ts';
import type { ChangeSource, EntryId, EntryStatus, Evidence, GlossaryEntry, RevisionId } from './entry.ts';
import {
  type EntryFilter,
  type EntryRevision,
  type EntryStore,
  type NamedEntry,
  openEntryStore,
} from './entry-store.ts';
import type { HeldTerm } from './held-term.ts';
import {
  openReadingStore,
  type PartCount,
  type ReadBody,
  type ReadingStore,
  type ReadTotals,
  type Spread,
} from './reading-store.ts';
import type { Revision } from './revision.ts';
import {
  type FieldChange,
  openRevisionStore,
  type RevisionStore,
  type StepChange,
} from './revision-store.ts';
import { openSearchStore, type SearchFilter, type SearchStore } from './search-store.ts';
import type { SurfaceIndex, SurfaceMatch } from './surface-index.ts';
import { openSurfaceMemory, type SurfaceMemory } from './surface-memory-store.ts';
import { listSurfaces } from './term-forms.ts';
import { splitWords } from './text-words.ts';

/** What a new entry is made of. */
export interface EntryDraft {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly definition: string;
  readonly status: EntryStatus;
  readonly tags: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** New values of an entry's fields; what is left out stays. */
export type EntryChanges = { readonly [Field in keyof EntryDraft]?: EntryDraft[Field] | undefined };

export interface GlossaryQuery extends Partial<SearchFilter> {
  readonly query: string;
}

export interface MentionCount {
  readonly entryId: EntryId;
  readonly mentions: number;
}

/**
 * The glossary. Every method is synchronous, works inside an outer transaction and is atomic without one. It throws
 * `StorageError` when the file cannot be read or written, and `UsageError` where said.
 */
export interface GlossaryStore {
  find(id: EntryId): GlossaryEntry | undefined;
  /** By the folded term, suffix included. */
  findByTerm(term: string): GlossaryEntry | undefined;
  /** By the folded term without suffix, or an alias: homographs share one. */
  findByName(name: string): GlossaryEntry[];
  /** Those with evidence in a post, by id. */
  findCiting(corpus: string, postId: PostId): GlossaryEntry[];
  /** Those of `ids` that are there, in the order asked for. */
  read(ids: readonly EntryId[]): GlossaryEntry[];
  /** The newest revision of each of `ids` that is there, in their order. */
  findRevisions(ids: readonly EntryId[]): EntryRevision[];
  /** Entries with any of the query's words, best first: quicker than `search`, for what is merely worth showing. */
  searchAnyWord(query: string, limit: number): GlossaryEntry[];
  /** Entries that may be alike by name; a superset, bounded. */
  findLike(names: readonly string[]): NamedEntry[];
  /** Throws `UsageError` when the folded term is taken. `first_seen` is the earliest read post that bears a name. */
  create(draft: EntryDraft, source: ChangeSource): GlossaryEntry;
  /** One revision per field that really changes; undefined when there is no such entry. Throws `UsageError` as `create`. */
  update(id: EntryId, changes: EntryChanges, source: ChangeSource): GlossaryEntry | undefined;
  /** Removes the entry and records that; its revisions stay. False when there is no such entry. */
  delete(id: EntryId, source: ChangeSource): boolean;
  /** Exact names first, then by words (bm25: term, alias, definition), then substrings. Any text is a safe query. */
  search(query: GlossaryQuery): GlossaryEntry[];
  /** All entries by id, in pages: the glossary may change meanwhile. */
  iterateEntries(filter?: EntryFilter): Generator<GlossaryEntry>;
  /** The names of all entries by id, without what goes with them. */
  iterateNames(): Generator<NamedEntry>;
  countEntries(filter?: EntryFilter): number;
  /** Oldest first; also of a deleted entry. */
  readRevisions(id: EntryId): Revision[];
  /** The newest revision of any entry; 0 when there is none. */
  readNewestRevision(): RevisionId;
  /** What a journal step did, one row per entry it touched, by entry id. */
  readChangesOfStep(stepId: number): StepChange[];
  /** To be called once when a scene is opened, before anything is said about it; a post read before is left out. */
  recordReadPosts(corpus: string, posts: readonly ScenePost[]): void;
  readTotals(): ReadTotals;
  /** The longest names in a text, not overlapping. */
  findMatches(text: string): SurfaceMatch[];
  /** Every entry named in these texts, most often first. */
  countMentions(texts: readonly string[]): MentionCount[];
  readSpread(id: EntryId): Spread;
  /** Spreads of all entries that are named anywhere, by id. */
  iterateSpreads(): Generator<Spread & { readonly entryId: EntryId }>;
  /** How often these names were read so far, and in how many posts (parts of a long one count each). */
  countNames(names: readonly string[]): { readonly mentions: number; readonly posts: number };
  /** Whether any read post bears one of these names. */
  isRead(names: readonly string[]): boolean;
  /** Puts a word on hold: it is counted from now on, and what was read is counted at once. */
  hold(surface: string): HeldTerm | undefined;
  /** Held words that recur in posts about to be read, most mentioned first; these posts' own mentions are counted in. */
  heldIn(texts: readonly string[]): HeldTerm[];
  listHeld(): HeldTerm[];
}

export interface GlossaryOptions {
  readonly clock: Clock;
  /** Where bodies are read back from; they are never copied into the glossary. */
  readonly readBody: ReadBody;
}

interface Rooms {
  readonly entries: EntryStore;
  readonly revisions: RevisionStore;
  readonly reading: ReadingStore;
  readonly candidates: CandidateStore;
  readonly search: SearchStore;
  readonly memory: SurfaceMemory;
  now(): string;
}

const defaultLimit = 10;
const maxLimit = 1_000;
const recurring = 2;

/** The glossary in an open annotator database. The connection stays the caller's to close. */
export function openGlossaryStore(connection: Connection, options: GlossaryOptions): GlossaryStore {
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translateStorageError(error, { title: 'the glossary', path: connection.name });
    }
  };
  const rooms = attempt(() => openRooms(connection, options));
  const change = <T>(work: () => T): T => attempt(connection.transaction(work));
  const { entries, revisions, reading, candidates } = rooms;
  return {
    find: (id) => attempt(() => entries.find(id)),
    findByTerm: (term) => attempt(() => entries.findByTerm(term)),
    findByName: (name) => attempt(() => readEntries(rooms, entries.findIdsByName(name))),
    findCiting: (corpus, postId) => attempt(() => readEntries(rooms, entries.findIdsCiting(corpus, postId))),
    read: (ids) => attempt(() => readEntries(rooms, ids)),
    findRevisions: (ids) => attempt(() => entries.findRevisions(ids)),
    searchAnyWord: (query, limit) =>
      attempt(() => readEntries(rooms, rooms.search.searchAnyWord(query, limit))),
    findLike: (names) => attempt(() => entries.findLike(names)),
    create: (draft, source) => change(() => createEntry(rooms, draft, source)),
    update: (id, changes, source) => change(() => updateEntry(rooms, { id, changes, source })),
    delete: (id, source) => change(() => deleteEntry(rooms, id, source)),
    search: (query) => attempt(() => readEntries(rooms, searchEntries(rooms, query))),
    iterateEntries: (filter = {}) => entries.iterate(filter),
    iterateNames: () => entries.iterateNames(),
    countEntries: (filter = {}) => attempt(() => entries.count(filter)),
    readRevisions: (id) => attempt(() => revisions.read(id)),
    readNewestRevision: () => attempt(() => revisions.readNewestId()),
    readChangesOfStep: (stepId) => attempt(() => revisions.readChangesOfStep(stepId)),
    recordReadPosts: (corpus, posts) => change(() => recordPosts(rooms, corpus, posts)),
    readTotals: () => attempt(() => reading.readTotals()),
    findMatches: (text) => attempt(() => rooms.memory.readEntries([splitWords(text)]).findMatches(text)),
    countMentions: (texts) => attempt(() => rankMentions(rooms, texts)),
    readSpread: (id) => attempt(() => reading.readSpread(id)),
    iterateSpreads: () => reading.iterateSpreads(),
    countNames: (names) => attempt(() => sumCounts(reading.scan(names))),
    isRead: (names) => attempt(() => reading.isRead(names)),
    hold: (surface) => change(() => holdSurface(rooms, surface)),
    heldIn: (texts) => attempt(() => listHeldIn(rooms, texts)),
    listHeld: () => attempt(() => candidates.list()),
  };
}

function openRooms(connection: Connection, { clock, readBody }: GlossaryOptions): Rooms {
  return {
    entries: openEntryStore(connection),
    revisions: openRevisionStore(connection),
    reading: openReadingStore(connection, readBody),
    candidates: openCandidateStore(connection),
    search: openSearchStore(connection),
    memory: openSurfaceMemory(connection),
    now: () => renderInstant(clock.now()),
  };
}

function readEntries({ entries }: Rooms, ids: readonly EntryId[]): GlossaryEntry[] {
  return ids.flatMap((id) => entries.find(id) ?? []);
}

function createEntry(rooms: Rooms, draft: EntryDraft, source: ChangeSource): GlossaryEntry {
  refuseTakenTerm(rooms, draft.term, undefined);
  const surfaces = listSurfaces(draft);
  const counts = rooms.reading.scan(surfaces);
  const at = rooms.now();
  const firstSeen = findFirstSeen(rooms, counts) ?? source.position;
  const fresh = { ...draft, firstSeen, lastUpdated: source.position, createdAt: at, updatedAt: at };
  const id = rooms.entries.insert({ ...fresh, revision: 0 as RevisionId });
  const changes: FieldChange[] = [
    ...draftFields.map((field) => ({ field, old: undefined, new: draft[field] })),
    { field: 'first_seen', old: undefined, new: firstSeen },
  ];
  const revision = rooms.revisions.append(id, changes, { source, at });
  const entry: GlossaryEntry = { ...fresh, id, revision };
  rooms.entries.setRevision(id, revision);
  for (const count of counts) rooms.reading.addMention(id, count);
  settleNames(rooms, id, surfaces);
  rooms.search.add(entry);
  return entry;
}

interface Update {
  readonly id: EntryId;
  readonly changes: EntryChanges;
  readonly source: ChangeSource;
}

const draftFields = ['term', 'aliases', 'definition', 'status', 'tags', 'evidence'] as const;

function updateEntry(rooms: Rooms, { id, changes, source }: Update): GlossaryEntry | undefined {
  const old = rooms.entries.find(id);
  if (old === undefined) return undefined;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const next: GlossaryEntry = { ...old, ...given };
  const fields: FieldChange[] = draftFields
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(next[field]))
    .map((field) => ({ field, old: old[field], new: next[field] }));
  if (fields.length === 0) return old;
  if (next.term !== old.term) refuseTakenTerm(rooms, next.term, id);
  const firstSeen = recountNames(rooms, old, next) ?? old.firstSeen;
  if (JSON.stringify(firstSeen) !== JSON.stringify(old.firstSeen)) {
    fields.push({ field: 'first_seen', old: old.firstSeen, new: firstSeen });
  }
  const at = rooms.now();
  const revision = rooms.revisions.append(id, fields, { source, at });
  const entry: GlossaryEntry = { ...next, firstSeen, lastUpdated: source.position, updatedAt: at, revision };
  rooms.entries.replace(entry);
  rooms.search.replace(entry);
  return entry;
}

/** Counts an entry's names anew when they changed; answers where they were first read. */
function recountNames(
  rooms: Rooms,
  old: GlossaryEntry,
  next: GlossaryEntry,
): GlossaryEntry['firstSeen'] | undefined {
  const surfaces = listSurfaces(next);
  if (listSurfaces(old).join('\n') === surfaces.join('\n')) return undefined;
  const counts = rooms.reading.scan(surfaces);
  rooms.reading.replaceMentions(old.id, counts);
  settleNames(rooms, old.id, surfaces);
  return findFirstSeen(rooms, counts);
}

function deleteEntry(rooms: Rooms, id: EntryId, source: ChangeSource): boolean {
  if (rooms.entries.find(id) === undefined) return false;
  rooms.revisions.append(id, [{ field: 'deleted', old: undefined, new: true }], { source, at: rooms.now() });
  rooms.reading.replaceMentions(id, []);
  rooms.entries.delete(id);
  rooms.memory.noteEntry(id);
  rooms.search.remove(id);
  return true;
}

function refuseTakenTerm(rooms: Rooms, term: string, id: EntryId | undefined): void {
  const taken = rooms.entries.findByTerm(term);
  if (taken === undefined || taken.id === id) return;
  throw new UsageError({
    code: 'glossary.duplicate-term',
    happened: `Entry ${taken.id} is already called "${taken.term}".`,
    todo: `Change that entry, or tell the two apart with a suffix: "${term} (character)".`,
  });
}

function settleNames(rooms: Rooms, id: EntryId, surfaces: readonly string[]): void {
  rooms.memory.noteEntry(id);
  for (const candidateId of rooms.candidates.release(surfaces)) rooms.memory.noteCandidate(candidateId);
}

function findFirstSeen(
  { reading }: Rooms,
  counts: readonly PartCount[],
): GlossaryEntry['firstSeen'] | undefined {
  const [first] = counts;
  return first === undefined ? undefined : reading.findPart(first.partId)?.position;
}

function recordPosts(rooms: Rooms, corpus: string, posts: readonly ScenePost[]): void {
  const added = posts.flatMap((post) => rooms.reading.addPart(corpus, post) ?? []);
  const entries = rooms.memory.readEntries(added.map(({ words }) => words));
  const candidates = rooms.memory.readCandidates();
  for (const { id: partId, text, words } of added) {
    for (const [id, mentions] of entries.countMentions(text, words)) {
      rooms.reading.addMention(id as EntryId, { partId, mentions });
    }
    for (const [id, mentions] of candidates.countMentions(text, words)) {
      rooms.candidates.addCount(id, { partId, mentions });
    }
  }
  rooms.reading.indexWords(added);
}

function rankMentions(rooms: Rooms, texts: readonly string[]): MentionCount[] {
  return [...sumMentions(rooms.memory.readEntries(texts.map(splitWords)), texts)]
    .map(([id, { mentions }]) => ({ entryId: id as EntryId, mentions }))
    .sort((a, b) => b.mentions - a.mentions || a.entryId - b.entryId);
}

/** How often each is named in all of the texts, and in how many of them. */
function sumMentions(
  index: SurfaceIndex,
  texts: readonly string[],
): Map<number, { mentions: number; posts: number }> {
  const sums = new Map<number, { mentions: number; posts: number }>();
  for (const text of texts) {
    for (const [id, mentions] of index.countMentions(text)) {
      const sum = sums.get(id) ?? { mentions: 0, posts: 0 };
      sums.set(id, { mentions: sum.mentions + mentions, posts: sum.posts + 1 });
    }
  }
  return sums;
}

function searchEntries(rooms: Rooms, { query, tags, status, limit }: GlossaryQuery): EntryId[] {
  const filter = { tags, status, limit: Math.min(Math.max(1, Math.trunc(limit ?? defaultLimit)), maxLimit) };
  if (query.trim() === '') return rooms.search.listNewest(filter);
  const byTerm = rooms.entries.findByTerm(query);
  const exact = [...(byTerm === undefined ? [] : [byTerm.id]), ...rooms.entries.findIdsByName(query)];
  const ids = [...rooms.search.keep(exact, filter), ...rooms.search.search(query, filter)];
  return [...new Set(ids)].slice(0, filter.limit);
}

function sumCounts(counts: readonly PartCount[]): { mentions: number; posts: number } {
  return { mentions: counts.reduce((sum, part) => sum + part.mentions, 0), posts: counts.length };
}

function holdSurface(rooms: Rooms, surface: string): HeldTerm | undefined {
  const known = rooms.candidates.findByName(surface);
  const id = known ?? rooms.candidates.hold(surface, rooms.reading.scan([surface]));
  if (known === undefined) rooms.memory.noteCandidate(id);
  return rooms.candidates.find(id);
}

function listHeldIn(rooms: Rooms, texts: readonly string[]): HeldTerm[] {
  return [...sumMentions(rooms.memory.readCandidates(), texts)]
    .flatMap(([id, here]) => {
      const held = rooms.candidates.find(id);
      if (held === undefined) return [];
      return [{ ...held, mentions: held.mentions + here.mentions, posts: held.posts + here.posts }];
    })
    .filter((held) => held.mentions >= recurring)
    .sort((a, b) => b.mentions - a.mentions || (a.surface < b.surface ? -1 : 1));
}
