// Tells how the player's character is doing and who they are, who is here and in what mood, and which ways are open.

import { readValue } from '../rules/read-value.ts';
import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { joinWords, nameWay, narrateSeen, readAbout, renderNamed } from './describe.ts';
import { findNamedPerson } from './find-referent.ts';
import { renderNoun } from './noun.ts';
import { nameOf, readAttitude, readText } from './world.ts';

const mostTold = 5;

/** Tells how much is left of the character's resources, and which conditions they have; in words, not in numbers. */
export function narrateState(c: Chronicle): void {
  const counted = listCounted(c).slice(0, mostTold);
  const weighing = listWeighing(c).slice(0, mostTold);
  const shares = counted.length === 0 ? 'these rules keep no numbers for that' : counted.join(', ');
  const burden =
    weighing.length === 0 ? 'Nothing else weighs on you.' : `Weighing on you: ${weighing.join(', ')}.`;
  c.narratePlainly(`You take stock of yourself: ${shares}. ${burden}`);
}

function listCounted(c: Chronicle): readonly string[] {
  const fields = c.system.sheets.get('character')?.fields ?? [];
  return fields.flatMap(({ path, definition }) => {
    const value = readValue(c.world.player.sheet, path);
    if (definition.category !== 'resources' || !isObject(value)) return [];
    const [current, max] = [Number(value['current']), Number(value['max'])];
    if (!(max > 0) || Number.isNaN(current)) return [];
    return [`${definition.label.toLowerCase()} ${describeLevel(current, max)}`];
  });
}

function describeLevel(current: number, max: number): string {
  if (current <= 0) return 'gone';
  if (current >= max) return 'full';
  return current * 2 > max ? 'more than half' : 'half or less';
}

function listWeighing(c: Chronicle): readonly string[] {
  const { sheet } = c.world.player;
  const { conditions } = sheet;
  const named = (Array.isArray(conditions) ? conditions : []).flatMap((one) =>
    isObject(one) && typeof one['name'] === 'string' ? [one['name']] : [],
  );
  const fields = c.system.sheets.get('character')?.fields ?? [];
  const marked = fields.flatMap(({ path, definition }) =>
    definition.category === 'status' && readValue(sheet, path) === true
      ? [definition.label.toLowerCase()]
      : [],
  );
  return [...new Set([...named, ...marked])];
}

/**
 * Names those who are here, at most eight of them, and tells how the first two look; if nobody is here, says so. Does
 * nothing if this turn has named them already.
 */
export function narrateCompany(c: Chronicle): void {
  const names = c.world.listPresent().map((one) => {
    const role = c.findPerson(one)?.role;
    const name = renderNoun(c.nameNoun(one), 'a') ?? nameOf(one);
    return role === undefined || name.includes(role) ? name : `${name}, ${role}`;
  });
  if (names.length === 0) {
    c.narratePlainly('Nobody is here but yourself.');
    return;
  }
  if (c.text.includes('With you here:')) return;
  c.narratePlainly(`With you here: ${joinCompany(names.slice(0, 8))}.`);
  c.startParagraph();
  // These people are named already, so only how they look is left to tell.
  for (const one of c.world.listPresent().slice(0, 2)) narrateSeen(c, one);
}

/** If somebody's name contains a comma, the names are separated by semicolons. */
function joinCompany(names: readonly string[]): string {
  if (!names.some((name) => name.includes(', '))) return joinWords(names, 'and');
  const last = names.length > 1 ? ` and ${names.at(-1)}` : (names[0] ?? '');
  return `${names.slice(0, -1).join('; ')}${last}`;
}

/** Tells which ways are shut and which are open; false if there are no ways. */
export function narrateDoors(c: Chronicle): boolean {
  const ways = c.world.listOpenWays();
  if (ways.length === 0) return false;
  const shut = ways.filter(({ isLocked }) => isLocked).map((way) => nameWay(c, way));
  const open = ways.filter(({ isLocked }) => !isLocked).map((way) => nameWay(c, way));
  const told = [
    ...(shut.length === 0 ? [] : [`The way ${joinWords(shut, 'and')} is shut.`]),
    ...(open.length === 0 ? [] : [`The way ${joinWords(open, 'and')} is open.`]),
  ];
  c.narratePlainly(told.join(' '));
  return true;
}

const moods: Readonly<Record<number, string>> = {
  [-2]: 'means you no good',
  [-1]: 'is on guard against you',
  0: 'is neither for you nor against you',
  1: 'wishes you well',
  2: 'would do a good deal for you',
};

/** Tells how somebody feels about the player's character, as far as it shows. */
export function narrateMood(c: Chronicle, who: Entity): void {
  const mood = moods[Math.max(-2, Math.min(2, Math.round(readAttitude(who))))] ?? '';
  c.narratePlainly(`By every sign ${renderNoun(c.nameNoun(who), 'the') ?? nameOf(who)} ${mood}.`);
}

export function narrateOwnName(c: Chronicle): void {
  const about = readAbout(c.world.player);
  c.narratePlainly(`You are ${renderNamed(nameOf(c.world.player), about)}.`);
}

/**
 * Says whether the player's character has met the person named, that is, has been where this person is now; false if
 * nobody is named.
 */
export function narrateWhetherMet(c: Chronicle): boolean {
  const { heard } = c.intent;
  const who = findNamedPerson(c, heard, c.world.listOthers());
  if (who === undefined) return false;
  const at = c.world.find(readText(who, 'at'));
  const name = nameOf(who);
  const isHere = at?.id === c.world.here?.id;
  const isMet = isHere || at?.sheet['is_visited'] === true;
  const about = readAbout(who);
  const met = `You have met ${renderNamed(name, about)}.`;
  c.narratePlainly(isMet ? met : `You have not met ${name} yet.`);
  return true;
}
