// Things: taking, giving, leaving, using, stealing.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findNamedPerson, findPerson, findThing, findWay } from '../find-referent.ts';
import words from '../intent-words.json' with { type: 'json' };
import { nameThing } from '../name-noun.ts';
import { findCurrentSteps } from '../quest-steps.ts';
import type { Script } from '../script.ts';
import { tryIntent } from '../try-intent.ts';
import { isSame, nameOf, type Thing } from '../world.ts';
import { nameWay, sayBeat, sayIdle, sayThings } from './describe.ts';
import { attack, isAssault } from './fight.ts';
import { bringForth, passThing } from './give-over.ts';
import { talk } from './speak.ts';
import { strikeBack } from './strike-back.ts';
import { unlock } from './travel.ts';

export function* take(c: Chronicle): Script<void> {
  const { rest } = c.intent;
  const lying = findThing(rest, c.world.listLying());
  if (lying !== undefined) {
    yield* passThing(c, lying, c.world.player.id);
    const seller = c.world.listPresent().find(({ type }) => type === 'npc');
    const isBought = seller !== undefined && / (?:buy|purchase|order|pay) /.test(c.intent.heard);
    if (isBought) c.say('bought', { who: c.noun(seller), item: nameThing(lying.name) });
    else c.say('take', { item: nameThing(lying.name) });
    c.tell(lying.about);
    return;
  }
  const held = findHeld(c, rest);
  if (held !== undefined) {
    c.say('take-held', { who: c.noun(held.who), item: nameThing(held.thing.name) });
    return;
  }
  const own = findThing(rest, c.world.listHeldBy(c.world.player));
  if (own === undefined && / (?:buy|purchase|order|rent|pay) /.test(c.intent.heard)) return sayNoSale(c);
  const plain = /^ (?:up )?(?:a|an|some) (?:\S+ )?(\S+) $/.exec(rest)?.[1];
  if (own === undefined && plain !== undefined && words.plain.includes(plain))
    return yield* takePlain(c, plain);
  if (own !== undefined) c.say('have-already', { item: nameThing(own.name) });
  else c.say('take-nothing');
  c.happened.isIdle = true;
  sayThings(c);
}

function sayNoSale(c: Chronicle): void {
  const seller = c.world.listPresent().find(({ type }) => type === 'npc');
  c.happened.isIdle = true;
  if (seller === undefined) c.say('buy-nobody');
  else c.say('buy-nothing', { who: c.noun(seller) });
}

/** There is a stone nearly everywhere. */
function* takePlain(c: Chronicle, name: string): Script<void> {
  yield* bringForth(c, { name, about: '' });
  c.say('take', { item: nameThing(name) });
  sayBeat(c);
}

function findHeld(c: Chronicle, heard: string): { readonly who: Entity; readonly thing: Thing } | undefined {
  for (const who of c.world.listPresent()) {
    const thing = findThing(heard, c.world.listHeldBy(who));
    if (thing !== undefined) return { who, thing };
  }
  return undefined;
}

export function* give(c: Chronicle): Script<void> {
  const { heard } = c.intent;
  const thing = findThing(heard, c.world.listHeldBy(c.world.player));
  const who = findPerson(c, heard);
  if (thing === undefined || who === undefined) {
    c.say(who === undefined ? 'nobody-at-all' : 'take-nothing');
    c.happened.isIdle = true;
    return;
  }
  const named = findNamedPerson(c, heard, [who]);
  const isNeeded = findCurrentSteps(c).some(
    (step) => isSame(step.with ?? '', thing.name) && isSame(step.what ?? '', nameOf(who)),
  );
  if (isNeeded && c.findPerson(who) === undefined) {
    c.happened.talkedTo.add(nameOf(who));
    return;
  }
  if (isNeeded || / show /.test(heard)) return yield* talk(c);
  if (named === undefined && !/ (?:him|her|them|it|to) /.test(heard)) {
    c.say('drop', { item: nameThing(thing.name) });
    return;
  }
  yield* passThing(c, thing, who.id);
  c.say('give', { who: c.noun(who), item: nameThing(thing.name) });
  sayIdle(c, who);
}

