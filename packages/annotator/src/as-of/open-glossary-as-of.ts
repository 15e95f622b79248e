// Opens the glossary as it stood at a moment: the usual glossary over a database in memory that contains nothing later.

import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { readChangeMark } from '../database/change-mark-store.ts';
import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import type { HeldTerm } from '../glossary/candidate-store.ts';
import { openCorrectionStore } from '../glossary/correction-store.ts';
import type { EntryId } from '../glossary/entry.ts';
import { openEntryStore } from '../glossary/entry-store.ts';
import { type GlossaryStore, openGlossaryStore } from '../glossary/glossary-store.ts';
import { listEndedRelations } from '../glossary/list-ended.ts';
import { resolveEntryId } from '../glossary/merge-entries.ts';
import type { NamedAt } from '../glossary/named-where.ts';
import { listProposalsUpTo } from '../glossary/proposal-store.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openReadingStore } from '../glossary/reading-store.ts';
import { type AsOfSource, openAsOfSource, showRevisions } from './as-of-source.ts';
import { listHeldThen } from './list-held-then.ts';
import { type Moment, openMomentStore, openProjectionStore, type PlacedPart } from './moment-store.ts';
import { openRecountedParts } from './recounted-parts.ts';
import { type KnownRevisions, openRevisionPlaces, type RevisionPlaces } from './revision-places-store.ts';
import { openStandingEntries, type Then } from './standing-entries.ts';

export interface GlossaryAsOf {
  readonly glossary: ReadableGlossary;
  close(): void;
}

/** The methods of a glossary that only read. */
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
  | 'listRetired'
  | 'readNewestRevision'
  | 'readTotals'
  | 'listMatches'
  | 'countMentions'
  | 'isRead'
  | 'findFirstRead'
  | 'readSpread'
  | 'openTogether'
  | 'iterateSpreads'
  | 'listHeld'
>;

export interface AsOfOptions {
  readonly clock: Clock;
  readonly readBody: ReadBody;
}

/**
 * Entries, definitions, status, aliases, counts and orders as they were at the moment. They are read from a database in
 * memory that contains nothing later, so nothing later can be revealed. Throws `StorageError`.
 */
export function openGlossaryAsOf(
  connection: Connection,
  { moment, ...options }: AsOfOptions & { readonly moment: Moment },
): GlossaryAsOf {
  const { showAt, close } = openMovingGlossary(connection, options);
  return { glossary: showAt(moment).glossary, close };
}

export interface ShownGlossary {
  readonly glossary: ReadableGlossary;
  /**
   * The entries that differ from those shown before; undefined if any of them may differ. Counts may differ for every
   * entry.
   */
  readonly changed: ReadonlySet<EntryId> | undefined;
  /** Whether the moment, and how much of the story had been read, are the same as those shown before. */
  readonly isSameMoment: boolean;
  /** The newest part read by then. */
  readonly lastPart: number;
}

export interface MovingGlossary {
  /**
   * Shows the glossary at a moment. The more it differs from what was shown before, the longer this takes. The glossary
   * that was shown before is no longer valid.
   */
  showAt(moment: Moment): ShownGlossary;
  close(): void;
}

/** If more entries than this change, it is quicker to build the glossary anew. */
const mostChanged = 2_000;

export function openMovingGlossary(connection: Connection, options: AsOfOptions): MovingGlossary {
  const source = openAsOfSource(connection, options.readBody);
  const places = openRevisionPlaces(connection);
  const moments = openMomentStore(connection);
  let opened: Projection | undefined;
  let at: Moment['at'] | undefined;
  let shown = '';
  let [last, mark]: [PlacedPart | undefined, string] = [undefined, ''];
  const readLastPart = (moment: Moment): number => {
    const now = readChangeMark(connection);
    const part = moments.readLastPart(moment, mark === now ? last : undefined);
    [last, mark] = [moment.at === 'scene' ? { scene: moment.sceneId, part } : undefined, now];
    return part;
  };
  const close = (): void => {
    opened?.close();
    opened = undefined;
  };
  const show = connection.transaction((moment: Moment): ShownGlossary => {
    const known = places.read(moment);
    const lastPart = readLastPart(moment);
    const then = { moment, lastPart, known, readRevisions: buildReader(source, known) };
    const isSameMoment = describeMoment(then) === shown;
    shown = describeMoment(then);
    const changed = opened && at === moment.at ? opened.moveTo(then) : undefined;
    if (changed !== undefined && opened !== undefined)
      return { glossary: opened.glossary, changed, isSameMoment, lastPart };
    close();
    opened = openProjection({ source, places, clock: options.clock }, then);
    at = moment.at;
    return { glossary: opened.glossary, changed: undefined, isSameMoment, lastPart };
  });
  return { showAt: show, close };
}

function describeMoment({ moment, lastPart }: Then): string {
  return JSON.stringify([moment, lastPart]);
}

interface KnownThen extends Then {
  readonly known: KnownRevisions;
}

function buildReader({ revisions }: AsOfSource, known: KnownRevisions): Then['readRevisions'] {
  const shown = { isKnown: known.has, isLater: known.isLater };
  return (id) => showRevisions(revisions.read(id), shown);
}

interface ProjectionSource {
  readonly source: AsOfSource;
  readonly places: RevisionPlaces;
  readonly clock: Clock;
}

interface Projection extends GlossaryAsOf {
  /** Returns undefined, and does nothing, if it is quicker to build the glossary anew. */
  moveTo(then: KnownThen): ReadonlySet<EntryId> | undefined;
}

