// Answers plain questions from the state: what time it is, where something is, who somebody is, how much is left.

import { readValue } from '../rules/read-value.ts';
import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { completeSentence, joinWords, nameWay, readAbout, renderCapital } from './describe.ts';
import { findAbsent, findNamedPerson, findRoutePath, findThing } from './find-referent.ts';
import { smallWords } from './grammar.ts';
import { renderNoun } from './noun.ts';
import { findPlaceMeant } from './travel.ts';
import { isGone, nameOf, readText, type Thing } from './world.ts';

const parts: readonly (readonly [number, string])[] = [
  [4, 'the dead of night'],
  [6, 'the hour before dawn'],
  [9, 'early morning'],
  [12, 'forenoon'],
  [14, 'about noon'],
  [17, 'afternoon'],
  [19, 'early evening'],
  [22, 'late evening'],
  [24, 'night'],
];

/** Tells the part of the day, and how long the game's story has been going on. */
export function narrateClock(c: Chronicle): void {
  const { minutes } = c.world;
  const hour = Math.floor(minutes / 60) % 24;
  const part = parts.find(([end]) => hour < end)?.[1] ?? 'night';
  const days = Math.floor(minutes / 1440);
  const later = ', and days have gone by since this story began';
  const since = [' on the first day of this story', ' on the second day of this story'][days] ?? later;
  if (c.text.includes(`${part}${since}`)) return;
  narrateOne(c, [
    `It is ${part}${since}.`,
    `By the light it is ${part}${since}.`,
    `It must be ${part}${since}.`,
  ]);
}

/**
 * Tells where the place, person or thing named in the words is; false if they name none, or only a person of whom it is
 * not known.
 */
export function narrateWhereabouts(c: Chronicle): boolean {
  const { heard } = c.intent;
  const present = findNamedPerson(c, heard, c.world.listPresent());
  if (present !== undefined)
    return narrateOne(c, [
      `${nameOf(present)} is here, in plain sight.`,
      `${nameOf(present)} stands before you.`,
    ]);
  const thing = findThing(heard, c.world.listHeldBy(c.world.player));
  if (thing !== undefined)
    return narrateOne(c, [
      `You have ${renderThing(c, thing)} with you.`,
      `${renderCapital(renderThing(c, thing))} is among your things.`,
    ]);
  const lying = findThing(heard, c.world.listLying());
  if (lying !== undefined)
    return narrateOne(c, [
      `${renderCapital(renderThing(c, lying))} lies here.`,
      `Look down: ${renderThing(c, lying)} is here.`,
    ]);
  return narrateWayTo(c);
}

function renderThing(c: Chronicle, { name }: Thing): string {
  return renderNoun(c.nameItem(name), 'the') ?? name;
}

function narrateWayTo(c: Chronicle): boolean {
  const { heard } = c.intent;
  const absent = findAbsent(c, heard);
  const place = findPlaceMeant(c, heard) ?? findWayNamed(c, heard);
  if (place === undefined && absent !== undefined) return narrateAbsent(c, absent);
  const goal = c.world.find(place ?? '');
  if (goal === undefined) return false;
  const there = renderNoun(c.nameNoun(goal), 'the') ?? nameOf(goal);
  if (goal.id === c.world.here?.id)
    return narrateOne(c, [`You are there: this is ${there}.`, `It is here, all round you: ${there}.`]);
  const path = findRoutePath(c.world, goal.id);
  const [first] = path;
  if (first === undefined)
    return narrateOne(c, [`You know of no open way to ${there}.`, `No way that you know leads to ${there}.`]);
  const between = path
    .slice(0, -1)
    .map(({ to }) => renderNoun(c.nameNoun(c.world.find(to) ?? goal), 'the') ?? '');
  const past = between.length === 0 ? 'the next place from here' : `past ${joinWords(between, 'and')}`;
  const way = nameWay(c, first);
  return narrateOne(c, [
    `You go ${way} to get to ${there}: it is ${past}.`,
    `${renderCapital(there)} is ${past}; you go ${way}.`,
  ]);
}

/**
 * Says that an absent person is not here, if the words ask that; otherwise tells where the person is, but only if the
 * player's character has been at that place.
 */
function narrateAbsent(c: Chronicle, absent: Entity): boolean {
  const name = nameOf(absent);
  if (/ (?:here|around|nearby|present) /.test(c.intent.heard))
    return narrateOne(c, [`${name} is not here.`, `No, ${name} is not here.`]);
  const at = c.world.find(readText(absent, 'at'));
  const isSeen = at?.sheet['is_visited'] === true && !isGone(absent);
  if (at === undefined || !isSeen) return false;
  const there = renderNoun(c.nameNoun(at), 'the') ?? nameOf(at);
  return narrateOne(c, [`${name} should be at ${there}.`, `As far as you know, ${name} is at ${there}.`]);
}