export function* drop(c: Chronicle): Script<void> {
  const thing = findThing(c.intent.rest, c.world.listHeldBy(c.world.player));
  const { here } = c.world;
  if (thing === undefined || here === undefined) {
    c.say('take-nothing');
    c.happened.isIdle = true;
    return;
  }
  yield* passThing(c, thing, here.id);
  c.say('drop', { item: nameThing(thing.name) });
  sayBeat(c);
}

export function* use(c: Chronicle): Script<void> {
  const { heard } = c.intent;
  if (isAssault(c)) return yield* attack(c);
  const thing = findThing(heard, c.world.listHeldBy(c.world.player)) ?? findThing(heard, c.world.listLying());
  const { here } = c.world;
  const locked = c.world.listOpenWays().filter(({ isLocked }) => isLocked);
  const door =
    findWay(c, heard, locked) ??
    locked.find(({ opensWith }) => thing !== undefined && isSame(opensWith, thing.name));
  if (door !== undefined && here !== undefined && c.world.holds(door.opensWith)) {
    yield* unlock(c, here, door);
    c.say('unlock', { way: nameWay(c, door), tool: nameThing(door.opensWith) });
    return;
  }
  const wanted = thing ?? findStepThing(c);
  if (wanted === undefined && / use /.test(heard)) {
    c.say('use-nothing');
    c.happened.isIdle = true;
    sayBeat(c);
    return;
  }
  if (wanted === undefined) {
    const tried = yield* tryIntent(c, { kind: 'use', reason: c.intent.raw.trim().slice(0, 80) });
    c.happened.hasFailed = tried.degree < 0;
    c.say(['risk-mixed', 'risk-success', 'risk-triumph'][tried.degree] ?? 'risk-failure');
    return;
  }
  c.happened.used.add(wanted.name);
  const isOfStep = findCurrentSteps(c).some(
    ({ on, what, where }) =>
      on === 'use' &&
      isSame(what ?? '', wanted.name) &&
      isSame(where ?? '', here === undefined ? '' : nameOf(here)),
  );
  c.say(isOfStep ? 'use-success' : 'use', { item: nameThing(wanted.name) });
  if (!isOfStep) c.tell(wanted.about);
}

/** "let the name go": the thing the story is waiting for, where it is in hand and in place. */
function findStepThing(c: Chronicle): Thing | undefined {
  const { here } = c.world;
  const step = findCurrentSteps(c).find(
    ({ on, where }) =>
      on === 'use' && (where === undefined || (here !== undefined && isSame(where, nameOf(here)))),
  );
  return c.world.listHeldBy(c.world.player).find(({ name }) => isSame(name, step?.what ?? ''));
}

export function* steal(c: Chronicle): Script<void> {
  const { heard } = c.intent;
  const held = findHeld(c, heard);
  const who = held?.who ?? findPerson(c, heard);
  const thing = held?.thing ?? (who === undefined ? undefined : c.world.listHeldBy(who)[0]);
  if (who === undefined || (held === undefined && who.type === 'creature')) return yield* take(c);
  if (thing === undefined) {
    c.say('steal-nothing', { who: c.noun(who) });
    c.happened.isIdle = true;
    return;
  }
  const tried = yield* tryIntent(c, { kind: 'steal', opponent: who, reason: `steal from ${nameOf(who)}` });
  const slots = { who: c.noun(who), item: nameThing(thing.name) };
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    c.say('steal-failure', slots);
    return yield* strikeBack(c, who, tried.isStruckBack && c.world.mode === 'combat');
  }
  yield* passThing(c, thing, c.world.player.id);
  c.say(tried.degree > 0 ? 'steal-success' : 'steal-mixed', slots);
}
