// Moves the head through the tree of turns: undoes or redoes the turns on the way, in one transaction.

import { StorageError } from '@terrarium/kernel/errors';
import { applyPatches, buildInversePatches } from './apply-patches.ts';
import type { GameDependencies } from './game-dependencies.ts';
import { updateHash } from './hash-state.ts';
import type { HeadState } from './head-state.ts';
import { resolveWay } from './resolve-way.ts';
import type { Turn } from './session.ts';
import type { HeadMove, MoveReason, PathChange } from './session-store.ts';
import { openStateLayer, type PlacedState, type StateLayer } from './state-layer.ts';

export interface HeadMoving {
  readonly dependencies: GameDependencies;
  readonly at: HeadState;
}

/** The state at another turn, as a layer over the state at the head. */
export interface StateElsewhere {
  readonly layer: StateLayer;
  readonly path: PathChange;
}

/** Returns the new head. Throws what `readElsewhere` throws. */
export function moveHead({ dependencies, at }: HeadMoving, to: Turn, reason: MoveReason): Turn {
  const { head: from } = at;
  if (from.id === to.id) return to;
  const elsewhere = readElsewhere({ dependencies, at }, to);
  dependencies.sessions.runInTransaction(() =>
    writeMove(dependencies, { from: from.id, to: to.id, reason, atMs: dependencies.clock.now() }, elsewhere),
  );
  at.advance(to, elsewhere.layer);
  return to;
}

/** Throws `StorageError` if replaying the log does not give the turn's hash. */
export function readElsewhere({ dependencies, at }: HeadMoving, to: Turn): StateElsewhere {
  const { session, turns } = dependencies;
  const { head: from, base } = at;
  const way = resolveWay((id) => turns.find(session, id), from, to);
  const layer = openStateLayer(base);
  for (const turn of way.back) applyPatches(layer, buildInversePatches(turns.readPatches(turn.id)));
  for (const turn of way.forth) applyPatches(layer, turns.readPatches(turn.id));
  if (updateHash(from.stateHash, listChanges(layer, base)) !== to.stateHash) throw refuseLog(to);
  return { layer, path: { keep: way.fork?.number ?? -1, turns: way.forth.map(({ id }) => id) } };
}

/** Runs within the caller's transaction. */
export function writeMove(
  { session, sessions, states }: GameDependencies,
  move: HeadMove,
  { layer, path }: StateElsewhere,
): void {
  states.write(session, layer.changed);
  sessions.moveHead(session, move, path);
}

export function* listChanges(layer: StateLayer, below: PlacedState) {
  for (const [id, placed] of layer.changed) yield [below.find(id), placed?.entity] as const;
}

function refuseLog(turn: Turn): StorageError {
  return new StorageError({
    code: 'session.log-differs',
    happened: `Replaying the log of turn ${turn.number} does not give the stored state of the game.`,
    todo: 'Restore the folder of the world from a backup. Nothing was changed.',
  });
}
