// Travel: going by a way that is open, opening what is shut with what opens it, and running from a fight.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { listCalls } from '../effects.ts';
import { findAbsent, findRoute, findWay, scoreName } from '../find-referent.ts';
import { chooseVariant, findIntentHint } from '../hints.ts';
import words from '../intent-words.json' with { type: 'json' };
import { nameThing } from '../name-noun.ts';
import { rollIntent, rollTrial } from '../roll-intent.ts';
import type { Script } from '../script.ts';
import { nameOf, readText, type Way } from '../world.ts';
import { describePlace, nameWay, narrateSense, narrateWaysAgain } from './describe.ts';
import { isNamedHere, narrateThing } from './examine.ts';
import { playStrikeBack } from './play-strike-back.ts';
import { playRisk } from './risk.ts';

export function* playGo(c: Chronicle): Script<void> {
  const { here } = c.world;
  const far = findFarPlace(c, c.intent.heard);
  if (here !== undefined && far === here.id) {
    c.narrate('here-already');
    describePlace(c, false);
    return;
  }
  if (far === undefined && isNamedHere(c) && narrateThing(c)) return;
  const way = findWanted(c);
  if (way === undefined) return yield* playGoNowhere(c);
  if (c.world.opponents.length > 0 && c.world.mode === 'combat') return yield* playFlee(c, way);
  yield* playGoBy(c, way);
  const goal = far === undefined ? undefined : c.world.find(far);
  if (goal !== undefined && c.happened.hasTravelled && c.world.here?.id !== far)
    c.narrate('on-the-way', { there: c.nameNoun(goal) });
}

/** A roof may be climbed and a pool swum that lead nowhere; all else is no way. */
function* playGoNowhere(c: Chronicle): Script<void> {
  const { heard } = c.intent;
  if (/ (?:climb|crawl|swim) /.test(heard)) return yield* playRisk(c);
  if (isStroll(heard)) {
    c.narrate('stroll');
    narrateSense(c);
    return;
  }
  const kind = words.compass.some((one) => heard.includes(` ${one} `)) ? 'no-compass' : 'no-way';
  c.narrate(/ home /.test(heard) ? 'no-home' : kind);
  narrateWaysAgain(c);
  c.happened.isIdle = true;
}

function isStroll(heard: string): boolean {
  return (
    / (?:walk|wander|stroll|pace) /.test(heard) &&
    !/ (?:to|into|toward|towards|on|out|back|away) /.test(heard)
  );
}

/** By name, by direction, toward somebody who is elsewhere, or simply on. */
function findWanted(c: Chronicle): Way | undefined {
  const { heard } = c.intent;
  const ways = c.world.listOpenWays();
  const far = findFarPlace(c, heard);
  const direct = ways.find(({ to }) => to === far);
  if (direct !== undefined) return direct;
  if (far !== undefined) return findRoute(c, far) ?? findWay(c, heard, ways);
  const named = findWay(c, heard, ways);
  if (named !== undefined) return named;
  if (/ (?:north|south|east|west|up|down) /.test(heard)) return undefined;
  if (/ (?:climb|crawl|swim) /.test(heard) || isStroll(heard)) return undefined;
  if (ways.length === 1) return ways[0];
  const isAnywhere =
    / (?:on|onward|explore|wander|somewhere|anywhere|leave|continue|proceed|out|exit|ahead|back) /.test(
      heard,
    );
  if (!isAnywhere) return undefined;
  if (/ back /.test(heard))
    return ways.find(({ to }) => c.world.find(to)?.sheet['is_visited'] === true) ?? ways[0];
  const isNew = ({ to }: Way) => c.world.find(to)?.sheet['is_visited'] !== true;
  return ways.find(isNew) ?? ways[c.turn % Math.max(1, ways.length)];
}

function findFarPlace(c: Chronicle, heard: string): string | undefined {
  const places = c.world.list('location');
  const weighed = places.map((one) => ({ id: one.id, weight: scoreName(heard, nameOf(one)) }));
  const [place] = weighed.filter(({ weight }) => weight > 10).sort((one, other) => other.weight - one.weight);
  if (place !== undefined) return place.id;
  const person = findAbsent(c, heard);
  return person === undefined ? undefined : readText(person, 'at') || undefined;
}

