// Keeps the order of turns in a fight, if the rules have one: rolls it at the beginning, and passes the turn on after moves.

import { hasDice } from '../../dice/has-dice.ts';
import { type Entity, type EntityId, fightId, playerId, sceneId } from '../../values/entity.ts';
import { isObject } from '../../values/json.ts';
import { advanceRounds } from '../advance-time.ts';
import { rollOnce } from '../rolling/roll-once.ts';
import { setHouseField } from '../scene.ts';
import type { Workbench } from '../workbench.ts';
import { isBeaten } from './is-fighting.ts';
import { evaluateFor } from './list-effect-calls.ts';
import { openEffectView } from './open-effect-view.ts';
import { type FightOrder, type FightPlace, orderReason, readOrder } from './read-order.ts';

/** Lines that say who joined the fight and whose turn it is now; none in a system without turns. */
export function applyOrder(bench: Workbench): readonly string[] {
  const by = bench.system.manifest.narrator?.order?.by;
  if (by === undefined) return [];
  const scene = bench.state.find(sceneId);
  if (scene?.sheet['mode'] !== 'combat') {
    bench.remove(fightId, 'the fight is over');
    return [];
  }
  const foes = listFoes(scene);
  if (foes.length === 0) return [];
  return [...joinFight(bench, by, foes), ...advanceTurns(bench)];
}

function listFoes({ sheet }: Entity): readonly EntityId[] {
  const { opponents } = sheet;
  if (!Array.isArray(opponents)) return [];
  return opponents.flatMap((one) => (isObject(one) ? [String(one['name']) as EntityId] : []));
}

/**
 * Gives a place in the order to everybody who fights and has none: to all at the beginning, later to those who arrive
 * or strike.
 */
function joinFight(bench: Workbench, by: string, foes: readonly EntityId[]): readonly string[] {
  const before = readOrder(bench.state);
  const known = new Set(before?.places.map(({ id }) => id));
  const fresh = [...new Set([playerId, ...foes, ...bench.moved])].flatMap((id): FightPlace[] => {
    const who = bench.state.find(id);
    if (who === undefined || known.has(id) || !isLiving(who)) return [];
    return [{ id, rolled: rollPlace(bench, by, who) }];
  });
  if (fresh.length === 0) return [];
  const places = sortPlaces([...(before?.places ?? []), ...fresh]);
  if (before === undefined) bench.create({ type: 'fight', name: 'now', values: {} });
  writeOrder(bench, places);
  const first = places.find(({ id }) => isStanding(bench, id))?.id;
  if (before?.turn === undefined && first !== undefined) writeTurn(bench, first);
  const listed = places.map(({ id, rolled }) => `${id} ${rolled}`).join(', ');
  return [`Order of turns: ${listed}.`, ...(before === undefined ? [`${first ?? playerId} is first.`] : [])];
}

function isLiving({ type }: Entity): boolean {
  return ['character', 'npc', 'creature'].includes(type);
}

function rollPlace(bench: Workbench, by: string, who: Entity): number {
  if (!hasDice(by)) return Number(evaluateFor(openEffectView(bench), by, { id: who.id }) ?? 0);
  const thrown = rollOnce(bench, { who, dice: by, reason: orderReason });
  return thrown.ok ? thrown.roll.rolled.total : 0;
}

/** Sorts by the rolled number; among equal ones the player's character comes first, then the one who joined first. */
function sortPlaces(places: readonly FightPlace[]): readonly FightPlace[] {
  const isLater = ({ id }: FightPlace) => Number(id !== playerId);
  return places.toSorted((one, other) => other.rolled - one.rolled || isLater(one) - isLater(other));
}

function writeOrder(bench: Workbench, places: readonly FightPlace[]): void {
  const value = places.map(({ id, rolled }) => ({ name: id, rolled }));
  setHouseField(bench, fightId, { path: 'order', value });
}

function writeTurn(bench: Workbench, id: EntityId): void {
  setHouseField(bench, fightId, { path: 'turn', value: id });
}

/** After a move, gives the turn to the next in order after the mover, and skips those who have fallen. */
function advanceTurns(bench: Workbench): readonly string[] {
  const lines = bench.moved.flatMap((id) => advanceFrom(bench, id));
  const { turn } = readOrder(bench.state) ?? {};
  const isFallen = turn !== undefined && !isStanding(bench, turn);
  return [...lines, ...(isFallen ? advanceFrom(bench, turn) : [])];
}

const isWon = 'Nobody else stands: mode_set ends the fight.';

function advanceFrom(bench: Workbench, mover: EntityId): readonly string[] {
  const order = readOrder(bench.state);
  const at = order?.places.findIndex(({ id }) => id === mover) ?? -1;
  if (order === undefined || at === -1) return [];
  if (!order.places.some(({ id }) => id !== playerId && isStanding(bench, id))) return [isWon];
  const next = findNext(bench, order, at);
  if (next === undefined) return [];
  const id = order.places[next]?.id ?? mover;
  const now = order.places.findIndex((place) => place.id === order.turn);
  writeTurn(bench, id);
  const isNewRound = next < now || (next === now && at === now);
  return [...(isNewRound ? startRound(bench, order.round + 1) : []), `Turn: ${id}.`];
}

function findNext(bench: Workbench, { places }: FightOrder, at: number): number | undefined {
  const turns = places.map((_, step) => (at + step + 1) % places.length);
  return turns.find((index) => {
    const place = places[index];
    return place !== undefined && isStanding(bench, place.id);
  });
}

/** The player's character still gets turns when down, and fights for their life in these turns. */
function isStanding(bench: Workbench, id: EntityId): boolean {
  const one = bench.state.find(id);
  if (one === undefined) return false;
  return id === playerId || !isBeaten(openEffectView(bench), one);
}

/** Begins a new round, and lets one round pass for conditions that last a number of rounds. */
function startRound(bench: Workbench, round: number): readonly string[] {
  setHouseField(bench, fightId, { path: 'round', value: round });
  return [`Round ${round}.`, ...advanceRounds(bench, 1)];
}
