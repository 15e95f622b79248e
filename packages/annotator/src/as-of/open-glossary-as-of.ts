// Opens the glossary as it stood at a moment: the usual glossary over a database in memory that holds nothing later.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { buildHeldKey, openCandidateStore } from '../glossary/candidate-store.ts';
import type { EntryId, GlossaryEntry, RevisionId } from '../glossary/entry.ts';
import { openEntryStore } from '../glossary/entry-store.ts';
import { type GlossaryStore, openGlossaryStore } from '../glossary/glossary-store.ts';
import { openReadingStore, type ReadBody } from '../glossary/reading-store.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';
import { openRevisionStore } from '../glossary/revision-store.ts';
import { openSearchStore } from '../glossary/search-store.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
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
  | 'iterateNames'
  | 'listProposals'
  | 'read'
  | 'readEntryRevisions'
  | 'search'
  | 'searchAnyWord'
  | 'iterateEntries'
  | 'countEntries'
  | 'readRevisions'
  | 'iterateDefinitions'
  | 'listEntryIds'
  | 'readNewestRevision'
  | 'readTotals'
  | 'listMatches'
  | 'countMentions'
  | 'isRead'
  | 'readSpread'
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
  for (const id of source.revisions.listEntryIds()) {
    const entry = replayRevisions(readRevisions(id));
    if (entry === undefined) continue;
    entries.restore(entry);
    search.add(entry);
    if (hasSameNames(entry, source.entries.find(id))) projection.copyMentions(id, source.lastPart);
    else counts.replaceMentions(id, countUntil(source, entry));
  }
}

/** The words that were on hold by then; one that the glossary has by then was let go. */
function copyHeld({ connection, reading, lastPart }: Source, target: Connection): void {
  const named = new Set<string>();
  for (const entry of openEntryStore(target).iterateNames())
    for (const name of listSurfaces(entry)) named.add(buildHeldKey(name));
  const candidates = openCandidateStore(target);
  for (const { surface, ...meaning } of openCandidateStore(connection).listMeaningsUntil(lastPart)) {
    if (named.has(buildHeldKey(surface))) continue;
    const counts = reading.countNames([surface]).filter(({ partId }) => partId <= lastPart);
    candidates.add(surface, counts, meaning);
  }
}

function hasSameNames(entry: GlossaryEntry, now: GlossaryEntry | undefined): boolean {
  return now !== undefined && listSurfaces(entry).join('\n') === listSurfaces(now).join('\n');
}

/** Recounts an entry that has other names today, or is gone, in the posts read by then. */
function countUntil({ reading, lastPart }: Source, entry: GlossaryEntry) {
  return reading.countNames(listSurfaces(entry)).filter(({ partId }) => partId <= lastPart);
}
