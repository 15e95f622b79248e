// Iterates over the states after each of a game's last turns, newest first, by undoing one turn after another.

import { applyPatches, buildInversePatches } from '../state/apply-patches.ts';
import type { HeadState } from '../state/head-state.ts';
import type { Turn } from '../state/session.ts';
import { openStateLayer } from '../state/state-layer.ts';
import type { GameState, Patch } from '../values/entity.ts';

interface Log {
  readonly at: HeadState;
  listTurns(limit: number): readonly Turn[];
  readActions(turn: number): readonly { readonly patches: readonly Patch[] }[];
}

export interface StandingTurn {
  readonly turn: Turn;
  /** Valid only until the next state is asked for. */
  readonly state: GameState;
}

/** Changes nothing in the game: what has been undone so far is a layer over the state at the head. */
export function* iterateStates({ at, listTurns, readActions }: Log, limit: number): Generator<StandingTurn> {
  const layer = openStateLayer(at.base);
  for (const turn of listTurns(limit).toReversed()) {
    yield { turn, state: layer };
    const patches = readActions(turn.id).flatMap((action) => action.patches);
    applyPatches(layer, buildInversePatches(patches));
  }
}
