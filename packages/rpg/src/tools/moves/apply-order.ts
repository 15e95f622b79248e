// Keeps the order of turns in a fight, if the rules have one: rolls it at the beginning, and passes the turn on after moves.

import { hasDice } from '../../dice/has-dice.ts';
import { orderReason } from '../../rules/is-for-order.ts';
import { type Entity, type EntityId, fightId, playerId, sceneId } from '../../values/entity.ts';
import { markSecret } from '../../values/hidden-text.ts';
import { advanceRounds } from '../advance-time.ts';
import { rollOnce } from '../rolling/roll-once.ts';
import { setHouseField } from '../scene.ts';
import type { Workbench } from '../workbench.ts';
import { hasTurns, isHostile, isStanding } from './is-fighting.ts';
import { evaluateFor } from './list-effect-calls.ts';
import { listFoes } from './list-foes.ts';
import { listPassed } from './list-passed.ts';
import { openEffectView } from './open-effect-view.ts';
import { type FightOrder, type FightPlace, readOrder, renderIdle } from './read-order.ts';

/**
 * Returns lines about the order of turns, such as whose turn it is now; none in a system without turns. Forgets the
 * order once the fight is over.
 */
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
  return [...joinFight(bench, by, foes), ...removeLeft(bench), ...advanceTurns(bench)];
}

/**
 * Gives a place in the order to everybody who fights and has none: to all at the beginning, later to those who arrive
 * or strike.
 */
function joinFight(bench: Workbench, by: string, foes: readonly EntityId[]): readonly string[] {
  const before = readOrder(bench.state);
  const known = new Set(before?.places.map(({ id }) => id));
  const fresh = [...new Set([playerId, ...foes, ...bench.joined, ...bench.moved])].flatMap(
    (id): FightPlace[] => {
      const who = bench.state.find(id);
      if (who === undefined || known.has(id) || !isLiving(who)) return [];
      return [{ id, rolled: rollPlace(bench, by, who) }];
    },
  );
  if (fresh.length === 0) return [];
  const places = sortPlaces([...(before?.places ?? []), ...fresh]);
  if (before === undefined) bench.create({ type: 'fight', name: 'now', values: {} });
  writeOrder(bench, places);
  const first = places.find(({ id }) => hasTurns(openEffectView(bench), id))?.id;
  if (before?.turn === undefined && first !== undefined) writeTurn(bench, first);
  const listed = places.map(({ id, rolled }) => `${id} ${rolled}`).join(', ');
  return [
    `Order of turns: ${listed}.`,
    ...(before === undefined
      ? [`${first ?? playerId} is first.`, ...nameEarlier(bench), ...nameWaiting(bench, places)]
      : []),
  ];
}

/**
 * Removes from the order those who have left the fight. If it was the turn of one of them, it becomes the turn of the
 * next who stays or, if nobody does, of the player's character.
 */
function removeLeft(bench: Workbench): readonly string[] {
  const left = new Set(bench.left);
  const order = readOrder(bench.state);
  if (order === undefined || !order.places.some(({ id }) => left.has(id))) return [];
  const lines: string[] = [];
  for (let turns = order.places.length; turns > 0; turns -= 1) {
    const { turn } = readOrder(bench.state) ?? {};
    if (turn === undefined || !left.has(turn)) break;
    lines.push(...advanceFrom(bench, turn));
  }
  const { turn, places } = readOrder(bench.state) ?? order;
  if (turn !== undefined && left.has(turn)) writeTurn(bench, playerId);
  writeOrder(
    bench,
    places.filter(({ id }) => !left.has(id)),
  );
  return lines;
}

