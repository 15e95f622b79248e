// Answers questions about the place, other people or the person who is asked, if that person has no topic for the question.

import type { Entity } from '../values/entity.ts';
import { findAnswer } from './answers.ts';
import type { Chronicle } from './chronicle.ts';
import { completeSentence, joinWords, listSayings, readAbout, renderCapital } from './describe.ts';
import { findNamedPerson, findRoutePath, listNameWords } from './find-referent.ts';
import { followUp } from './follow-up-words.ts';
import { renderNoun } from './noun.ts';
import { readPut } from './read-put.ts';
import { countShared, findSentence, listContent } from './record.ts';
import { findTopic, listOffers } from './topics.ts';
import { isGone, nameOf, readText } from './world.ts';

const ofThemselves = / (?:you|your|yours|yourself|he|she|his|her|him|they|their) /;

/** Words for what can be seen of somebody. */
const seenOfThem =
  / (?:doing|wearing|wear|holding|hold|carrying|mending|making|eating|reading|oiling|hands?|face|clothes|belt|neck|eyes|hair|beard|coat|hat) /;

/** What is asked, without the words of the person's own name. */
function listAskedWords(c: Chronicle, who: Entity): readonly string[] {
  const own = new Set(listNameWords(nameOf(who)));
  return listContent(c.intent.rest).filter((word) => !own.has(word));
}

/**
 * Tells something that this person says, or is seen with, if it contains enough words of the question; false if nothing
 * does.
 */
export function narrateOwnWords(c: Chronicle, who: Entity): boolean {
  const person = c.findPerson(who);
  const words = listAskedWords(c, who);
  if (person === undefined || words.length === 0) return false;
  const { small, look, idle } = person;
  const said = small.map((line) => ({ line, text: listQuotes(line) }));
  const isOfReasons = / (?:why|how|when|where|what time) /.test(c.intent.rest);
  const seen =
    ofThemselves.test(c.intent.heard) && seenOfThem.test(c.intent.heard) && !isOfReasons
      ? [...look, ...idle].map((line) => ({ line, text: line }))
      : [];
  const scored = [...said, ...seen].map(({ line, text }) => ({ line, weight: countShared(text, words) }));
  const [best] = scored.toSorted((one, other) => other.weight - one.weight);
  // To answer "why", "how", "when" or "where", a sentence needs all words of the question; to answer anything else,
  // two of them, or the only one.
  const needed = isOfReasons ? words.length : Math.min(2, words.length);
  if (best === undefined || best.weight < needed) return false;
  return c.narrateOneOf([best.line], `own/${person.name}`, { who: c.nameNoun(who) });
}

