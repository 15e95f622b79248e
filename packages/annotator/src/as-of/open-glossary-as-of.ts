// Opens the glossary as it stood at a moment: the usual glossary over a database in memory that holds nothing later.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { buildHeldKey, openCandidateStore } from '../glossary/candidate-store.ts';
import { openCorrectionStore } from '../glossary/correction-store.ts';
import type { EntryId, GlossaryEntry, RevisionId } from '../glossary/entry.ts';
import { type EntryStore, openEntryStore } from '../glossary/entry-store.ts';
import { isNamedByQuote } from '../glossary/evidence-gate.ts';
import { type GlossaryStore, openGlossaryStore } from '../glossary/glossary-store.ts';
import { listEndedRelations } from '../glossary/list-ended.ts';
import { resolveEntryId } from '../glossary/merge-entries.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openReadingStore, type PartPage, type ReadingStore } from '../glossary/reading-store.ts';
import { openRemovedNameStore } from '../glossary/removed-name-store.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';
import { openRevisionStore } from '../glossary/revision-store.ts';
import { openSearchStore } from '../glossary/search-store.ts';
import { buildSurfaceIndex, type SurfaceIndex } from '../glossary/surface-index.ts';
import {
  listCountedNames,
  listDifferentNames,
  listMissing,
  listOwnNames,
  listSurfaces,
} from '../glossary/term-forms.ts';
import { type Moment, openMomentStore, openProjectionStore } from './moment-store.ts';

export interface GlossaryAsOf {
  readonly glossary: ReadableGlossary;
  close(): void;
}

/** The reading half of a glossary. */
export type ReadableGlossary = Pick<
  GlossaryStore,
  | 'find'
  | 'findByTerm'
  | 'listByName'
  | 'listCiting'
  | 'iterateHeads'
  | 'findHead'
  | 'iterateNames'
  | 'listProposals'
  | 'read'
  | 'readEntryRevisions'
  | 'search'
  | 'searchAnyWord'
  | 'iterateEntries'
  | 'countEntries'
  | 'iterateRelations'
  | 'listEnded'
  | 'resolve'
  | 'listIdsOfCorpus'
  | 'readRevisions'
  | 'iterateDefinitions'
  | 'listEntryIds'
  | 'readNewestRevision'
  | 'readTotals'
  | 'listMatches'
  | 'countMentions'
  | 'isRead'
  | 'readSpread'
  | 'openTogether'
  | 'iterateSpreads'
  | 'listHeld'
>;

export interface AsOfOptions {
  readonly moment: Moment;
  readonly clock: Clock;
  readonly readBody: ReadBody;
}

/**
 * Entries, definitions, status, aliases, counts and orders as they stood. What came later is not in the database, so
 * nothing can reveal it. Costs time in proportion to what was written until the moment. Throws `StorageError`.
 */
export function openGlossaryAsOf(connection: Connection, options: AsOfOptions): GlossaryAsOf {
  const { clock, readBody } = options;
  const target = openAnnotatorDatabase({ path: ':memory:', isView: true });
  openProjectionStore(connection, target).removeSums();
  const project = target.transaction(() => {
    const projected = copyGlossary(connection, target, options);
    copyHeld(openSource(connection, options), target);
    return projected;
  });
  const { known, readRevisions, iterateDefinitions, listEntryIds } = project();
  const glossary = openGlossaryStore(target, { clock, readBody });
  const newest = Math.max(0, ...[...known].slice(-1));
  return {
    glossary: {
      ...glossary,
      readRevisions,
      iterateDefinitions,
      listEntryIds,
      listEnded: () =>
        listEndedRelations({
          listRelatedIds: openRevisionStore(connection).listRelatedIds,
          find: glossary.find,
          readRevisions,
          readPlaces: openCorrectionStore(connection).readPlaces,
        }),
      resolve: (id) => resolveEntryId({ entries: glossary, revisions: { read: readRevisions } }, id),
      readNewestRevision: () => newest as GlossaryEntry['revision'],
    },
    close: () => void target.close(),
  };
}

/** What the glossary of a moment was built from. */
interface Projected {
  /** Its revisions, in order. */
  readonly known: ReadonlySet<number>;
  readonly readRevisions: (id: EntryId) => Revision[];
  readonly iterateDefinitions: GlossaryStore['iterateDefinitions'];
  readonly listEntryIds: GlossaryStore['listEntryIds'];
}

/** Fills an empty glossary with entries, parts, counts and search indexes as they stood. Call it in a transaction. */
export function copyGlossary(connection: Connection, target: Connection, options: AsOfOptions): Projected {
  const source = openSource(connection, options);
  const moments = openMomentStore(connection);
  const known = new Set(moments.listRevisionIds(options.moment));
  const later = new Set(moments.listLaterIds(options.moment));
  const readRevisions = (id: EntryId) =>
    source.revisions
      .read(id)
      .filter((revision) => known.has(revision.id))
      .map((revision) => (later.has(revision.id) ? showFromPlace(revision) : revision));
  const iterateDefinitions = function* () {
    for (const one of source.revisions.iterateDefinitions()) if (known.has(one.revision)) yield one;
  };
  const listEntryIds = (since?: RevisionId) =>
    source.revisions.listEntryIds(since).filter((id) => readRevisions(id).length > 0);
  copyEntries(source, target, readRevisions);
  return { known, readRevisions, iterateDefinitions, listEntryIds };
}

