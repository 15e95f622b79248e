// Fights: finds the foe, plays blows in both directions, ends the fight, and plays the first sight of a horror.

import { isBeatenForGood } from '../tools/moves/is-fighting.ts';
import { readOrder } from '../tools/moves/read-order.ts';
import { type Entity, playerId } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { buildView, isTrueFor } from './effects.ts';
import {
  findAbsent,
  findImplied,
  findNamedPerson,
  findOnlySuch,
  findThing,
  isPersonMeant,
  isUnclear,
} from './find-referent.ts';
import { buildMove } from './hints.ts';
import { moveThings } from './move-things.ts';
import { rollTrial, type Tried } from './roll-intent.ts';
import type { Script } from './script.ts';
import { nameOf, readAttitude } from './world.ts';

/** Whether the player is rough with somebody, as in "throw the cup at Hob" or "shove him". */
export function isAssault(c: Chronicle): boolean {
  const { heard } = c.intent;
  if (!/ (?:throw|throws|hurl|push|shove|trip|spit) /.test(heard)) return false;
  return findNamedPerson(c, heard, c.world.listPresent()) !== undefined || / (?:him|her|them) /.test(heard);
}

export function findFoe(c: Chronicle): Entity | undefined {
  const { heard, rest } = c.intent;
  const present = c.world.listPresent().filter((one) => !isOut(c, one));
  const opponents = c.world.opponents.filter((one) => !isOut(c, one));
  // Whoever is down for a time only, such as a sleeper, can be struck, but others come first.
  const sleepers = c.world.listPresent().filter((one) => isOut(c, one) && !isOutForGood(c, one));
  const named =
    findNamedPerson(c, rest, present) ??
    findOnlySuch(c, rest, opponents) ??
    findOnlySuch(c, rest, present) ??
    findNamedPerson(c, rest, sleepers) ??
    findOnlySuch(c, rest, sleepers);
  if (named !== undefined) return named;
  if (findAbsent(c, rest) !== undefined || isUnclear(c, rest)) return undefined;
  const isAtAll = present.length > 1 && everybody.test(heard);
  if (isPersonMeant(c, heard) && !isAtAll && present.length > 0 && c.world.opponents.length === 0)
    return findMeantFoe(c, present);
  const [opponent] = opponents;
  const hostile = present.find((one) => readAttitude(one) < -1);
  const dangerous = opponent ?? hostile ?? present.find(({ type }) => type === 'creature');
  const asleep = sleepers.find((one) => readAttitude(one) < -1);
  return dangerous ?? asleep ?? (isAimless(c) && present.length === 1 ? present[0] : undefined);
}

/**
 * Matches the words after the verb if they do not say whom the blow is aimed at: "I attack", "I strike again with my
 * sword".
 */
const aimless = /^(?:(?:again|now|once|more|at once|first) ?)*(?:with (?:my|both|bare|all my) .+)?$/;

/** Words for all who are here. Such words do not say whom a blow is aimed at, since a blow has only one aim. */
const everybody = / (?:everyone|everybody|them all|you all|(?:all|both) of (?:them|you)|the lot) /;

/** Whether the words tell of a blow without saying whom it is aimed at. */
export function isAimless({ intent }: Chronicle): boolean {
  if (everybody.test(intent.rest)) return true;
  return aimless.test(intent.rest.trim()) && !intent.heard.includes(' draw my ');
}

/**
 * The foe whom a word such as "him" or "anybody" means. "Anybody" is somebody whom the last narrative names, or else
 * the first person here.
 */
function findMeantFoe(c: Chronicle, present: readonly Entity[]): Entity | undefined {
  if (/ (?:him|her|his|she|he) /.test(c.intent.heard)) return findImplied(c, c.intent.heard, present);
  return findNamedPerson(c, c.recent.at(-1)?.toLowerCase() ?? '', present) ?? present[0];
}

const mostFoes = 8;

/** Begins a fight: changes the mode to combat, and makes the foe hostile. */
export function* startFight(c: Chronicle, foe: Entity): Script<void> {
  const hostile = { path: 'attitude', value: 'hostile', target: foe.id };
  // In a system with turns, others who are already hostile join the fight instead of looking on.
  const others =
    c.hints.order === undefined
      ? []
      : c.world.listPresent().filter((one) => one.id !== foe.id && readAttitude(one) < -1 && !isOut(c, one));
  const opponents = [foe, ...others].slice(0, mostFoes).map(({ id }) => id);
  yield* c.execute([
    { name: 'mode_set', arguments: { mode: 'combat', opponents } },
    ...(readAttitude(foe) > -2 ? [{ name: 'set', arguments: hostile }] : []),
  ]);
}

