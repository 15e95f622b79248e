// Explores: looking, searching, reading, remembering.

import type { Entity } from '../../values/entity.ts';
import type { Chronicle } from '../chronicle.ts';
import { findNamedPerson, findThing } from '../find-referent.ts';
import { nameThing } from '../name-noun.ts';
import { describeStep, listCurrentSteps } from '../quest-steps.ts';
import { rollIntent } from '../roll-intent.ts';
import type { Script } from '../script.ts';
import { isSame, nameOf } from '../world.ts';
import {
  completeSentence,
  describePlace,
  nameWay,
  narrateBeat,
  narrateHour,
  narrateIdle,
  narratePresent,
  narrateSense,
  narrateThings,
  narrateWays,
  readAbout,
} from './describe.ts';
import { narrateThing } from './examine.ts';
import { createThing } from './move-things.ts';
import { unlock } from './travel.ts';

export function* playLook(c: Chronicle): Script<void> {
  const { rest, heard } = c.intent;
  const person = findNamedPerson(c, rest, c.world.listPresent());
  if (person !== undefined) return narrateLook(c, person);
  if (/ (?:myself|me|my (?:face|hands|clothes|reflection)) /.test(heard)) return narrateSelf(c);
  if (/ (?:where can i go|which ways|exits) /.test(heard)) return narrateWays(c);
  if (/ what (?:time|hour) /.test(heard)) return narrateTime(c);
  if (/ where am i /.test(heard)) c.narrate('where');
  const things = [...c.world.listLying(), ...c.world.listHeldBy(c.world.player)];
  const thing = findThing(rest, things);
  if (thing !== undefined && thing.about !== '') {
    if (!c.narrateText(completeSentence(thing.about)))
      c.narrate('have-already', { item: nameThing(thing.name) });
    narrateBeat(c);
    return;
  }
  if (narrateThing(c)) return;
  describePlace(c, false);
  c.startParagraph();
  narrateHour(c);
  narrateWays(c);
  yield* c.execute([]);
}

function narrateTime(c: Chronicle): void {
  if (!narrateHour(c)) narrateBeat(c);
}

function narrateSelf(c: Chronicle): void {
  const about = readAbout(c.world.player);
  if (about === '' || !c.narrate('yourself', { about })) narrateBeat(c);
  narrateInventory(c);
}

function narrateLook(c: Chronicle, entity: Entity): void {
  const person = c.findPerson(entity);
  const who = c.nameNoun(entity);
  const about = readAbout(entity);
  const isTold = person !== undefined && c.narrateOneOf(person.look, `look/${person.name}`, { who });
  if (!isTold && person === undefined && about !== '') c.narrate('look', { who, about });
  if (!isTold) c.narrate('look-again', { who });
  narrateIdle(c, entity);
}

export function* playSearch(c: Chronicle): Script<void> {
  const { here } = c.world;
  if (here === undefined) return;
  const name = nameOf(here);
  const hidden = c.world.listWays().find(({ isHidden }) => isHidden);
  const item = findHiddenItem(c, here);
  const isOfStep = listCurrentSteps(c).some((step) => step.on === 'search' && isSame(step.what ?? '', name));
  const left =
    c.findPlace(here)?.searched.filter((line) => !c.recent.some((text) => text.includes(line))) ?? [];
  if (
    hidden === undefined &&
    item === undefined &&
    !isOfStep &&
    left.length === 0 &&
    c.findPlace(here) !== undefined
  ) {
    c.narrate('search-nothing');
    narrateBeat(c);
    return;
  }
  const tried = yield* rollIntent(c, { kind: 'search', reason: `search ${name}` });
  if (tried.refusal !== undefined) {
    c.narrateText(tried.refusal);
    return;
  }
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    c.narrate('search-failure');
    return;
  }
  c.narrate(['search-mixed', 'search-success', 'search-triumph'][tried.degree] ?? 'search-success');
  c.happened.searched.add(name);
  if (hidden !== undefined) yield* playReveal(c, here, hidden.to);
  if (item !== undefined && !isOfStep) yield* playFind(c, item);
  if (hidden === undefined && item === undefined && !isOfStep) c.narrateOneOf(left, `searched/${name}`);
}

function findHiddenItem(c: Chronicle, here: Entity) {
  const item = c.scenario?.items.find((one) => isSame(one.hidden_at ?? '', nameOf(here)));
  if (item === undefined || c.world.hasThing(item.name)) return undefined;
  return c.world.findNamed(item.name, ['item']) === undefined ? item : undefined;
}

function* playReveal(c: Chronicle, here: Entity, to: string): Script<void> {
  const way = c.world.listWays().find((one) => one.to === to);
  const place = c.world.find(to);
  if (way === undefined || place === undefined) return;
  if (way.isLocked) {
    const exit = { to, is_hidden: false };
    yield* c.execute([{ name: 'place_create', arguments: { name: here.id, exits: [exit] } }]);
  } else yield* unlock(c, here, way);
  c.happened.found.add(nameOf(place));
  c.narrate('found-way', { way: nameWay(c, way), place: c.nameNoun(place) });
}

function* playFind(c: Chronicle, item: { readonly name: string; readonly about: string }): Script<void> {
  yield* createThing(c, item);
  c.narrate('found-item', { item: nameThing(item.name) });
}

export function* playRead(c: Chronicle): Script<void> {
  const things = [...c.world.listHeldBy(c.world.player), ...c.world.listLying()];
  const thing = findThing(c.intent.rest, things);
  if (thing === undefined || thing.about === '') c.narrate('read-nothing');
  else c.narrate('read', { text: completeSentence(thing.about) });
  narrateSense(c);
  yield* c.execute([]);
}

export function* playKnow(c: Chronicle): Script<void> {
  const note = findNote(c);
  if (note === undefined) {
    c.narrate('know-failure');
    narrateBeat(c);
    return;
  }
  const tried = yield* rollIntent(c, { kind: 'know', reason: 'call it to mind' });
  if (tried.degree < 0) {
    c.happened.hasFailed = true;
    c.narrate('know-failure');
    return;
  }
  c.narrate('know-success');
  c.narrateText(completeSentence(note));
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

export function* playInventory(c: Chronicle): Script<void> {
  narrateInventory(c);
  narrateBeat(c);
  yield* c.execute([]);
}

function narrateInventory(c: Chronicle): void {
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
  sayings.some((saying) => c.narrateText(saying));
}

export function* playQuest(c: Chronicle): Script<void> {
  const steps = listCurrentSteps(c);
  for (const { quest, name } of steps.slice(0, 2))
    c.narrateText(`“${nameOf(quest)}”: ${completeSentence(describeStep(c, name))}`);
  if (steps.length === 0) narrateWays(c);
  narratePresent(c);
  narrateThings(c);
  yield* c.execute([]);
}
