// Things: taking, giving, leaving, using, stealing.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findNamedPerson, findPerson, findThing, findWay } from '../find-referent.ts';
import words from '../intent-words.json' with { type: 'json' };
import { nameThing } from '../name-noun.ts';
import { listCurrentSteps } from '../quest-steps.ts';
import { rollIntent } from '../roll-intent.ts';
import type { Script } from '../script.ts';
import { isSame, nameOf, type Thing } from '../world.ts';
import { nameWay, narrateBeat, narrateIdle, narrateThings } from './describe.ts';
import { isAssault, playAttack } from './fight.ts';
import { createThing, moveThing } from './move-things.ts';
import { playStrikeBack } from './play-strike-back.ts';
import { playTalk } from './speak.ts';
import { unlock } from './travel.ts';

export function* playTake(c: Chronicle): Script<void> {
  const { rest } = c.intent;
  const lying = findThing(rest, c.world.listLying());
  if (lying !== undefined) {
    yield* moveThing(c, lying, c.world.player.id);
    const seller = c.world.listPresent().find(({ type }) => type === 'npc');
    const isBought = seller !== undefined && / (?:buy|purchase|order|pay) /.test(c.intent.heard);
    if (isBought) c.narrate('bought', { who: c.nameNoun(seller), item: nameThing(lying.name) });
    else c.narrate('take', { item: nameThing(lying.name) });
    c.narrateText(lying.about);
    return;
  }
  const held = findHeld(c, rest);
  if (held !== undefined) {
    c.narrate('take-held', { who: c.nameNoun(held.who), item: nameThing(held.thing.name) });
    return;
  }
  const own = findThing(rest, c.world.listHeldBy(c.world.player));
  if (own === undefined && / (?:buy|purchase|order|rent|pay) /.test(c.intent.heard)) return narrateNoSale(c);
  const plain = /^ (?:up )?(?:a|an|some) (?:\S+ )?(\S+) $/.exec(rest)?.[1];
  if (own === undefined && plain !== undefined && words.plain.includes(plain))
    return yield* playTakePlain(c, plain);
  if (own !== undefined) c.narrate('have-already', { item: nameThing(own.name) });
  else c.narrate('take-nothing');
  c.happened.isIdle = true;
  narrateThings(c);
}

function narrateNoSale(c: Chronicle): void {
  const seller = c.world.listPresent().find(({ type }) => type === 'npc');
  c.happened.isIdle = true;
  if (seller === undefined) c.narrate('buy-nobody');
  else c.narrate('buy-nothing', { who: c.nameNoun(seller) });
}

/** There is a stone nearly everywhere. */
function* playTakePlain(c: Chronicle, name: string): Script<void> {
  yield* createThing(c, { name, about: '' });
  c.narrate('take', { item: nameThing(name) });
  narrateBeat(c);
}

function findHeld(c: Chronicle, heard: string): { readonly who: Entity; readonly thing: Thing } | undefined {
  for (const who of c.world.listPresent()) {
    const thing = findThing(heard, c.world.listHeldBy(who));
    if (thing !== undefined) return { who, thing };
  }
  return undefined;
}

export function* playGive(c: Chronicle): Script<void> {
  const { heard } = c.intent;
  const thing = findThing(heard, c.world.listHeldBy(c.world.player));
  const who = findPerson(c, heard);
  if (thing === undefined || who === undefined) {
    c.narrate(who === undefined ? 'nobody-at-all' : 'take-nothing');
    c.happened.isIdle = true;
    return;
  }
  const named = findNamedPerson(c, heard, [who]);
  const isNeeded = listCurrentSteps(c).some(
    (step) => isSame(step.with ?? '', thing.name) && isSame(step.what ?? '', nameOf(who)),
  );
  if (isNeeded && c.findPerson(who) === undefined) {
    c.happened.talkedTo.add(nameOf(who));
    return;
  }
  if (isNeeded || / show /.test(heard)) return yield* playTalk(c);
  if (named === undefined && !/ (?:him|her|them|it|to) /.test(heard)) {
    c.narrate('drop', { item: nameThing(thing.name) });
    return;
  }
  yield* moveThing(c, thing, who.id);
  c.narrate('give', { who: c.nameNoun(who), item: nameThing(thing.name) });
  narrateIdle(c, who);
}

