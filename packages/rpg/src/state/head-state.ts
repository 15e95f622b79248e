// Head state: keeps the state at a game's head, and reads it again if another process moves the head.

import { assert, StorageError } from '@terrarium/kernel/errors';
import type { Entity, EntityId, GameState } from '../values/entity.ts';
import type { GameStores } from './game-dependencies.ts';
import type { Turn } from './session.ts';
import { buildStateBase, type StateBase, type StateLayer } from './state-layer.ts';

export interface HeadState {
  readonly head: Turn;
  readonly base: StateBase;
  /** Always reads the present state at the head. */
  readonly view: GameState;
  /**
   * Records that the head moved to this turn. `layer` has the changes to the state, which the tables already contain;
   * it is undefined if the state is the same.
   */
  advance(head: Turn, layer: StateLayer | undefined): void;
}

interface Loaded {
  readonly moves: number;
  readonly head: Turn;
  base: StateBase | undefined;
  /** Entities that were read one by one, while not all entities have been read. */
  readonly alone: Map<EntityId, Entity | undefined>;
}

/** After this many entities were read one by one, all of them are read at once. */
const mostAlone = 16;

export function openHeadState({ sessions, turns, states }: GameStores, session: string): HeadState {
  let loaded: Loaded | undefined;
  const read = (): Loaded => {
    const now = sessions.findHead(session);
    if (now === undefined) throw refuseGone(session);
    if (loaded?.moves === now.moves) return loaded;
    const head = turns.find(session, now.head);
    assert(head !== undefined, `The head of session ${session} is not one of its turns.`);
    loaded = { moves: now.moves, head, base: undefined, alone: new Map() };
    return loaded;
  };
  const readBase = (): StateBase => {
    const now = read();
    now.base ??= buildStateBase(states.read(session));
    return now.base;
  };
  const find = (id: EntityId): Entity | undefined => {
    const { base, alone } = read();
    if (base === undefined && alone.has(id)) return alone.get(id);
    if (base !== undefined || alone.size >= mostAlone) return readBase().find(id);
    const found = states.find(session, id)?.entity;
    alone.set(id, found);
    return found;
  };
  return {
    get head() {
      return read().head;
    },
    get base() {
      return readBase();
    },
    view: { find, list: (type) => readBase().list(type) },
    advance(head, layer) {
      const base = loaded?.base;
      if (layer !== undefined) base?.merge(layer);
      loaded = { moves: sessions.findHead(session)?.moves ?? 0, head, base, alone: new Map() };
    },
  };
}

function refuseGone(session: string): StorageError {
  return new StorageError({
    code: 'session.gone',
    happened: `The game "${session}" is no longer in the database.`,
    todo: 'Restore the folder of the world from a backup.',
  });
}