/** A correction that was written later is shown where it holds: where it was written, and why, may tell of what comes. */
function showFromPlace(revision: Revision): Revision {
  const { holdsFrom } = revision;
  return holdsFrom === undefined ? revision : { ...revision, position: holdsFrom, reason: undefined };
}

type Source = ReturnType<typeof openSource>;

function openSource(connection: Connection, { moment, readBody }: AsOfOptions) {
  return {
    connection,
    moment,
    revisions: openRevisionStore(connection),
    entries: openEntryStore(connection),
    reading: openReadingStore(connection, readBody),
    lastPart: openMomentStore(connection).readLastPart(moment),
  };
}

function copyEntries(
  source: Source,
  target: Connection,
  readRevisions: (id: EntryId) => Parameters<typeof replayRevisions>[0],
): void {
  const entries = openEntryStore(target);
  const search = openSearchStore(target);
  const projection = openProjectionStore(source.connection, target);
  const counts = openReadingStore(target, () => undefined);
  projection.copyParts(source.lastPart);
  const names = buildSurfaceIndex();
  const recounted = new Set<number>();
  const copied: EntryId[] = [];
  for (const id of source.revisions.listEntryIds()) {
    const entry = replayShown(source, readRevisions(id));
    for (const part of listRecounted(source, id, entry)) recounted.add(part);
    if (entry === undefined) continue;
    entries.restore(entry);
    search.add(entry);
    names.set(id, listCountedNames(entry));
    copied.push(id);
  }
  for (const id of copied) projection.copyMentions(id, { lastPart: source.lastPart, except: recounted });
  for (const part of recounted) countAnew(source.reading.readPage(part), names, counts);
}

/** An entry as it stood; undefined, too, when it is looked at from a place before the story names it. */
function replayShown(
  { reading, lastPart, moment }: Source,
  revisions: Parameters<typeof replayRevisions>[0],
): GlossaryEntry | undefined {
  const entry = replayRevisions(revisions);
  if (entry === undefined || moment.at !== 'scene' || isNamedByQuote(entry)) return entry;
  const part = reading.findFirstPart(listOwnNames(entry));
  return part === undefined || part > lastPart ? undefined : entry;
}

/** The parts in which somebody may be named otherwise than today, because this entry had other names then. */
function listRecounted(
  { entries, reading, lastPart }: Source,
  id: EntryId,
  then: GlossaryEntry | undefined,
): readonly number[] {
  const now = entries.findHead(id);
  const before = then === undefined ? [] : listCountedNames(then);
  const after = now === undefined ? [] : listCountedNames(now);
  if (listDifferentNames(before, after).length === 0) return [];
  const named = reading.readMentions(id).map(({ partId }) => partId);
  const parts = [...named, ...reading.listParts(listMissing(before, after))];
  return parts.filter((partId) => partId <= lastPart);
}

function countAnew(page: PartPage | undefined, names: SurfaceIndex, counts: ReadingStore): void {
  if (page === undefined) return;
  const { partId, text, words } = page;
  for (const [id, mentions] of names.countMentions(text, words)) {
    counts.addMention(id as EntryId, { partId, mentions });
  }
}

/**
 * The words that were on hold by then; one that the glossary has by then was let go. One that was let go without ever
 * becoming an entry was taken back with its scene.
 */
function copyHeld({ connection, reading, entries, lastPart }: Source, target: Connection): void {
  const named = collectHeldKeys(openEntryStore(target));
  const namedNow = collectHeldKeys(entries);
  const candidates = openCandidateStore(target);
  const held = openCandidateStore(connection);
  const removed = openRemovedNameStore(connection, openRevisionStore(connection).read);
  const isTakenBack = (surface: string) =>
    held.findByName(surface) === undefined &&
    !namedNow.has(buildHeldKey(surface)) &&
    removed.listIds(surface).length === 0;
  for (const { surface, ...meaning } of held.listMeaningsUntil(lastPart)) {
    if (named.has(buildHeldKey(surface)) || isTakenBack(surface)) continue;
    const counts = reading.countNames([surface]).filter(({ partId }) => partId <= lastPart);
    candidates.add(surface, counts, meaning);
  }
}

/** The names of all entries, as words on hold are compared. */
function collectHeldKeys(entries: EntryStore): ReadonlySet<string> {
  return new Set([...entries.iterateNames()].flatMap((entry) => listSurfaces(entry).map(buildHeldKey)));
}