/** Says that it is not known where the person named is; false if the words name nobody who is elsewhere. */
export function narrateWhereUnknown(c: Chronicle): boolean {
  const absent = findAbsent(c, c.intent.heard);
  if (absent === undefined) return false;
  const name = nameOf(absent);
  return narrateOne(c, [
    `You do not know where ${name} is just now.`,
    `Nothing here tells you where ${name} is.`,
  ]);
}

/** The id of the place to which the way leads that the words name; undefined if they name no way. */
function findWayNamed(c: Chronicle, heard: string): string | undefined {
  const named = c.world.listOpenWays().find(({ name }) => {
    const last = name.toLowerCase().split(' ').at(-1) ?? '';
    return last.length > 3 && heard.includes(` ${last} `);
  });
  return named?.to;
}

/**
 * If the words name a person, tells who that is; if the player's character has not met them, somebody here tells it.
 * False if the words name nobody, or nobody can tell.
 */
export function narrateWho(c: Chronicle): boolean {
  const { heard } = c.intent;
  const present = findNamedPerson(c, heard, c.world.listPresent());
  const who = present ?? findAbsent(c, heard);
  if (who === undefined || readAbout(who) === '') return false;
  const about = readAbout(who);
  const isMet = present !== undefined || c.world.find(readText(who, 'at'))?.sheet['is_visited'] === true;
  if (isMet)
    return narrateOne(c, [
      // A description without an article, such as "Second lamplighter", cannot follow "is".
      ...(/^\p{Lu}/u.test(about) ? [] : [completeSentence(`${nameOf(who)} is ${about}`)]),
      completeSentence(`${nameOf(who)}? ${renderCapital(about)}`),
      completeSentence(`${nameOf(who)}: ${about}`),
    ]);
  // If the player's character has not met the person, somebody here tells of them.
  const teller = c.world.listPresent().find(({ type }) => type === 'npc');
  if (teller === undefined) return false;
  const named = renderNoun(c.nameNoun(teller), 'the') ?? nameOf(teller);
  return narrateOne(c, [`"${nameOf(who)}?" says ${named}. "${completeSentence(renderCapital(about))}"`]);
}

/** Tells how much food or money is left, also that there is none; false if the words name neither. */
export function narrateLeft(c: Chronicle): boolean {
  const { heard } = c.intent;
  const kinds = [smallWords.food, smallWords.money].filter((words) =>
    words.some((word) => heard.includes(` ${word} `)),
  );
  if (kinds.length === 0) return false;
  const words = new Set(kinds.flat());
  const isMeant = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => words.has(word));
  const sheet = c.system.sheets.get('character');
  const counted = (sheet?.fields ?? []).flatMap(({ path, definition, kind }) => {
    if (!isMeant(definition.label)) return [];
    const value = readValue(c.world.player.sheet, path);
    const [current, max] = (kind.view(value ?? null).match(/\d+/g) ?? []).map(Number);
    return current === undefined
      ? []
      : [`you have ${describeShare(definition.label.toLowerCase(), current, max)}`];
  });
  const things = c.world
    .listHeldBy(c.world.player)
    .filter(({ name }) => isMeant(name))
    .map(({ name }) => name);
  const listed = things.length === 0 ? [] : [`among your things: ${things.join('; ')}`];
  const told = [...counted, ...listed].join(', and ');
  return narrateOne(
    c,
    told === ''
      ? ['You have nothing of that kind.', 'You have none of that.']
      : [`${renderCapital(told)}.`, `As before: ${told}.`],
  );
}

/** The path at which the sheet counts food, if any food is left. */
export function findSupplies(c: Chronicle): string | undefined {
  const fields = c.system.sheets.get('character')?.fields ?? [];
  for (const { path, definition } of fields) {
    if (definition.category !== 'resources' || !hasAnyWord(definition.label, smallWords.food)) continue;
    const value = readValue(c.world.player.sheet, path);
    if (isObject(value) && Number(value['current'] ?? 0) > 0) return `${path}.current`;
    if (typeof value === 'number' && value > 0) return path;
  }
  return undefined;
}

/** Whether the words ask for food in general, and not for a particular dish. */
export function isAnyMeal({ intent }: Chronicle): boolean {
  return intent.rest.trim() === '' || hasAnyWord(intent.rest, smallWords.meals);
}

function hasAnyWord(text: string, words: readonly string[]): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => words.includes(word));
}

function describeShare(label: string, current: number, max: number | undefined): string {
  if (current === 0) return `no ${label} left`;
  if (max === undefined) return `some ${label}`;
  if (current >= max) return `as much ${label} as you can carry`;
  return `${current * 2 > max ? 'more' : 'less'} than half of your ${label} left`;
}

function narrateOne(c: Chronicle, texts: readonly string[]): boolean {
  return texts.some((text) => c.narrateText(text));
}

/** Says, outside the story, how the player rolls. */
export function narrateHowRolled(c: Chronicle): void {
  c.narratePlainly(
    '(Nothing was rolled. Say what you do, and the dice fall where something is at stake; or roll by yourself: /roll and the name of a skill or a roll of the rules, or dice such as /roll 2d6+1. /help roll lists the names.)',
  );
  c.happened.isIdle = true;
  c.happened.isRefused = true;
}
