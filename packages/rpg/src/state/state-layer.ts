// State layer: entities in the order in which they came, and changes laid over them until they are taken or left.

import type { Entity, EntityId, GameState } from './entity.ts';

/** What came in a turn stands at its number times this, and on. */
export const positionsPerTurn = 1_000_000;

/** An entity and where it stands among the others. */
export interface Placed {
  readonly entity: Entity;
  readonly position: number;
}

export interface PlacedState extends GameState {
  findPlaced(id: EntityId): Placed | undefined;
  listPlaced(type: string): readonly Placed[];
  count(): number;
}

/** What is laid over another state; that one is not touched. */
export interface StateLayer extends PlacedState {
  readonly changed: ReadonlyMap<EntityId, Placed | undefined>;
  put(placed: Placed): void;
  remove(id: EntityId): void;
}

/** A whole state, held in memory. */
export interface StateBase extends PlacedState {
  all(): Iterable<Placed>;
  /** Takes over what was laid on it. */
  take(layer: StateLayer): void;
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
    const list = (byType.get(type) ?? []).sort(byPosition);
    sorted.set(type, list);
    return list;
  };
  return {
    find: (id) => byId.get(id)?.entity,
    findPlaced: (id) => byId.get(id),
    list: (type) => listPlaced(type).map(({ entity }) => entity),
    listPlaced,
    count: () => byId.size,
    all: () => byId.values(),
    take(layer) {
      const types = new Set<string>();
      for (const [id, one] of layer.changed) {
        types.add(id.slice(0, id.indexOf(':')));
        if (one === undefined) byId.delete(id);
        else byId.set(id, one);
      }
      for (const type of types) {
        sorted.set(type, layer.listPlaced(type));
        byType.set(type, [...layer.listPlaced(type)]);
      }
    },
  };
}

export function openStateLayer(below: PlacedState): StateLayer {
  const changed = new Map<EntityId, Placed | undefined>();
  const listPlaced = (type: string) => overlay(below.listPlaced(type), changed, type);
  return {
    changed,
    find: (id) => (changed.has(id) ? changed.get(id)?.entity : below.find(id)),
    findPlaced: (id) => (changed.has(id) ? changed.get(id) : below.findPlaced(id)),
    list: (type) => listPlaced(type).map(({ entity }) => entity),
    listPlaced,
    count() {
      let count = below.count();
      for (const [id, one] of changed) {
        count += (one === undefined ? 0 : 1) - (below.find(id) === undefined ? 0 : 1);
      }
      return count;
    },
    put: (placed) => void changed.set(placed.entity.id, placed),
    remove: (id) => void changed.set(id, undefined),
  };
}

/** Lays one layer's changes onto the one it lies on. */
export function mergeLayer(layer: StateLayer, below: StateLayer): void {
  for (const [id, placed] of layer.changed) {
    if (placed === undefined) below.remove(id);
    else below.put(placed);
  }
}

function overlay(
  below: readonly Placed[],
  changed: ReadonlyMap<EntityId, Placed | undefined>,
  type: string,
): readonly Placed[] {
  const prefix = `${type}:`;
  const touched = [...changed].filter(([id]) => id.startsWith(prefix));
  if (touched.length === 0) return below;
  const known = new Set<EntityId>();
  const kept = below.flatMap((one) => {
    if (!changed.has(one.entity.id)) return [one];
    known.add(one.entity.id);
    const latter = changed.get(one.entity.id);
    return latter === undefined ? [] : [latter];
  });
  const added = touched.flatMap(([id, one]) => (one === undefined || known.has(id) ? [] : [one]));
  return added.length === 0 ? kept : [...kept, ...added].sort(byPosition);
}

function listIn(lists: Map<string, Placed[]>, type: string): Placed[] {
  const found = lists.get(type) ?? [];
  lists.set(type, found);
  return found;
}

function byPosition(one: Placed, other: Placed): number {
  return one.position - other.position;
}