/** A way may ask for a roll, or for what one has not got; false where it cannot be gone. */
function* startTravel(c: Chronicle): Script<boolean> {
  const go = c.hints.intents['go'];
  if (go === undefined) return true;
  // What always passes is the time of the way itself.
  const { always: _, ...hint } = chooseVariant(go, c.intent.heard);
  if (hint.check === undefined && hint.dice === undefined) return true;
  const reason = c.intent.heard.trim().slice(0, 80);
  const { refusal } = yield* rollTrial(c, { kind: 'go', reason, hint, roller: c.world.player });
  if (refusal !== undefined) c.narrateText(refusal);
  return refusal === undefined;
}

export function* playGoBy(c: Chronicle, way: Way): Script<void> {
  const slots = { way: nameWay(c, way) };
  if (way.isLocked && !(yield* openWithKey(c, way))) {
    c.narrate('locked', slots);
    return;
  }
  if (!(yield* startTravel(c))) return;
  const isNew = c.world.find(way.to)?.sheet['is_visited'] !== true;
  const always = findIntentHint(c.hints, 'go', c.intent.heard)?.always ?? [];
  const minutes = always.find((one) => one.minutes !== undefined)?.minutes ?? 10;
  const others = always.filter((one) => one.minutes === undefined);
  const [moved] = yield* c.execute([
    { name: 'move', arguments: { destination: way.to, minutes } },
    ...listCalls(c, others, { roller: c.world.player }),
  ]);
  if (moved?.ok !== true) {
    c.narrate('locked', slots);
    return;
  }
  c.happened.hasTravelled = true;
  c.narrate('go', slots);
  c.narrate(isNew ? 'arrive' : 'arrive-again');
  c.startParagraph();
  describePlace(c, isNew);
}

/** With the thing that opens it, where it is in hand. */
export function* openWithKey(c: Chronicle, way: Way): Script<boolean> {
  const { here } = c.world;
  if (here === undefined || way.opensWith === '' || !c.world.hasThing(way.opensWith)) return false;
  yield* unlock(c, here, way);
  c.narrate('unlock', { way: nameWay(c, way), tool: nameThing(way.opensWith) });
  return true;
}

export function* unlock(c: Chronicle, here: Entity, way: Way): Script<void> {
  const exit = { to: way.to, is_locked: false, is_hidden: false };
  yield* c.execute([{ name: 'place_create', arguments: { name: here.id, exits: [exit] } }]);
  c.happened.opened.add(way.to);
}

export function* playFlee(c: Chronicle, wanted?: Way): Script<void> {
  const foe = c.world.opponents[0];
  const ways = c.world.listOpenWays().filter(({ isLocked }) => !isLocked);
  const open = wanted?.isLocked === false ? wanted : findWay(c, c.intent.heard, ways);
  const way = open ?? ways[c.turn % Math.max(1, ways.length)];
  if (way === undefined) {
    c.narrate('no-way');
    return;
  }
  if (foe === undefined) return yield* playGoBy(c, way);
  const reason = `get away from ${nameOf(foe)}`;
  const tried = yield* rollIntent(c, { kind: 'flee', opponent: foe, reason });
  const slots = { way: nameWay(c, way), who: c.nameNoun(foe) };
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    if (c.world.mode !== 'combat')
      yield* c.execute([{ name: 'mode_set', arguments: { mode: 'combat', opponents: [foe.id] } }]);
    c.narrate('flee-failure', slots);
    return yield* playStrikeBack(c, foe, tried.isStruckBack);
  }
  yield* c.execute([
    { name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } },
    { name: 'move', arguments: { destination: way.to, minutes: 10 } },
  ]);
  c.happened.hasTravelled = true;
  c.narrate(tried.degree > 0 ? 'flee-success' : 'flee-mixed', slots);
  c.startParagraph();
  describePlace(c, false);
}
