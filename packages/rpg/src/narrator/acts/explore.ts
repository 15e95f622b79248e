// Explores: looking, searching, reading, remembering.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findNamedPerson, findThing } from '../find-referent.ts';
import { nameThing } from '../name-noun.ts';
import { findCurrentSteps, phraseStep } from '../quest-steps.ts';
import type { Script } from '../script.ts';
import { tryIntent } from '../try-intent.ts';
import { isSame, nameOf } from '../world.ts';
import {
  describePlace,
  endSentence,
  nameWay,
  readAbout,
  sayBeat,
  sayHour,
  sayIdle,
  sayPresent,
  saySense,
  sayThings,
  sayWays,
} from './describe.ts';
import { examine } from './examine.ts';
import { bringForth } from './give-over.ts';
import { unlock } from './travel.ts';

export function* look(c: Chronicle): Script<void> {
  const { rest, heard } = c.intent;
  const person = findNamedPerson(c, rest, c.world.listPresent());
  if (person !== undefined) return lookAt(c, person);
  if (/ (?:myself|me|my (?:face|hands|clothes|reflection)) /.test(heard)) return lookAtMyself(c);
  if (/ (?:where can i go|which ways|exits) /.test(heard)) return sayWays(c);
  if (/ what (?:time|hour) /.test(heard)) return sayTime(c);
  if (/ where am i /.test(heard)) c.say('where');
  const things = [...c.world.listLying(), ...c.world.listHeldBy(c.world.player)];
  const thing = findThing(rest, things);
  if (thing !== undefined && thing.about !== '') {
    if (!c.tell(endSentence(thing.about))) c.say('have-already', { item: nameThing(thing.name) });
    sayBeat(c);
    return;
  }
  if (examine(c)) return;
  describePlace(c, false);
  c.paragraph();
  sayHour(c);
  sayWays(c);
  yield* c.act([]);
}

function sayTime(c: Chronicle): void {
  if (!sayHour(c)) sayBeat(c);
}

function lookAtMyself(c: Chronicle): void {
  const about = readAbout(c.world.player);
  if (about === '' || !c.say('yourself', { about })) sayBeat(c);
  tellThings(c);
}

function lookAt(c: Chronicle, entity: Entity): void {
  const person = c.findPerson(entity);
  const who = c.noun(entity);
  const about = readAbout(entity);
  const isTold = person !== undefined && c.tellOne(person.look, `look/${person.name}`, { who });
  if (!isTold && person === undefined && about !== '') c.say('look', { who, about });
  if (!isTold) c.say('look-again', { who });
  sayIdle(c, entity);
}

export function* search(c: Chronicle): Script<void> {
  const { here } = c.world;
  if (here === undefined) return;
  const name = nameOf(here);
  const hidden = c.world.listWays().find(({ isHidden }) => isHidden);
  const item = findHiddenItem(c, here);
  const isOfStep = findCurrentSteps(c).some((step) => step.on === 'search' && isSame(step.what ?? '', name));
  const left =
    c.findPlace(here)?.searched.filter((line) => !c.recent.some((text) => text.includes(line))) ?? [];
  if (
    hidden === undefined &&
    item === undefined &&
    !isOfStep &&
    left.length === 0 &&
    c.findPlace(here) !== undefined
  ) {
    c.say('search-nothing');
    sayBeat(c);
    return;
  }
  const tried = yield* tryIntent(c, { kind: 'search', reason: `search ${name}` });
  if (tried.refusal !== undefined) {
    c.tell(tried.refusal);
    return;
  }
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    c.say('search-failure');
    return;
  }
  c.say(['search-mixed', 'search-success', 'search-triumph'][tried.degree] ?? 'search-success');
  c.happened.searched.add(name);
  if (hidden !== undefined) yield* reveal(c, here, hidden.to);
  if (item !== undefined && !isOfStep) yield* findItem(c, item);
  if (hidden === undefined && item === undefined && !isOfStep) c.tellOne(left, `searched/${name}`);
}

function findHiddenItem(c: Chronicle, here: Entity) {
  const item = c.scenario?.items.find((one) => isSame(one.hidden_at ?? '', nameOf(here)));
  if (item === undefined || c.world.holds(item.name)) return undefined;
  return c.world.findNamed(item.name, ['item']) === undefined ? item : undefined;
}

function* reveal(c: Chronicle, here: Entity, to: string): Script<void> {
  const way = c.world.listWays().find((one) => one.to === to);
  const place = c.world.find(to);
  if (way === undefined || place === undefined) return;
  if (way.isLocked) {
    const exit = { to, is_hidden: false };
    yield* c.act([{ name: 'place_create', arguments: { name: here.id, exits: [exit] } }]);
  } else yield* unlock(c, here, way);
  c.happened.found.add(nameOf(place));
  c.say('found-way', { way: nameWay(c, way), place: c.noun(place) });
}

function* findItem(c: Chronicle, item: { readonly name: string; readonly about: string }): Script<void> {
  yield* bringForth(c, item);
  c.say('found-item', { item: nameThing(item.name) });
}

export function* read(c: Chronicle): Script<void> {
  const things = [...c.world.listHeldBy(c.world.player), ...c.world.listLying()];
  const thing = findThing(c.intent.rest, things);
  if (thing === undefined || thing.about === '') c.say('read-nothing');
  else c.say('read', { text: endSentence(thing.about) });
  saySense(c);
  yield* c.act([]);
}

export function* know(c: Chronicle): Script<void> {
  const note = findNote(c);
  if (note === undefined) {
    c.say('know-failure');
    sayBeat(c);
    return;
  }
  const tried = yield* tryIntent(c, { kind: 'know', reason: 'call it to mind' });
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    c.say('know-failure');
    return;
  }
  c.say('know-success');
  c.tell(endSentence(note));
}

/** What is noted of something that the words name. */
function findNote(c: Chronicle): string | undefined {
  const { heard } = c.intent;
  const notes = c.scenario?.notes ?? [];
  const isHeard = (tag: string) => heard.includes(` ${tag.toLowerCase()} `);
  const found = notes.find(
    ({ tags, content }) => tags.some(isHeard) && !c.recent.some((text) => text.includes(content)),
  );
  return found?.content;
}

export function* inventory(c: Chronicle): Script<void> {
  tellThings(c);
  sayBeat(c);
  yield* c.act([]);
}

function tellThings(c: Chronicle): void {
  const names = c.world.listHeldBy(c.world.player).map(({ name }) => name);
  const things = names.slice(0, 12).join(', ');
  const sayings =
    names.length === 0
      ? ['Your hands and pockets are empty.', 'There is nothing in your pockets but the lining.']
      : [
          `You have with you: ${things}.`,
          `Still with you: ${things}.`,
          `Nothing has come or gone: ${things}.`,
        ];
  sayings.some((saying) => c.tell(saying));
}

export function* rememberQuest(c: Chronicle): Script<void> {
  const steps = findCurrentSteps(c);
  for (const { quest, name } of steps.slice(0, 2))
    c.tell(`“${nameOf(quest)}”: ${endSentence(phraseStep(c, name))}`);
  if (steps.length === 0) sayWays(c);
  sayPresent(c);
  sayThings(c);
  yield* c.act([]);
}
