// Topics: finds which topic of a person the player's words ask for, and which lines of it answer them.

import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { findNamedPerson, isNamedIn, listNameWords } from './find-referent.ts';
import type { Topic } from './frame.ts';
import { smallWords } from './grammar.ts';
import { renderNoun } from './noun.ts';
import { countShared, listContent } from './record.ts';
import { isSame, nameOf } from './world.ts';

/**
 * Words of a topic that may be in any question, such as "happened": they mean the topic only if the question names
 * nothing else.
 */
const vague = new Set(smallWords.vague);

/** The topic that the words ask for: by a word of the topic, or by a vague word if they name nothing else. */
export function findTopic(c: Chronicle, who: Entity): Topic | undefined {
  const { rest } = c.intent;
  // Topics do not answer a question that asks for a measure, for what will or would happen, or for a choice.
  if (
    / how (?:many|much|old|long|far|big|tall|often) | what (?:if|will|would|happens) | which one /.test(rest)
  )
    return undefined;
  const own = new Set(listNameWords(nameOf(who)));
  // If the person has written answers, no topic answers a question that asks for a time or a place: a written answer
  // does, or the person does not know.
  const isExact = / (?:when|where|what time|since when) /.test(rest) && !/ about /.test(rest);
  if (isExact && (c.findPerson(who)?.answers.length ?? 0) > 0) return undefined;
  const asked = rest.split(/ about /).at(-1) ?? '';
  const heard = ` ${asked.trim()} `;
  const isHeard = (word: string) =>
    !own.has(word) && listForms(word).some((form) => heard.includes(` ${form} `));
  const topics = c.findPerson(who)?.topics ?? [];
  const known = new Set(topics.flatMap(({ words }) => words));
  const isElsewhere = listContent(heard).some((word) => !known.has(word) && !own.has(word));
  const other = findNamedPerson(
    c,
    heard,
    c.world.listOthers().filter(({ id }) => id !== who.id),
  );
  const isOfOther =
    other !== undefined && !topics.some(({ words }) => words.some((word) => isOf(other, word)));
  const isAbout = / about /.test(rest);
  const scoreTopic = (topic: Topic) => {
    const { words } = topic;
    const sure = words.filter((word) => !vague.has(word) && isHeard(word)).length;
    if (sure > 0 && !isAbout && !isAnswer(topic, heard)) return 0;
    if (sure > 0) return 10 * sure + words.filter(isHeard).length;
    return isElsewhere || isOfOther ? 0 : words.filter(isHeard).length;
  };
  const weighed = topics.map((topic) => ({ topic, weight: scoreTopic(topic) }));
  const [best] = weighed.filter(({ weight }) => weight > 0).sort((one, next) => next.weight - one.weight);
  return best?.topic;
}

/** Whether a topic contains enough words of a question to be an answer to it. */
function isAnswer({ words, say }: Topic, heard: string): boolean {
  const asked = listContent(heard);
  return asked.length === 0 || countShared([...words, ...say].join(' '), asked) * 2 >= asked.length;
}

function isOf(other: Entity, word: string): boolean {
  return listNameWords(nameOf(other)).includes(word);
}

function listForms(word: string): readonly string[] {
  return [word, `${word}s`, word.replace(/s$/, '')];
}

/** The lines of a topic that share the most words with the question; all lines if none shares a word. */
export function listSayingsOf({ say }: Topic, asked: string): readonly string[] {
  const words = listContent(asked);
  const most = Math.max(...say.map((line) => countShared(line, words)));
  return most === 0 ? say : say.filter((line) => countShared(line, words) === most);
}

export function isUntold(c: Chronicle, who: Entity, { say, gives }: Topic): boolean {
  if (gives !== undefined && !c.world.listHeldBy(who).some(({ name }) => isSame(name, gives))) return false;
  return say.some((line) => !c.recent.some((text) => text.includes(line)) && !c.text.includes(line));
}

/** Whether somebody said any line of the topic lately. */
export function isToldInPart(c: Chronicle, { say }: Topic): boolean {
  return say.some((line) => c.recent.some((text) => text.includes(line)));
}

/**
 * Topics about which this person could still be asked, each with its name. Leaves out topics that would name somebody
 * of whom the player has not heard.
 */
export function listUntold(c: Chronicle, who: Entity): readonly (Topic & { readonly name: string })[] {
  return (c.findPerson(who)?.topics ?? []).flatMap((topic) => {
    const name = isUntold(c, who, topic) ? nameTopic(c, topic) : undefined;
    return name === undefined ? [] : { ...topic, name };
  });
}

/**
 * How a topic is named: by the name of a person whose name contains the topic's first word, or else by "the" and this
 * word. Undefined if the player has not heard of that person.
 */
function nameTopic(c: Chronicle, { words: [word = ''] }: Topic): string | undefined {
  const known = c.world.listOthers().find((one) => listNameWords(nameOf(one)).includes(word));
  if (known === undefined) return `the ${word}`;
  return isHeardOf(c, known) ? (renderNoun(c.nameNoun(known), 'the') ?? nameOf(known)) : undefined;
}

/**
 * Whether somebody is here or was met, or was named lately, in the opening, or in the text of a quest that the player
 * has seen. Words that are also in the name of somebody who was met do not count, unless the name has no others.
 */
function isHeardOf(c: Chronicle, one: Entity): boolean {
  if (isMet(c, one)) return true;
  const known = c.world.listOthers().filter((other) => other.id !== one.id && isMet(c, other));
  const shared = new Set(known.flatMap((other) => listNameWords(nameOf(other))));
  const own = listNameWords(nameOf(one)).filter((word) => !shared.has(word));
  const texts = [
    ...c.recent,
    c.text,
    ...c.world.list('quest').flatMap(listRead),
    ...(c.scenario?.opening ?? []),
  ];
  return isNamedIn(texts, own.length === 0 ? nameOf(one) : own.join(' '));
}

function isMet({ world }: Chronicle, { sheet: { at } }: Entity): boolean {
  const place = typeof at === 'string' ? world.find(at) : undefined;
  return place !== undefined && (place.id === world.here?.id || place.sheet['is_visited'] === true);
}

/**
 * The texts of a quest that the player is certain to see. Open steps are not among them: one that names somebody of
 * whom the player was not told is hidden.
 */
function listRead({ sheet: { name, about, steps } }: Entity): readonly string[] {
  const done = (Array.isArray(steps) ? steps : []).filter(
    (step) => isObject(step) && step['is_done'] === true,
  );
  return [name, about, ...done.map((step) => Object(step)['name'])].filter(
    (text) => typeof text === 'string',
  );
}

/**
 * The names of at most two topics about which this person could still be asked, leaving out what was asked just now.
 */
export function listOffers(c: Chronicle, who: Entity): readonly string[] {
  const asked = listContent(c.intent.heard);
  const isAsked = ({ words }: Topic) => countShared(words.join(' '), asked) > 0;
  return listUntold(c, who)
    .filter((topic) => !isAsked(topic))
    .slice(0, 2)
    .map(({ name }) => name);
}
