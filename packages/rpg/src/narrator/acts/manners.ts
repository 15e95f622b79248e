// Manners: what one does among people or alone without a check: claims, gestures, calls, listening, eating, giving in.

import type { Entity } from '../../values/entity.ts';
import { chooseOne } from '../chance.ts';
import type { Chronicle } from '../chronicle.ts';
import { findPerson, findThing, findWay } from '../find-referent.ts';
import { nameThing } from '../name-noun.ts';
import { listNeededThings } from '../quest-steps.ts';
import type { Script } from '../script.ts';
import { isSame, nameOf, readAttitude, type Thing } from '../world.ts';
import { narrateBeat, narrateIdle } from './describe.ts';
import { moveThing } from './move-things.ts';
import { playStrikeBack } from './play-strike-back.ts';
import { playUse } from './things.ts';

export function* playClaim(c: Chronicle): Script<void> {
  const who = findPerson(c, c.intent.heard);
  if (who?.type === 'npc') {
    c.narrate('claim', { who: c.nameNoun(who) });
    narrateIdle(c, who);
  } else {
    c.narrate('claim-alone');
    narrateBeat(c);
  }
  yield* c.execute([]);
}

export function* playGesture(c: Chronicle): Script<void> {
  const who = findPerson(c, c.intent.heard);
  if (who === undefined) c.narrate('gesture-alone');
  else c.narrate(who.type === 'creature' ? 'gesture-thing' : 'gesture', { who: c.nameNoun(who) });
  if (who !== undefined) narrateIdle(c, who);
  else narrateBeat(c);
  yield* c.execute([]);
}

export function* playEase(c: Chronicle): Script<void> {
  const thing = findThing(c.intent.heard, [...c.world.listHeldBy(c.world.player), ...c.world.listLying()]);
  if (thing !== undefined) return yield* playUse(c);
  const isMeal = / (?:eat|drink|dine|feast|smoke|esse|trinke) /.test(c.intent.heard);
  if (!c.narrate(isMeal ? 'ease-nothing' : 'ease')) c.narrate('ease');
  narrateBeat(c);
  yield* c.execute([{ name: 'time_advance', arguments: { minutes: 5 } }]);
}

/** What stirs past the nearest way, if anything. */
export function* playListen(c: Chronicle): Script<void> {
  const ways = c.world.listOpenWays();
  const way = findWay(c, c.intent.heard, ways) ?? chooseOne(ways, c.takeKey('listen'));
  yield* c.execute([{ name: 'time_advance', arguments: { minutes: 5 } }]);
  c.narrate('listen');
  if (way === undefined) {
    narrateBeat(c);
    return;
  }
  const [someone] = c.world.listPresent(c.world.find(way.to));
  const place = c.world.find(way.to);
  const slots = { there: place === undefined ? 'the far side' : c.nameNoun(place) };
  if (someone === undefined) c.narrate('listen-nothing', slots);
  else c.narrate('listen-someone', { ...slots, who: c.nameNoun(someone) });
  narrateBeat(c);
}

/** A friendly soul one way off hears it and comes. */
export function* playCall(c: Chronicle): Script<void> {
  const near = c.world
    .listOpenWays()
    .filter(({ isLocked }) => !isLocked)
    .flatMap(({ to }) => c.world.listPresent(c.world.find(to)));
  const helper = near.find((one) => one.type === 'npc' && readAttitude(one) >= 0);
  const foe = c.world.opponents[0];
  if (helper === undefined) {
    const present = c.world.listPresent().find((one) => one.type === 'npc' && one.id !== foe?.id);
    c.narrate(
      present === undefined ? 'call-nobody' : 'call-present',
      present === undefined ? {} : { who: c.nameNoun(present) },
    );
  } else {
    const { here } = c.world;
    yield* c.execute([{ name: 'move', arguments: { destination: here?.id ?? '', who: helper.id } }]);
    c.narrate('call-comes', { who: c.nameNoun(helper) });
  }
  if (foe !== undefined && c.world.mode === 'combat')
    return yield* playStrikeBack(c, foe, helper === undefined);
  narrateBeat(c);
}

const manlike = /footpad|cutpurse|bravo|deserter|guard|bandit|thug|\bman\b|woman|soldier|cultist/i;

/** Giving in ends a fight, at a price; a beast knows nothing of it. */
export function* playSurrender(c: Chronicle): Script<void> {
  const foe = c.world.opponents[0];
  if (foe === undefined) {
    c.narrate('surrender-nobody');
    narrateBeat(c);
    return;
  }
  const slots = { who: c.nameNoun(foe) };
  if (foe.type === 'creature' && !manlike.test(nameOf(foe))) {
    c.narrate('surrender-beast', slots);
    return yield* playStrikeBack(c, foe, true);
  }
  c.narrate('surrender', slots);
  yield* c.execute([
    { name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } },
    { name: 'set', arguments: { path: 'attitude', value: 'wary', target: foe.id } },
  ]);
  yield* playPrice(c, foe);
}

function* playPrice(c: Chronicle, foe: Entity): Script<void> {
  const slots = { who: c.nameNoun(foe) };
  const thing = chooseOne(listSpare(c), c.takeKey('price'));
  if (thing === undefined) {
    c.narrate('surrender-free', slots);
    return;
  }
  yield* moveThing(c, thing, foe.id);
  c.narrate('surrender-price', { ...slots, item: nameThing(thing.name) });
}

/** What is carried and nothing in the story waits for. */
export function listSpare(c: Chronicle): readonly Thing[] {
  const needed = listNeededThings(c);
  return c.world.listHeldBy(c.world.player).filter(({ name }) => !needed.some((one) => isSame(one, name)));
}
