// Reads which names each entry has at any point of the story, so that a text can be marked with what its reader knows there.

import type { EntryId, RevisionId } from '../glossary/entry.ts';
import { buildSurfaceIndex, type SurfaceIndex } from '../glossary/surface-index.ts';
import { listCountedNames, listHeadNames } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { iterateNameRevisions, type NameRevision } from './name-revision-store.ts';
import { buildStopFinder } from './place-within.ts';

/** The names that an entry has from the end of a scene on; empty if the entry does not exist there. */
interface NamesFrom {
  readonly scene: number;
  readonly names: readonly string[];
  /** The names by which the text is marked before the entry exists. */
  readonly heads: readonly string[];
}

export interface NameHistory {
  /** Applies all changes since the history was opened or last updated. */
  update(annotator: Pick<Annotator, 'connection' | 'stores'>): void;
  /**
   * Returns the names at a stop: the end of a scene, or a point within a scene (`findKnownStop`). The result is valid
   * until the names at another stop are requested.
   */
  readNames(stop: number): NamesAt;
  /** The names by which the text is marked before the entry exists (`listHeadNames`). */
  readHeads(id: EntryId): readonly string[];
  /** Where each entry is first marked, as far as it was searched for; any change empties the map. */
  readonly firstMarks: Map<number, MarkedPart | undefined>;
}

export interface MarkedPart {
  readonly corpus: string;
  readonly postId: number;
  readonly start: number;
  readonly end: number;
}

/** The names of entries that exist at a stop, and of entries that come later. */
export interface NamesAt {
  readonly known: SurfaceIndex;
  /** Entries that are created later, with the first names that they will have. */
  readonly coming: SurfaceIndex;
}

/**
 * Reads every revision once, and later only revisions of entries that have changed. Reading the names at a stop takes
 * time in proportion to the changes between this stop and the one requested before. Entries that belong to no scene,
 * as in a glossary imported from another program, have no history.
 */
export function openNameHistory(annotator: Pick<Annotator, 'connection' | 'stores'>): NameHistory {
  const histories = new Map<EntryId, readonly NamesFrom[]>();
  const changed = new Map<number, EntryId[]>();
  const names: NamesAt = { known: buildSurfaceIndex(), coming: buildSurfaceIndex({ isStrict: true }) };
  const firstMarks: NameHistory['firstMarks'] = new Map();
  let newest = 0 as RevisionId;
  let at = Number.NEGATIVE_INFINITY;
  const replace = (id: EntryId, history: readonly NamesFrom[]): void => {
    for (const { scene } of histories.get(id) ?? [])
      changed.set(scene, changed.get(scene)?.filter((one) => one !== id) ?? []);
    histories.set(id, history);
    for (const { scene } of history) {
      const ids = changed.get(scene);
      if (ids === undefined) changed.set(scene, [id]);
      else ids.push(id);
    }
    setNames(names, { id, history, stop: at });
  };
  const moveTo = (scene: number): void => {
    const [from, to] = at < scene ? [at, scene] : [scene, at];
    const between = [...changed].filter(([one]) => one > from && one <= to);
    for (const id of new Set(between.flatMap(([, ids]) => ids)))
      setNames(names, { id, history: histories.get(id) ?? [], stop: scene });
    at = scene;
  };
  const clear = (): void => {
    for (const one of [histories, changed, names.known, names.coming]) one.clear();
    newest = 0 as RevisionId;
  };
  const update: NameHistory['update'] = ({ connection, stores }) => {
    const revision = stores.glossary.readNewestRevision();
    if (revision === newest) return;
    firstMarks.clear();
    // If the newest revision has a lower number than before, the world was replaced by an older copy of it.
    if (revision < newest) clear();
    for (const { entryId, revisions } of iterateNameRevisions(connection, newest))
      replace(entryId, buildHistory(revisions));
    newest = revision;
  };
  update(annotator);
  return {
    firstMarks,
    update,
    readNames(stop) {
      if (stop !== at) moveTo(stop);
      return names;
    },
    readHeads: (id) => histories.get(id)?.[0]?.heads ?? [],
  };
}

interface NamedAtStop {
  readonly id: EntryId;
  readonly history: readonly NamesFrom[];
  readonly stop: number;
}

function setNames({ known, coming }: NamesAt, { id, history, stop }: NamedAtStop): void {
  const standing = history.findLast(({ scene }) => scene <= stop);
  known.set(id, standing?.names ?? []);
  coming.set(id, standing === undefined ? (history[0]?.heads ?? []) : []);
}

/** Returns the names at the first stop, and at each stop where the names may change. */
function buildHistory(revisions: readonly NameRevision[]): readonly NamesFrom[] {
  const scenes = new Map(revisions.map(({ id, scene }) => [id as number, scene]));
  const findStop = buildStopFinder(revisions, (revision) => scenes.get(revision));
  const placed = revisions.flatMap((revision) => {
    const stop = findStop(revision.id);
    return stop === undefined ? [] : [{ change: revision.change, stop }];
  });
  const first = placed.reduce((least, { stop }) => Math.min(least, stop), Number.POSITIVE_INFINITY);
  const changes = placed.filter(({ change, stop }) => change !== undefined || stop === first);
  const stops = [...new Set(changes.map(({ stop }) => stop))].toSorted((one, other) => one - other);
  return stops.map((stop) => ({
    scene: stop,
    ...foldNames(changes.filter((one) => one.stop <= stop).map(({ change }) => change)),
  }));
}

/** The names after all these changes; none if the entry does not exist after them. */
function foldNames(changes: readonly NameRevision['change'][]): Omit<NamesFrom, 'scene'> {
  let [term, aliases, isGone]: [string, readonly string[], boolean] = ['', [], false];
  for (const change of changes) {
    if (change?.field === 'term') term = change.term;
    else if (change?.field === 'aliases') aliases = change.aliases;
    else if (change !== undefined) isGone = change.isGone;
  }
  const isEntry = !isGone && term !== '';
  return {
    names: isEntry ? listCountedNames({ term, aliases }) : [],
    heads: isEntry ? listHeadNames({ term, aliases }) : [],
  };
}
