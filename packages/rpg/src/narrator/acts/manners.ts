// Manners: what one does among people or alone without a check: claims, gestures, calls, listening, eating, giving in.

import type { Entity } from '../../values/entity.ts';
import { pick } from '../chance.ts';
import type { Chronicle } from '../chronicle.ts';
import { findPerson, findThing, findWay } from '../find-referent.ts';
import { nameThing } from '../name-noun.ts';
import { listNeededThings } from '../quest-steps.ts';
import type { Script } from '../script.ts';
import { isSame, nameOf, readAttitude, type Thing } from '../world.ts';
import { sayBeat, sayIdle } from './describe.ts';
import { passThing } from './give-over.ts';
import { strikeBack } from './strike-back.ts';
import { use } from './things.ts';

export function* claim(c: Chronicle): Script<void> {
  const who = findPerson(c, c.intent.heard);
  if (who?.type === 'npc') {
    c.say('claim', { who: c.noun(who) });
    sayIdle(c, who);
  } else {
    c.say('claim-alone');
    sayBeat(c);
  }
  yield* c.act([]);
}

export function* gesture(c: Chronicle): Script<void> {
  const who = findPerson(c, c.intent.heard);
  if (who === undefined) c.say('gesture-alone');
  else c.say(who.type === 'creature' ? 'gesture-thing' : 'gesture', { who: c.noun(who) });
  if (who !== undefined) sayIdle(c, who);
  else sayBeat(c);
  yield* c.act([]);
}

export function* ease(c: Chronicle): Script<void> {
  const thing = findThing(c.intent.heard, [...c.world.listHeldBy(c.world.player), ...c.world.listLying()]);
  if (thing !== undefined) return yield* use(c);
  const isMeal = / (?:eat|drink|dine|feast|smoke|esse|trinke) /.test(c.intent.heard);
  if (!c.say(isMeal ? 'ease-nothing' : 'ease')) c.say('ease');
  sayBeat(c);
  yield* c.act([{ name: 'time_advance', arguments: { minutes: 5 } }]);
}

/** What stirs past the nearest way, if anything. */
export function* listen(c: Chronicle): Script<void> {
  const ways = c.world.listOpenWays();
  const way = findWay(c, c.intent.heard, ways) ?? pick(ways, c.key('listen'));
  yield* c.act([{ name: 'time_advance', arguments: { minutes: 5 } }]);
  c.say('listen');
  if (way === undefined) {
    sayBeat(c);
    return;
  }
  const [someone] = c.world.listPresent(c.world.find(way.to));
  const place = c.world.find(way.to);
  const slots = { there: place === undefined ? 'the far side' : c.noun(place) };
  if (someone === undefined) c.say('listen-nothing', slots);
  else c.say('listen-someone', { ...slots, who: c.noun(someone) });
  sayBeat(c);
}

/** A friendly soul one way off hears it and comes. */
export function* callForHelp(c: Chronicle): Script<void> {
  const near = c.world
    .listOpenWays()
    .filter(({ isLocked }) => !isLocked)
    .flatMap(({ to }) => c.world.listPresent(c.world.find(to)));
  const helper = near.find((one) => one.type === 'npc' && readAttitude(one) >= 0);
  const foe = c.world.opponents[0];
  if (helper === undefined) {
    const present = c.world.listPresent().find((one) => one.type === 'npc' && one.id !== foe?.id);
    c.say(
      present === undefined ? 'call-nobody' : 'call-present',
      present === undefined ? {} : { who: c.noun(present) },
    );
  } else {
    const { here } = c.world;
    yield* c.act([{ name: 'move', arguments: { destination: here?.id ?? '', who: helper.id } }]);
    c.say('call-comes', { who: c.noun(helper) });
  }
  if (foe !== undefined && c.world.mode === 'combat') return yield* strikeBack(c, foe, helper === undefined);
  sayBeat(c);
}

const manlike = /footpad|cutpurse|bravo|deserter|guard|bandit|thug|\bman\b|woman|soldier|cultist/i;

/** Giving in ends a fight, at a price; a beast knows nothing of it. */
export function* surrender(c: Chronicle): Script<void> {
  const foe = c.world.opponents[0];
  if (foe === undefined) {
    c.say('surrender-nobody');
    sayBeat(c);
    return;
  }
  const slots = { who: c.noun(foe) };
  if (foe.type === 'creature' && !manlike.test(nameOf(foe))) {
    c.say('surrender-beast', slots);
    return yield* strikeBack(c, foe, true);
  }
  c.say('surrender', slots);
  yield* c.act([
    { name: 'mode_set', arguments: { mode: 'exploration', opponents: [] } },
    { name: 'set', arguments: { path: 'attitude', value: 'wary', target: foe.id } },
  ]);
  yield* payPrice(c, foe);
}

function* payPrice(c: Chronicle, foe: Entity): Script<void> {
  const slots = { who: c.noun(foe) };
  const thing = pick(listSpare(c), c.key('price'));
  if (thing === undefined) {
    c.say('surrender-free', slots);
    return;
  }
  yield* passThing(c, thing, foe.id);
  c.say('surrender-price', { ...slots, item: nameThing(thing.name) });
}

/** What is carried and nothing in the story waits for. */
export function listSpare(c: Chronicle): readonly Thing[] {
  const needed = listNeededThings(c);
  return c.world.listHeldBy(c.world.player).filter(({ name }) => !needed.some((one) => isSame(one, name)));
}