/** Says whose turns come before that of the player's character; says nothing if there are none. */
function nameEarlier(bench: Workbench): readonly string[] {
  const order = readOrder(bench.state);
  const earlier = order === undefined ? [] : listPassed(openEffectView(bench), order, playerId);
  return earlier.length === 0 ? [] : [`Before the turn of ${playerId} come ${earlier.join(', ')}.`];
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

function writeTurn(bench: Workbench, id: EntityId, because?: string): void {
  setHouseField(bench, fightId, { path: 'turn', value: id, because });
}

/**
 * After a move, gives the turn to the next in order after the mover. Skips those who have fallen or can do nothing, and
 * whoever has used up the turn by striking back.
 */
function advanceTurns(bench: Workbench): readonly string[] {
  const lines = bench.moved.flatMap((id) => advanceFrom(bench, id));
  const { turn } = readOrder(bench.state) ?? {};
  const isPassed =
    turn !== undefined && (!hasTurns(openEffectView(bench), turn) || isTurnReturned(bench, turn));
  return [...new Set([...lines, ...(isPassed ? advanceFrom(bench, turn) : [])])];
}

/** Whether somebody struck back within this move, and the rules count that as their turn. */
function isTurnReturned({ system, effects, moved }: Workbench, id: EntityId): boolean {
  if (system.manifest.narrator?.order?.return_is_turn !== true || moved.includes(id)) return false;
  return effects.rolls.some(({ who, move }) => who === id && move === 'foe_attack');
}

/** At most this many of those who are hostile and here are named in an answer. */
const mostNamed = 6;

/** Tells the game master who is hostile and here, but has no place in the order. */
function nameWaiting(bench: Workbench, places: readonly FightPlace[]): readonly string[] {
  const known = new Set(places.map(({ id }) => id));
  const waiting = listHostile(bench)
    .filter((id) => !known.has(id))
    .slice(0, mostNamed);
  const said = `Hostile and here as well: ${waiting.join(', ')}. mode_set with these opponents too brings them in.`;
  return waiting.length === 0 ? [] : [markSecret(said)];
}

function listHostile(bench: Workbench): readonly EntityId[] {
  const view = openEffectView(bench);
  const here = bench.state.find(sceneId)?.sheet['here'];
  return [...bench.state.list('npc'), ...bench.state.list('creature')]
    .filter((one) => one.sheet['at'] === here && isHostile(view, one))
    .map(({ id }) => id);
}

const isWon = 'Nobody else stands: mode_set ends the fight.';

/** Says that the fight is won, or names those who are hostile and here but have not joined it yet. */
function describeWon(bench: Workbench): string {
  const hostile = listHostile(bench).slice(0, mostNamed);
  if (hostile.length === 0) return isWon;
  const [are, act] = hostile.length === 1 ? ['is', 'does'] : ['are', 'do'];
  const waiting = ` ${hostile.join(', ')} ${are} hostile and here, and ${act} not fight yet: a roll by or against them brings them in, mode_set ends the fight.`;
  return `No opponent stands.${markSecret(waiting)}`;
}

/**
 * Gives the turn to whoever comes next in order after `mover`; if nobody but the player's character stands, says so and
 * leaves the turn as it is.
 */
export function advanceFrom(bench: Workbench, mover: EntityId): readonly string[] {
  const order = readOrder(bench.state);
  const at = order?.places.findIndex(({ id }) => id === mover) ?? -1;
  if (order === undefined || at === -1) return [];
  if (!order.places.some(({ id }) => id !== playerId && isStanding(openEffectView(bench), id)))
    return [describeWon(bench)];
  const next = findNext(bench, order, at);
  if (next === undefined) return [];
  const id = order.places[next]?.id ?? mover;
  const now = order.places.findIndex((place) => place.id === order.turn);
  writeTurn(bench, id);
  const isNewRound = next < now || (next === now && at === now);
  const ended = next === now && at !== now ? [] : listBetween(order, now, next);
  return [...advanceEnded(bench, ended), ...(isNewRound ? startRound(bench, order) : []), `Turn: ${id}.`];
}

/**
 * The places from `from` to the one before `to`, beginning again at the top of the order if need be; all places if both
 * are the same.
 */
function listBetween({ places }: FightOrder, from: number, to: number): readonly FightPlace[] {
  const length = to > from ? to - from : to - from + places.length;
  return places.flatMap((_, step) => (step < length ? (places[(from + step) % places.length] ?? []) : []));
}

/**
 * Makes it the turn of `to`. Reports that the others here whose turns come before did nothing, unless they have struck
 * back.
 */
export function advanceTurnTo(bench: Workbench, to: EntityId): readonly string[] {
  const order = readOrder(bench.state);
  const [from, at] = [order?.turn, to].map((id) => order?.places.findIndex((place) => place.id === id) ?? -1);
  if (order === undefined || from === undefined || at === undefined || from < 0 || at < 0 || from === at)
    return [];
  const passed = listPassed(openEffectView(bench), order, to).filter(
    (id) => id !== playerId && !hasStruckBack(bench, id),
  );
  writeTurn(bench, to, passed.length === 0 ? undefined : renderIdle(passed));
  const turns = passed.length === 1 ? 'its turn' : 'their turns';
  return [
    ...(passed.length === 0 ? [] : [`${passed.join(' and ')} did nothing in ${turns}.`]),
    ...advanceEnded(bench, listBetween(order, from, at)),
    ...(at < from ? startRound(bench, order) : []),
  ];
}

/** Whether the last blow that somebody struck was one in return, within somebody else's move. */
function hasStruckBack({ past }: Workbench, id: EntityId): boolean {
  const last = past
    .flatMap(({ actions }) => actions)
    .findLast(({ rolls }) => rolls.some(({ who, move }) => who === id && move === 'foe_attack'));
  return last?.rolls.some(({ who, move }) => who !== id && move !== undefined) === true;
}

/** Lets one round pass for the conditions of those whose turn is over. */
function advanceEnded(bench: Workbench, ended: readonly FightPlace[]): readonly string[] {
  const ids = new Set(ended.map(({ id }) => id));
  return advanceRounds(bench, 1, (id) => ids.has(id));
}

function findNext(bench: Workbench, { places }: FightOrder, at: number): number | undefined {
  const turns = places.map((_, step) => (at + step + 1) % places.length);
  return turns.find((index) => {
    const place = places[index];
    return place !== undefined && hasTurns(openEffectView(bench), place.id);
  });
}

/** Begins a new round; lets one round pass for those who are not in the order of turns. */
function startRound(bench: Workbench, { round, places }: FightOrder): readonly string[] {
  setHouseField(bench, fightId, { path: 'round', value: round + 1 });
  const ids = new Set(places.map(({ id }) => id));
  return [`Round ${round + 1}.`, ...advanceRounds(bench, 1, (id) => !ids.has(id))];
}