const blowKinds: Readonly<Record<number, string>> = {
  2: 'attack-triumph',
  1: 'attack-success',
  0: 'attack-mixed',
  [-1]: 'attack-failure',
  [-2]: 'attack-disaster',
};

export function* playBlow(c: Chronicle, foe: Entity, tried: Tried): Script<void> {
  const held = findThing(c.intent.heard, c.world.listHeldBy(c.world.player));
  const noun = held && c.nameItem(held.name);
  const weapon = noun && (noun.isProper ? noun.name : `your ${noun.name}`);
  const isUnmeasured = c.hints.opponents === undefined;
  if (isUnmeasured && tried.degree >= 0) yield* applyWound(c, foe);
  const kind =
    tried.degree >= 0 && !isUnmeasured && !tried.isFelt ? 'attack-nothing' : blowKinds[tried.degree];
  c.narrate(kind ?? 'attack-failure', { who: c.nameNoun(foe), weapon });
}

/** In a system that does not measure how hurt an opponent is, three blows decide a fight. */
function* applyWound(c: Chronicle, foe: Entity): Script<void> {
  const now = c.world.find(foe.id) ?? foe;
  const next = ['hurt', 'reeling', 'beaten'].find((name) => !hasCondition(now, name)) ?? 'beaten';
  yield* c.execute([{ name: 'condition_add', arguments: { condition: next, target: foe.id } }]);
}

export function isWavering(c: Chronicle, foe: Entity): boolean {
  const { resources } = c.world.find(foe.id)?.sheet ?? {};
  return Object.values(isObject(resources) ? resources : {}).some((pool) => {
    if (!isObject(pool) || !('current' in pool) || !('max' in pool)) return false;
    return Number(pool['current']) > 0 && Number(pool['current']) * 2 <= Number(pool['max']);
  });
}

export function* finishFight(c: Chronicle, foe: Entity): Script<void> {
  const person = c.findPerson(foe);
  const who = c.nameNoun(foe);
  const others = c.world.opponents.filter((one) => one.id !== foe.id && !isOut(c, one));
  c.startParagraph();
  const hasOwnEnd = person !== undefined && c.narrateOneOf(person.yields, `yields/${person.name}`, { who });
  if (!hasOwnEnd) c.narrate('foe-down', { who });
  c.happened.beaten.add(nameOf(foe));
  c.happened.settled.add(nameOf(foe));
  const mode = others.length > 0 ? 'combat' : 'exploration';
  const isForGood = isOutForGood(c, foe);
  yield* c.execute([
    ...(isForGood
      ? [{ name: 'set', arguments: { path: 'is_gone', value: true, target: foe.id } } as const]
      : []),
    { name: 'mode_set', arguments: { mode, opponents: others.map(({ id }) => id) } },
  ]);
  if (isForGood) yield* moveThings(c, foe);
  if (others.length > 0) return;
  c.narrate('over');
  narrateWitness(c, foe);
}

/** Ends the fight with these foes, who stay wary; the others fight on. */
export function* applyPeace(c: Chronicle, foes: readonly Entity[]): Script<void> {
  const ended = new Set(foes.map(({ id }) => id));
  const others = c.world.opponents.filter((one) => !ended.has(one.id) && !isOut(c, one));
  const mode = others.length > 0 ? 'combat' : 'exploration';
  yield* c.execute([
    { name: 'mode_set', arguments: { mode, opponents: others.map(({ id }) => id) } },
    ...foes.map(({ id }) => ({ name: 'set', arguments: { path: 'attitude', value: 'wary', target: id } })),
  ]);
}

/** Tells how a bystander reacts to the attack, so that not everybody here goes on as if nothing had happened. */
function narrateWitness(c: Chronicle, foe: Entity): void {
  const witness = c.world
    .listPresent()
    .find((one) => one.type === 'npc' && one.id !== foe.id && !isOut(c, one));
  if (witness === undefined) return;
  c.startParagraph();
  c.narrate('witness', { who: c.nameNoun(witness), other: c.nameNoun(foe) });
  c.happened.hasStirred = true;
}

/**
 * Lets a foe react to the player's deed: the foe strikes or waits. In a system with turns, nobody strikes before their
 * turn: all foes act once the deed is told.
 */
