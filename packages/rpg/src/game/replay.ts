// Replays a game: does its actions again from the opening and says where it would have gone another way.

import type { Connection } from '@terrarium/kernel/open-database';
import { applyPatches } from '../state/apply-patches.ts';
import { type ChangedRoll, findChangedRoll } from '../state/find-changed-roll.ts';
import { type Difference, findDifference } from '../state/find-difference.ts';
import { openGameStores } from '../state/game-dependencies.ts';
import { hashState, updateHash } from '../state/hash-state.ts';
import { listChanges } from '../state/move-head.ts';
import { readPinnedSystem } from '../state/read-pinned-system.ts';
import { listPath } from '../state/resolve-way.ts';
import type { Turn } from '../state/session.ts';
import { buildStateBase, openStateLayer, type StateBase } from '../state/state-layer.ts';
import type { System } from '../system/system.ts';
import { requireSession } from './open-game.ts';
import { playActions } from './play-actions.ts';

export interface ReplayOptions {
  readonly connection: Connection;
  /** Its id or its name. */
  readonly session: string;
  /** Played by instead of the one that the game is pinned to. */
  readonly system?: System | undefined;
}

export interface Replayed {
  /** Turns that were done again, the opening and the first divergent one among them. */
  readonly turns: number;
  readonly divergence?: Divergence | undefined;
}

export interface Divergence extends Partial<Difference> {
  readonly turn: Turn;
  /** Hash of the turn as it was committed, and of what it came to now. */
  readonly recorded: string;
  readonly replayed: string;
  /** Where the state is the same and a roll is not. */
  readonly roll?: ChangedRoll | undefined;
}

/** From the opening to the head; changes nothing. */
export function replay({ connection, session: wanted, system: given }: ReplayOptions): Replayed {
  const stores = openGameStores(connection);
  const session = stores.sessions.find(wanted) ?? requireSession(stores.sessions, wanted);
  const system = given ?? readPinnedSystem(stores.sessions, session.manifestHash);
  const find = (id: number) => stores.turns.find(session.id, id);
  const head = find(session.head);
  const path = head === undefined ? [] : listPath(find, head);
  const [recorded, replayed] = [buildStateBase([]), buildStateBase([])];
  let hash = hashState([]);
  for (const [index, turn] of path.entries()) {
    const actions = stores.turns.readActions(turn.id);
    const context = { system, seed: session.seed, turn: turn.number, below: replayed };
    const { state, actions: again } = playActions(context, actions);
    hash = updateHash(hash, listChanges(state, replayed));
    replayed.merge(state);
    applyActions(recorded, actions);
    const isSame = hash === turn.stateHash;
    const roll = isSame ? findChangedRoll(actions, again) : undefined;
    if (isSame && roll === undefined) continue;
    const found = roll === undefined ? findDifference(recorded, replayed) : { roll };
    return {
      turns: index + 1,
      divergence: { turn, recorded: turn.stateHash, replayed: hash, ...found },
    };
  }
  return { turns: path.length };
}

function applyActions(base: StateBase, actions: ReturnType<typeof playActions>['actions']): void {
  const layer = openStateLayer(base);
  for (const { patches } of actions) applyPatches(layer, patches);
  base.merge(layer);
}