function listQuotes(line: string): string {
  return line
    .split(/["“”]/)
    .filter((_, at) => at % 2 === 1)
    .join(' ');
}

/**
 * Tells of somebody else who is asked about: who they are and, if they are elsewhere and the whole route is open, where
 * they are. False if the question names nobody else.
 */
export function narrateOther(c: Chronicle, who: Entity): boolean {
  const others = c.world.listOthers().filter(({ id }) => id !== who.id);
  const { rest } = c.intent;
  const asked = rest.split(/ about /).at(-1) ?? rest;
  // If the person asked is a captain, "captain" does not mean another captain.
  const own = new Set(listNameWords(nameOf(who)));
  const stripOwn = (words: string) =>
    ` ${words
      .split(' ')
      .filter((word) => word !== '' && !own.has(word))
      .join(' ')} `;
  const other = findNamedPerson(c, stripOwn(asked), others) ?? findNamedPerson(c, stripOwn(rest), others);
  if (other === undefined) return false;
  const speaker = renderNoun(c.nameNoun(who), 'the') ?? nameOf(who);
  const about = describeOther(c, other);
  const name = nameOf(other);
  c.narrateText(`"${renderCapital(name)}?" says ${speaker}. "${completeSentence(about)}"`);
  if (isPresent(c, other)) return c.hasSpoken;
  const place = c.world.find(readText(other, 'at'));
  const path = place === undefined ? [] : findRoutePath(c.world, place.id);
  const isOpen = path.length > 0 && path.every(({ isLocked }) => !isLocked) && !isGone(other);
  if (isOpen && place !== undefined)
    c.narrate('ask-pointer', { who: c.nameNoun(who), other: c.nameNoun(other), place: c.nameNoun(place) });
  return c.hasSpoken;
}

/** Words that say who somebody is, right after the name at the beginning of a description. */
const appositive = /^(?:, | is | was )((?:a|an|the|one) [^,;:.!?—]+|\p{Lu}[^,;:.!?—]+)/u;
const thirdPerson = /\b(?:he|she|they|him|her|his|hers|their|them|himself|herself|themselves)\b/iu;

/** Lets this person say who they are; false if the text about them does not say it in a few words. */
export function narrateSelf(c: Chronicle, who: Entity): boolean {
  const name = nameOf(who);
  const about = readAbout(who);
  const told = about.startsWith(name) ? appositive.exec(about.slice(name.length))?.[1]?.trim() : undefined;
  if (told === undefined || thirdPerson.test(told)) return false;
  const speaker = renderNoun(c.nameNoun(who), 'short') ?? name;
  return c.narrateText(`"I am ${name}, ${told}," says ${speaker}.`);
}

function isPresent(c: Chronicle, other: Entity): boolean {
  return readText(other, 'at') === c.world.here?.id;
}

/**
 * Describes another person: by what is told of them if the player's character has met them, otherwise by their role. If
 * one of the two is missing, by the other.
 */
function describeOther(c: Chronicle, other: Entity): string {
  const at = c.world.find(readText(other, 'at'));
  const isMet = isPresent(c, other) || at?.sheet['is_visited'] === true;
  const about = readAbout(other);
  const role = c.findPerson(other)?.role;
  const known = isMet && about !== '' ? about : (role ?? about);
  const text = known === '' ? 'I know the name, and not much else' : known;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * Lets this person show a thing of the place that the question is about; false if the question is about no such thing.
 */
export function narrateShown(c: Chronicle, who: Entity): boolean {
  const { here } = c.world;
  if (here === undefined) return false;
  const words = listAskedWords(c, who);
  if (!/ (?:what|where|which) (?:is|are) | about | see /.test(c.intent.heard)) return false;
  if (/ (?:you|your|yours) /.test(c.intent.heard)) return false;
  const saying = findSentence(listSayings(c, here), words);
  const speaker = renderNoun(c.nameNoun(who), 'short') ?? nameOf(who);
  if (saying === undefined || !isCounted(c.intent.heard, saying)) return false;
  c.narratePlainly(`"That is soon seen," says ${speaker}, and points. ${completeSentence(saying)}`);
  return true;
}

/**
 * Repeats what this person said not long ago, if that contains the words of the question; false if it does not.
 */
function narrateSaidBefore(c: Chronicle, who: Entity): boolean {
  const person = c.findPerson(who);
  const words = listAskedWords(c, who);
  if (person === undefined || words.length === 0) return false;
  const lines = [
    ...person.small,
    ...person.greet,
    ...person.secret,
    ...person.topics.flatMap(({ say }) => say),
  ];
  const told = lines.filter((line) => c.recent.slice(-4).some((text) => text.includes(line)));
  const needed = words.length;
  const scored = told
    .flatMap(listSpeech)
    .map((text) => ({ text, weight: countShared(text, words) }))
    .filter(({ weight }) => weight >= needed);
  const [best] = scored.toSorted((one, other) => other.weight - one.weight);
  if (best === undefined || c.text.includes(best.text)) return false;
  const speaker = renderNoun(c.nameNoun(who), 'the') ?? nameOf(who);
  c.narratePlainly(
    `"I've said what I know of that," says ${speaker}. "${completeSentence(best.text.replace(/[,;:]$/, ''))}"`,
  );
  return true;
}

function listSpeech(line: string): readonly string[] {
  const quoted = line.split(/["“”]/).filter((_, at) => at % 2 === 1);
  return quoted.flatMap((text) => text.split(/(?<=[.!?…])\s+/u)).filter((text) => text.length > 3);
}

/**
 * Names somebody else who is known to speak of what is asked, and where they are. False if there is nobody, if no open
 * way leads to them, if the question is about the person asked, or if somebody has already said that they do not know.
 */
function narrateHelper(c: Chronicle, who: Entity): boolean {
  const isKnown = (other: Entity) =>
    findAnswer(c, other, readPut(c, who)) !== undefined || findTopic(c, other) !== undefined;
  const others = c.world
    .listOthers()
    .filter((one) => one.id !== who.id && one.type === 'npc' && !isGone(one));
  const other = others.find((one) => isPresent(c, one) && isKnown(one)) ?? others.find(isKnown);
  if (other === undefined || c.happened.hasShrugged || / (?:you|your) /.test(c.intent.heard)) return false;
  const slots = { who: c.nameNoun(who), other: c.nameNoun(other) };
  if (isPresent(c, other)) return c.narrate('ask-beside', slots);
  const place = c.world.find(readText(other, 'at'));
  const path = place === undefined ? [] : findRoutePath(c.world, place.id);
  const isOpen = path.length > 0 && path.every(({ isLocked }) => !isLocked);
  return isOpen && place !== undefined && c.narrate('ask-pointer', { ...slots, place: c.nameNoun(place) });
}

/**
 * Answers a question to which this person has no other answer: they repeat what they said lately, or name somebody who
 * knows. If they can do neither, they say that they do not know, and may offer other topics.
 */
export function narrateUnknown(c: Chronicle, who: Entity): void {
  const slots = { who: c.nameNoun(who) };
  if (narrateSaidBefore(c, who) || narrateHelper(c, who)) return;
  // It is enough if people say once in a turn that they do not know.
  if (c.happened.hasShrugged) {
    c.narrate('no-more', slots);
    return;
  }
  c.happened.hasShrugged = true;
  const own = c.findPerson(who)?.smallTalk?.unknown ?? [];
  if (!c.narrateOneOf(own, `unknown/${nameOf(who)}`, slots) && !c.narrate('unknown-what', slots))
    c.narrate('ask-unknown', slots);
  const isOffered = [c.text, ...c.recent].some((text) => /sk me about|can tell you of/.test(text));
  const offers = isOffered || followUp.test(c.intent.heard) ? [] : listOffers(c, who);
  if (offers.length > 0) c.narrate('offers', { ...slots, things: joinWords(offers, 'or') });
}

const numbers =
  / (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand|few|many|every|all) /;

/** If the question asks how many there are, only a sentence with a number is an answer. */
function isCounted(heard: string, saying: string): boolean {
  return !/ how many /.test(heard) || numbers.test(` ${saying.toLowerCase()} `);
}