function openProjection({ source, places, clock }: ProjectionSource, first: KnownThen): Projection {
  const target = openAnnotatorDatabase({ path: ':memory:', isView: true });
  openProjectionStore(source.connection, target).removeUnneeded();
  const standing = openStandingEntries(source, target);
  const isEntry = (id: EntryId): boolean => standing.ids.has(id);
  const names = openEntryStore(target);
  const recounted = openRecountedParts(source, { iterateNames: names.iterateNames, isEntry });
  let then = first;
  let seen = 0;
  let named: NamedAt;
  const settle = (): void => {
    const where = source.reading.readNamedWhere();
    recounted.countAnew(where, then.lastPart);
    named = where.openAt({ lastPart: then.lastPart, isEntry, recounted: recounted.counts });
    seen = places.newest;
  };
  target.transaction(() => {
    for (const change of standing.fill(first, places.listStandings(first.known))) recounted.update(change);
  })();
  settle();
  const lazy = openLazy({ source, target, readThen: () => then, readNamed: () => named, standing });
  return {
    glossary: buildGlossary(openGlossaryStore(target, { clock, readBody: () => undefined }), {
      source,
      places,
      readThen: () => then,
      readNamed: () => named,
      lazy,
    }),
    moveTo(next) {
      const changed = places.listDifferent(then.known, next.known);
      if (changed.size > mostChanged) return undefined;
      const written = places.listSince(seen);
      then = next;
      lazy.clear();
      for (const id of written) recounted.forgetNow(id);
      const changes = target.transaction(() => standing.update(next, new Set([...changed, ...written])))();
      for (const change of changes) recounted.update(change);
      settle();
      return new Set(changes.map(({ id }) => id));
    },
    close: () => void target.close(),
  };
}

interface LazySource {
  readonly source: AsOfSource;
  readonly target: Connection;
  readonly standing: ReturnType<typeof openStandingEntries>;
  readThen(): Then;
  readNamed(): NamedAt;
}

/** The parts of a glossary that are built only on request. */
function openLazy({ source, target, standing, readThen, readNamed }: LazySource) {
  const projection = openProjectionStore(source.connection, target);
  const counts = openReadingStore(target, () => undefined);
  let hasCorpora = false;
  let held: HeldTerm[] | undefined;
  return {
    clear() {
      if (hasCorpora) projection.removeMentions();
      [hasCorpora, held] = [false, undefined];
    },
    fillSearch: standing.fillSearch,
    /** For each entry, records one part of every corpus in which it is named: enough to tell which corpora name it. */
    fillCorpora() {
      if (hasCorpora) return;
      hasCorpora = true;
      const named = readNamed();
      for (const id of standing.ids) {
        for (const partId of named.listFirstParts(id)) {
          projection.copyPart(partId);
          counts.addMention(id, { partId, mentions: 1 });
        }
      }
    },
    listHeld() {
      held ??= listHeldThen(source, openEntryStore(target), readThen().lastPart);
      return held;
    },
  };
}

interface Parts extends Pick<LazySource, 'source' | 'readNamed'> {
  readonly places: RevisionPlaces;
  readonly lazy: ReturnType<typeof openLazy>;
  readThen(): KnownThen;
}

function buildGlossary(glossary: GlossaryStore, parts: Parts): ReadableGlossary {
  const { source, places, lazy, readThen, readNamed } = parts;
  const { connection, revisions } = source;
  const readRevisions: GlossaryStore['readRevisions'] = (id) => [...readThen().readRevisions(id)];
  const fillFor = (corpus: string | undefined): void => {
    if (corpus !== undefined) lazy.fillCorpora();
  };
  return {
    ...glossary,
    readRevisions,
    listProposals(id) {
      const lastScene = openMomentStore(connection).readLastScene(readThen().moment);
      const proposals = listProposalsUpTo(connection, lastScene);
      return id === undefined ? proposals : proposals.filter(({ entryId }) => entryId === id);
    },
    *iterateDefinitions() {
      const { known } = readThen();
      for (const one of revisions.iterateDefinitions()) if (known.has(one.revision)) yield one;
    },
    listEntryIds: (since) => places.listKnownIds(readThen().known, since ?? 0),
    // Also lists entries that the moment does not know: `readRevisions` tells which entries are gone at the moment.
    listRetired: revisions.listRetired,
    listEnded: () =>
      listEndedRelations({
        listRelatedIds: revisions.listRelatedIds,
        find: glossary.find,
        readRevisions,
        readPlaces: openCorrectionStore(connection).readPlaces,
      }),
    resolve: (id) => resolveEntryId({ entries: glossary, revisions: { read: readRevisions } }, id),
    readNewestRevision: () => readThen().known.newest,
    readTotals: () => openMomentStore(connection).readTotals(readThen().lastPart),
    readSpread: (id) => readNamed().readSpread(id),
    iterateSpreads: () => readNamed().iterateSpreads(),
    openTogether: () => readNamed(),
    listHeld: lazy.listHeld,
    searchAnyWord(query, limit) {
      lazy.fillSearch();
      return glossary.searchAnyWord(query, limit);
    },
    search(query) {
      lazy.fillSearch();
      fillFor(query.corpus);
      return glossary.search(query);
    },
    *iterateEntries(filter) {
      fillFor(filter?.corpus);
      yield* glossary.iterateEntries(filter);
    },
    countEntries(filter) {
      fillFor(filter?.corpus);
      return glossary.countEntries(filter);
    },
    listIdsOfCorpus(corpus) {
      lazy.fillCorpora();
      return glossary.listIdsOfCorpus(corpus);
    },
  };
}