export function* playDrop(c: Chronicle): Script<void> {
  const thing = findThing(c.intent.rest, c.world.listHeldBy(c.world.player));
  const { here } = c.world;
  if (thing === undefined || here === undefined) {
    c.narrate('take-nothing');
    c.happened.isIdle = true;
    return;
  }
  yield* moveThing(c, thing, here.id);
  c.narrate('drop', { item: nameThing(thing.name) });
  narrateBeat(c);
}

export function* playUse(c: Chronicle): Script<void> {
  const { heard } = c.intent;
  if (isAssault(c)) return yield* playAttack(c);
  const thing = findThing(heard, c.world.listHeldBy(c.world.player)) ?? findThing(heard, c.world.listLying());
  const { here } = c.world;
  const locked = c.world.listOpenWays().filter(({ isLocked }) => isLocked);
  const door =
    findWay(c, heard, locked) ??
    locked.find(({ opensWith }) => thing !== undefined && isSame(opensWith, thing.name));
  if (door !== undefined && here !== undefined && c.world.hasThing(door.opensWith)) {
    yield* unlock(c, here, door);
    c.narrate('unlock', { way: nameWay(c, door), tool: nameThing(door.opensWith) });
    return;
  }
  const wanted = thing ?? findStepThing(c);
  if (wanted === undefined && / use /.test(heard)) {
    c.narrate('use-nothing');
    c.happened.isIdle = true;
    narrateBeat(c);
    return;
  }
  if (wanted === undefined) {
    const tried = yield* rollIntent(c, { kind: 'use', reason: c.intent.raw.trim().slice(0, 80) });
    c.happened.hasFailed = tried.degree < 0;
    c.narrate(['risk-mixed', 'risk-success', 'risk-triumph'][tried.degree] ?? 'risk-failure');
    return;
  }
  c.happened.used.add(wanted.name);
  const isOfStep = listCurrentSteps(c).some(
    ({ on, what, where }) =>
      on === 'use' &&
      isSame(what ?? '', wanted.name) &&
      isSame(where ?? '', here === undefined ? '' : nameOf(here)),
  );
  c.narrate(isOfStep ? 'use-success' : 'use', { item: nameThing(wanted.name) });
  if (!isOfStep) c.narrateText(wanted.about);
}

/** "let the name go": the thing the story is waiting for, where it is in hand and in place. */
function findStepThing(c: Chronicle): Thing | undefined {
  const { here } = c.world;
  const step = listCurrentSteps(c).find(
    ({ on, where }) =>
      on === 'use' && (where === undefined || (here !== undefined && isSame(where, nameOf(here)))),
  );
  return c.world.listHeldBy(c.world.player).find(({ name }) => isSame(name, step?.what ?? ''));
}

export function* playSteal(c: Chronicle): Script<void> {
  const { heard } = c.intent;
  const held = findHeld(c, heard);
  const who = held?.who ?? findPerson(c, heard);
  const thing = held?.thing ?? (who === undefined ? undefined : c.world.listHeldBy(who)[0]);
  if (who === undefined || (held === undefined && who.type === 'creature')) return yield* playTake(c);
  if (thing === undefined) {
    c.narrate('steal-nothing', { who: c.nameNoun(who) });
    c.happened.isIdle = true;
    return;
  }
  const tried = yield* rollIntent(c, { kind: 'steal', opponent: who, reason: `steal from ${nameOf(who)}` });
  const slots = { who: c.nameNoun(who), item: nameThing(thing.name) };
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    c.narrate('steal-failure', slots);
    return yield* playStrikeBack(c, who, tried.isStruckBack && c.world.mode === 'combat');
  }
  yield* moveThing(c, thing, c.world.player.id);
  c.narrate(tried.degree > 0 ? 'steal-success' : 'steal-mixed', slots);
}
