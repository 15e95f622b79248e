// State layer: changes laid over a state without modifying it, until they are merged or discarded.

import type { EntityId, GameState } from '../values/entity.ts';
import { mergePlaced } from './merge-placed.ts';
import { comparePlaced, type Placed } from './placed.ts';

/** The positions of entities created in a turn begin at the turn's number times this. */
export const positionsPerTurn = 1_000_000;

export interface PlacedState extends GameState {
  findPlaced(id: EntityId): Placed | undefined;
  listPlaced(type: string): readonly Placed[];
  /** Notes with exactly this content, in any order. */
  listNoted(content: string): readonly Placed[];
  /**
   * Entities of a type that the layers over the whole state added or changed, in any order, without those that they
   * removed.
   */
  listChanged(type: string): readonly Placed[];
  count(): number;
}

/** Changes laid over another state, which they do not modify. */
export interface StateLayer extends PlacedState {
  readonly changed: ReadonlyMap<EntityId, Placed | undefined>;
  set(placed: Placed): void;
  remove(id: EntityId): void;
}

/** A whole state, held in memory. */
export interface StateBase extends PlacedState {
  iterateAll(): Iterable<Placed>;
  /** Takes over the changes of a layer that lies over this state. */
  merge(layer: StateLayer): void;
}

export function buildStateBase(placed: Iterable<Placed>): StateBase {
  const byId = new Map<EntityId, Placed>();
  const byType = new Map<string, Placed[]>();
  for (const one of placed) {
    byId.set(one.entity.id, one);
    listIn(byType, one.entity.type).push(one);
  }
  const sorted = new Map<string, readonly Placed[]>();
  const listPlaced = (type: string) => {
    const found = sorted.get(type);
    if (found !== undefined) return found;
    const list = (byType.get(type) ?? []).sort(comparePlaced);
    sorted.set(type, list);
    return list;
  };
  let noted: NoteIndex | undefined;
  const openNoted = () => {
    noted ??= buildNoteIndex(listPlaced('note'));
    return noted;
  };
  return {
    find: (id) => byId.get(id)?.entity,
    findPlaced: (id) => byId.get(id),
    list: (type) => listPlaced(type).map(({ entity }) => entity),
    listPlaced,
    listNoted: (content) => openNoted().list(content),
    listChanged: () => [],
    count: () => byId.size,
    iterateAll: () => byId.values(),
    merge(layer) {
      const types = new Set([...layer.changed.keys()].map((id) => id.slice(0, id.indexOf(':'))));
      // The layer reads through to this state, so all lists are made before anything here is changed.
      const lists = [...types].map((type) => [type, layer.listPlaced(type)] as const);
      for (const [type, list] of lists) sorted.set(type, list);
      for (const [id, one] of layer.changed) {
        noted?.replace(byId.get(id), one);
        if (one === undefined) byId.delete(id);
        else byId.set(id, one);
      }
    },
  };
}

export function openStateLayer(below: PlacedState): StateLayer {
  const changed = new Map<EntityId, Placed | undefined>();
  const noted = buildNoteIndex([]);
  const listPlaced = (type: string) => {
    const touched = [...changed].filter(([id]) => id.startsWith(`${type}:`));
    return mergePlaced(
      below.listPlaced(type),
      touched.map(([id, latter]) => ({ former: below.findPlaced(id), latter })),
    );
  };
  const replace = (id: EntityId, placed: Placed | undefined) => {
    noted.replace(changed.get(id), placed);
    changed.set(id, placed);
  };
  return {
    changed,
    find: (id) => (changed.has(id) ? changed.get(id)?.entity : below.find(id)),
    findPlaced: (id) => (changed.has(id) ? changed.get(id) : below.findPlaced(id)),
    list: (type) => listPlaced(type).map(({ entity }) => entity),
    listPlaced,
    listNoted(content) {
      const kept = below.listNoted(content).filter(({ entity }) => !changed.has(entity.id));
      return [...kept, ...noted.list(content)];
    },
    listChanged(type) {
      const kept = below.listChanged(type).filter(({ entity }) => !changed.has(entity.id));
      return [...kept, ...[...changed.values()].filter((one) => one?.entity.type === type)].flatMap(
        (one) => one ?? [],
      );
    },
    count() {
      let count = below.count();
      for (const [id, one] of changed) {
        count += (one === undefined ? 0 : 1) - (below.find(id) === undefined ? 0 : 1);
      }
      return count;
    },
    set: (placed) => replace(placed.entity.id, placed),
    remove: (id) => replace(id, undefined),
  };
}

/** Adds the changes of a layer to the layer below it. */
export function mergeLayer(layer: StateLayer, below: StateLayer): void {
  for (const [id, placed] of layer.changed) {
    if (placed === undefined) below.remove(id);
    else below.set(placed);
  }
}

function listIn(lists: Map<string, Placed[]>, type: string): Placed[] {
  const found = lists.get(type) ?? [];
  lists.set(type, found);
  return found;
}

export interface NoteIndex {
  /** Notes with exactly this content, in any order. */
  list(content: string): readonly Placed[];
  /**
   * Replaces one entity by another; `former` is undefined if the entity is new, `latter` if it was removed. Entities
   * that are not notes are ignored.
   */
  replace(former: Placed | undefined, latter: Placed | undefined): void;
}

function buildNoteIndex(placed: Iterable<Placed>): NoteIndex {
  const byContent = new Map<string, readonly Placed[]>();
  const read = (one: Placed | undefined): string | undefined => {
    const content = one?.entity.type === 'note' ? one.entity.sheet['content'] : undefined;
    return typeof content === 'string' ? content : undefined;
  };
  const list = (content: string) => byContent.get(content) ?? [];
  const replace = (former: Placed | undefined, latter: Placed | undefined) => {
    const [gone, said] = [read(former), read(latter)];
    if (gone !== undefined) {
      const left = list(gone).filter(({ entity }) => entity.id !== former?.entity.id);
      if (left.length === 0) byContent.delete(gone);
      else byContent.set(gone, left);
    }
    if (said !== undefined && latter !== undefined) byContent.set(said, [...list(said), latter]);
  };
  for (const one of placed) replace(undefined, one);
  return { list, replace };
}