export function* playStrikeBack(c: Chronicle, foe: Entity, isCalledFor: boolean): Script<void> {
  const { opponents } = c.hints;
  if (narrateStruck(c, foe)) return;
  if (opponents?.attack === undefined || isOut(c, foe) || isPlayerDown(c)) return;
  if (readOrder(c.world)?.places.some(({ id }) => id === foe.id) === true) {
    c.happened.areFoesRoused = true;
    return;
  }
  if (isCalledFor || opponents.acts === 'each-round') return yield* playFoeBlow(c, foe);
  c.narrate('foe-waits', { who: c.nameNoun(foe) });
}

/**
 * Plays the blow of a foe against the player's character, or tells of a blow that the foe struck within the player's
 * own roll. Does nothing if either of the two is down.
 */
export function* playFoeBlow(c: Chronicle, foe: Entity): Script<void> {
  const { opponents } = c.hints;
  if (narrateStruck(c, foe)) return;
  if (opponents?.attack === undefined || isOut(c, foe) || isPlayerDown(c)) return;
  c.happened.acted.add(foe.id);
  const trial = { opponent: c.world.player, reason: `${nameOf(foe)} strikes` };
  const move = buildMove('foe_attack', opponents.attack);
  const { told } = yield* rollTrial(c, { ...trial, move, roller: c.world.find(foe.id) ?? foe });
  c.narrate(told, { who: c.nameNoun(foe) });
}

/** Tells of a blow that this foe struck back within the player's own roll; false if there is none left to tell. */
export function narrateStruck(c: Chronicle, foe: Entity): boolean {
  const told = c.happened.struck.get(foe.id);
  if (told === undefined) return false;
  c.happened.struck.delete(foe.id);
  c.happened.acted.add(foe.id);
  c.narrate(told, { who: c.nameNoun(foe) });
  return true;
}

/** Whether somebody is beaten: gone for good, with the condition `beaten`, or down by the rule of the manifest. */
export function isOut(c: Chronicle, one: Entity): boolean {
  const now = c.world.find(one.id) ?? one;
  if (now.sheet['is_gone'] === true || hasCondition(now, 'beaten')) return true;
  const downWhen = c.hints.opponents?.down_when;
  return downWhen !== undefined && isTrueFor(c, downWhen, now);
}

/** Whether somebody stays beaten however much time passes: somebody who is only asleep for a minute does not. */
export function isOutForGood(c: Chronicle, one: Entity): boolean {
  const now = c.world.find(one.id) ?? one;
  const hasRule = c.hints.opponents?.down_when !== undefined;
  return isOut(c, now) && (!hasRule || hasCondition(now, 'beaten') || isBeatenForGood(buildView(c), now));
}

export function isPlayerDown(c: Chronicle): boolean {
  const downWhen = c.hints.player?.down_when;
  return downWhen !== undefined && isTrueFor(c, downWhen, { id: playerId });
}

function hasCondition({ sheet }: Entity, name: string): boolean {
  return JSON.stringify(sheet['conditions'] ?? [])
    .toLowerCase()
    .includes(`"${name}"`);
}

/** The condition of a horror that the player's character has seen before. */
const mark = 'beheld';

/**
 * Rolls for the first sight of a horror, if the system has a roll for that: for at most one horror in a turn, and only
 * once for each horror.
 */
export function* playHorrors(c: Chronicle): Script<void> {
  const hint = c.hints.opponents?.first_sight;
  if (hint === undefined) return;
  const horror = c.world.listPresent().find((one) => isHorror(c, one, hint.needs_opponent));
  if (horror === undefined) return;
  const { degree } = c.happened;
  const tried = yield* rollTrial(c, {
    move: buildMove('first_sight', hint),
    opponent: horror,
    reason: `the sight of ${nameOf(horror)}`,
    roller: c.world.player,
  });
  yield* c.execute([{ name: 'condition_add', arguments: { condition: mark, target: horror.id } }]);
  c.happened.degree = degree;
  c.startParagraph();
  c.narrate(tried.degree < 0 ? 'first-sight-bad' : 'first-sight-good', { who: c.nameNoun(horror) });
}

function isHorror(c: Chronicle, one: Entity, needed: string | null | undefined): boolean {
  const isMeant =
    needed === undefined || needed === null ? one.type === 'creature' : isTrueFor(c, needed, one);
  return isMeant && !hasCondition(one, mark);
}
