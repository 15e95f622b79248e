// Tells whether a person or thing that the words name is here, by what the game has recorded and never by chance.

import type { Chronicle } from './chronicle.ts';
import { completeSentence, joinWords, listSayings, renderCapital } from './describe.ts';
import { findAbsent, findNamedPerson, findThing } from './find-referent.ts';
import { smallWords } from './grammar.ts';
import { renderNoun } from './noun.ts';
import { countShared } from './record.ts';
import { nameOf, type Thing } from './world.ts';

const lead = /^ (?:is|are) (?:there )?/;
const tail =
  / (?:(?:anywhere|somewhere) )?(?:here|around|nearby|present|about|in sight|to be seen|in here) $/;
const article = /^(?:the|an?|any|some|my|that|this|another|also) /;
/**
 * The most words that each thing in the question may have, such as `big old iron key`. A question with a longer part
 * asks how something is, not whether it is here.
 */
const mostWords = 4;

/**
 * Tells of each thing or person in the question whether it is here; false if the question seems to ask something else.
 */
export function narratePresence(c: Chronicle): boolean {
  const { heard } = c.intent;
  const parts = heard
    .replace(lead, ' ')
    .replace(tail, ' ')
    .trim()
    .split(/ (?:or|and|nor) /)
    .map((part) => part.replace(article, ''));
  const nouns = parts.map((part) => part.split(' ').at(-1) ?? '');
  const isNamed = parts.every((part) => part !== '' && part.split(' ').length <= mostWords);
  if (!isNamed || nouns.some(isEverywhere)) return false;
  const told = nouns.map((noun) => describePresent(c, noun));
  const isAsked = / (?:there|anywhere|somewhere) /.test(heard) || parts.length > 1;
  if (!isAsked && told.every((one) => one === undefined)) return false;
  for (const text of new Set(told)) if (text !== undefined) c.narratePlainly(text);
  const lacking = nouns.filter((_, at) => told[at] === undefined);
  if (lacking.length > 0) c.narratePlainly(`You see no ${joinWords(lacking, 'or')} here.`);
  return true;
}

function isEverywhere(noun: string): boolean {
  return smallWords.everywhere.includes(noun) || smallWords.wide.includes(noun);
}

function describePresent(c: Chronicle, noun: string): string | undefined {
  const { world } = c;
  const named = ` the ${noun} `;
  const present = world.listPresent();
  const who = findNamedPerson(c, named, present);
  if (who !== undefined) return `${nameOf(who)} is here, in plain sight.`;
  const own = findThing(named, world.listHeldBy(world.player));
  if (own !== undefined) return `You have ${renderThing(c, own)} with you.`;
  const lying = findThing(named, world.listLying());
  if (lying !== undefined) return completeSentence(`${renderCapital(renderThing(c, lying))} lies here`);
  for (const one of present) {
    const held = findThing(named, world.listHeldBy(one));
    if (held !== undefined) return `${nameOf(one)} has ${renderThing(c, held)}.`;
  }
  return describeWritten(c, noun) ?? describeAbsent(c, named);
}

/**
 * The first line about the thing in the text of the place, or in the looks of somebody here; undefined if there is
 * none.
 */
function describeWritten(c: Chronicle, noun: string): string | undefined {
  const { here } = c.world;
  const theirs = c.world.listPresent().flatMap((one) => c.findPerson(one)?.look ?? []);
  const lines = [...(here === undefined ? [] : listSayings(c, here)), ...theirs];
  const line = lines.find((one) => !one.includes('{') && countShared(one, [noun]) > 0);
  return line === undefined ? undefined : completeSentence(line);
}

function describeAbsent(c: Chronicle, named: string): string | undefined {
  const absent = findAbsent(c, named);
  return absent === undefined ? undefined : `${nameOf(absent)} is not here.`;
}

function renderThing(c: Chronicle, { name }: Thing): string {
  return renderNoun(c.nameItem(name), 'the') ?? name;
}
