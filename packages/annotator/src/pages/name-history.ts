// Name history: which names each entry had at the end of each scene, for whoever reads the story from its beginning.

import { listStates } from '../as-of/list-states.ts';
import { openMomentStore } from '../as-of/moment-store.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import { openRevisionStore } from '../glossary/revision-store.ts';
import { buildSurfaceIndex, type SurfaceIndex } from '../glossary/surface-index.ts';
import { listCountedNames } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { buildStopFinder } from './place-within.ts';

/** The names an entry has from the end of a scene on; none where it is no entry then. */
interface NamesFrom {
  readonly scene: number;
  readonly names: readonly string[];
}

export interface NameHistory {
  /** The newest revision that it knows. */
  readonly newest: RevisionId;
  /** Every name that was known at a stop: the end of a scene, or within one (`findKnownStop`). Valid until it is asked for another scene. */
  readIndex(scene: number): SurfaceIndex;
  /** Entries that come into being in the scene, each with the name it is headed by. */
  listNew(scene: number): readonly { readonly id: EntryId; readonly names: readonly string[] }[];
}

/**
 * Reads every revision once; asking costs time in proportion to what changed between the scenes asked for. Entries that
 * belong to no scene, as in a glossary that was taken over, have no history.
 */
export function openNameHistory({
  connection,
  stores,
}: Pick<Annotator, 'connection' | 'stores'>): NameHistory {
  const newest = stores.glossary.readNewestRevision();
  const histories = readHistories(connection);
  const changed = groupByScene(histories);
  const scenes = [...changed.keys()].toSorted((one, other) => one - other);
  const index = buildSurfaceIndex();
  let at = Number.NEGATIVE_INFINITY;
  const moveTo = (scene: number): void => {
    const [from, to] = at < scene ? [at, scene] : [scene, at];
    const between = scenes.filter((one) => one > from && one <= to);
    for (const id of new Set(between.flatMap((one) => changed.get(one) ?? [])))
      index.set(id, findNames(histories.get(id) ?? [], scene));
    at = scene;
  };
  return {
    newest,
    readIndex(scene) {
      if (scene !== at) moveTo(scene);
      return index;
    },
    listNew: (scene) =>
      (changed.get(scene) ?? []).flatMap((id) => {
        const history = histories.get(id) ?? [];
        const [first] = history;
        const [term] = first?.names ?? [];
        return first?.scene === scene && term !== undefined ? [{ id, names: [term] }] : [];
      }),
  };
}

function readHistories(connection: Annotator['connection']): ReadonlyMap<EntryId, readonly NamesFrom[]> {
  const places = new Map<number, number>();
  for (const { revision, scene } of openMomentStore(connection).iteratePlaces()) places.set(revision, scene);
  const revisions = openRevisionStore(connection);
  return new Map(
    revisions.listEntryIds().map((id) => {
      const own = revisions.read(id);
      const findStop = buildStopFinder(own, (revision) => places.get(revision));
      const history = listStates(own, findStop).map(({ stop, entry }) => ({
        scene: stop,
        names: entry === undefined || entry.term === '' ? [] : listCountedNames(entry),
      }));
      return [id, history];
    }),
  );
}

function groupByScene(
  histories: ReadonlyMap<EntryId, readonly NamesFrom[]>,
): ReadonlyMap<number, readonly EntryId[]> {
  const changed = new Map<number, EntryId[]>();
  for (const [id, history] of histories) {
    for (const { scene } of history) {
      const ids = changed.get(scene);
      if (ids === undefined) changed.set(scene, [id]);
      else ids.push(id);
    }
  }
  return changed;
}

function findNames(history: readonly NamesFrom[], scene: number): readonly string[] {
  return history.findLast((one) => one.scene <= scene)?.names ?? [];
}
