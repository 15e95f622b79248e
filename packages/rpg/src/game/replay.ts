// Replays a game from its opening, and finds where the outcome differs from the log.

import type { Connection } from '@terrarium/kernel/open-database';
import type { RolledCheck } from '../rules/rolled-check.ts';
import type { RecordedAction } from '../state/action-row.ts';
import { applyPatches } from '../state/apply-patches.ts';
import { openGameStores } from '../state/game-dependencies.ts';
import { hashState, updateHash } from '../state/hash-state.ts';
import { listChanges } from '../state/move-head.ts';
import { readPinnedSystem } from '../state/read-pinned-system.ts';
import { listPath } from '../state/resolve-way.ts';
import type { Turn } from '../state/session.ts';
import { buildStateBase, openStateLayer, type StateBase } from '../state/state-layer.ts';
import type { System } from '../system/system.ts';
import type { EntityId } from '../values/entity.ts';
import { isSameJson } from '../values/is-same-json.ts';
import { isObject, type Json } from '../values/json.ts';
import { requireSession } from './open-game.ts';
import { playActions } from './play-actions.ts';

export interface ReplayOptions {
  readonly connection: Connection;
  /** The game's id or name. */
  readonly session: string;
  /** A system to play by instead of the one that the game is pinned to. */
  readonly system?: System | undefined;
}

export interface Replayed {
  /** How many turns were replayed, including the opening and the first divergent one. */
  readonly turns: number;
  readonly divergence?: Divergence | undefined;
}

export interface Divergence extends Partial<Difference> {
  readonly turn: Turn;
  /** Hash of the turn as it was committed; `replayed` is the hash that replaying it gives. */
  readonly recorded: string;
  readonly replayed: string;
  /** Given if the states are equal, but the result of a roll differs. */
  readonly roll?: ChangedRoll | undefined;
}

/** Replays from the opening to the head; changes nothing. */
export function replay({ connection, session: wanted, system: given }: ReplayOptions): Replayed {
  const stores = openGameStores(connection);
  const session = stores.sessions.find(wanted) ?? requireSession(stores.sessions, wanted);
  const system = given ?? readPinnedSystem(stores.sessions, session.manifestHash);
  const find = (id: number) => stores.turns.find(session.id, id);
  const head = find(session.head);
  const path = head === undefined ? [] : listPath(find, head);
  const [recorded, replayed] = [buildStateBase([]), buildStateBase([])];
  let hash = hashState([]);
  let former: readonly RecordedAction[] = [];
  for (const [index, turn] of path.entries()) {
    // Refused actions changed nothing when they were played; today's rules might accept them, so they are left out.
    const actions = stores.turns.readActions(turn.id).filter(({ ok }) => ok);
    const context = { system, seed: session.seed, turn: turn.number, below: replayed, former };
    const { state, actions: again } = playActions(context, actions);
    hash = updateHash(hash, listChanges(state, replayed));
    replayed.merge(state);
    applyActions(recorded, actions);
    former = again;
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

export interface ChangedRoll {
  /** The roll as it is shown, followed by its outcome; undefined if there is no such roll. */
  readonly was: string | undefined;
  readonly is: string | undefined;
}

type Rolling = readonly Pick<RecordedAction, 'rolls'>[];

/** Compares total and outcome: a roll that is only shown in other words is still the same. */
export function findChangedRoll(recorded: Rolling, replayed: Rolling): ChangedRoll | undefined {
  const [former, latter] = [recorded, replayed].map((actions) => actions.flatMap(({ rolls }) => rolls));
  const count = Math.max(former?.length ?? 0, latter?.length ?? 0);
  for (let index = 0; index < count; index += 1) {
    const [was, is] = [former?.[index], latter?.[index]];
    if (was?.rolled.total === is?.rolled.total && was?.outcome?.id === is?.outcome?.id) continue;
    return { was: renderRoll(was), is: renderRoll(is) };
  }
  return undefined;
}

function renderRoll(roll: RolledCheck | undefined): string | undefined {
  if (roll === undefined) return undefined;
  const { rolled, outcome } = roll;
  return outcome === undefined ? rolled.rendered : `${rolled.rendered}: ${outcome.label}`;
}

export interface Difference {
  readonly entity: EntityId;
  /** The first path that differs; empty if only one of the states has the entity. */
  readonly path: string;
  readonly was: Json | undefined;
  readonly is: Json | undefined;
}

/** The first difference, in the order in which the entities were created, then by path; undefined if there is none. */
export function findDifference(one: StateBase, other: StateBase): Difference | undefined {
  const placed = [...one.iterateAll(), ...other.iterateAll()].sort(
    (first, second) => first.position - second.position,
  );
  for (const { entity } of placed) {
    const [was, is] = [one.find(entity.id)?.sheet, other.find(entity.id)?.sheet];
    if (!isSameJson(was, is)) return { entity: entity.id, ...compareAt('', was, is) };
  }
  return undefined;
}

function compareAt(path: string, was: Json | undefined, is: Json | undefined): Omit<Difference, 'entity'> {
  if (!isObject(was) || !isObject(is)) return { path, was, is };
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  const name = names.find((each) => !isSameJson(was[each], is[each]));
  if (name === undefined) return { path, was, is };
  return compareAt(path === '' ? name : `${path}.${name}`, was[name], is[name]);
}
