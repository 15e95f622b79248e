// Audits what a telling does with things: taken, given, eaten or kept, whatever they are called.

import type { NarrativeFlag } from './audit-flag.ts';
import { toBase } from './base-form.ts';
import { isHeld, isNamed, isSeat } from './held-things.ts';
import { type Clause, isDenied, toSingular } from './read-clauses.ts';
import { isFormOf, isOfClass } from './structure/word-classes.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import { splitWords, type TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';

export function auditObjects(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const gained = findGrabbed(told, index) ?? findShown(told, index) ?? findHanded(clause);
    const isFree = gained !== undefined && !isHeld(told.facts, gained) && !isOther(told.facts, gained);
    const says = isFree
      ? `No call gave it (${gained}) to the character.`
      : (findConsumed(told, index) ?? findStillHad(told, clause) ?? findReturned(told, index));
    return says === undefined ? [] : [buildFlag(told, clause, { says, kind: 'item' })];
  });
}

/** People, places and what is counted on the sheet are no things. */
function isOther({ people, places, counted }: TurnFacts, thing: string): boolean {
  const names = [
    ...people.flatMap(({ names: own }) => own.flat()),
    ...places.flatMap(({ name }) => splitWords(name)),
  ];
  return names.includes(thing) || counted.has(toSingular(thing));
}

/** "You pocket the seal", "and tuck the scrap into your belt". */
function findGrabbed(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const { words } = clause;
  const verb = words.findIndex(
    ({ base }, at) => isFormOf('grabbing', base) && isVerb(words, at) && !isDenied(clause, at),
  );
  return verb < 0
    ? undefined
    : findObject(words, verb + (/^(?:up|away)$/.test(words[verb + 1]?.text ?? '') ? 2 : 1));
}

const articles = /^(?:the|an?|that|this|his|her|their|its|another|one|some|two|three|both)$/;

function isVerb(words: readonly Word[], at: number): boolean {
  return !/^(?:the|an?|your|his|her|its|their|my|of|to|in|from|at|into)$/.test(words[at - 1]?.text ?? '');
}

const ends =
  /^(?:on|in|into|to|at|with|from|by|for|over|under|through|off|and|of|too|as|that|which|while|up|down|out|away|before|after|where|when|behind|inside|between|against|without|like|back|across|along|toward|towards|round|around|past|near|beneath|onto|is|are|was|were|together)$/;

const measures = /^(?:minus|plus|minutes?|hours?|moments?|seconds?|days?|points?|marks?|rest|while)$/;

/** The noun of an object with an article; what can be no thing that is carried is none. */
function findObject(words: readonly Word[], from: number): string | undefined {
  if (!articles.test(words[from]?.text ?? '')) return undefined;
  const end = words.findIndex(({ text }, at) => at > from && ends.test(text));
  const at = (end < 0 ? words.length : end) - 1;
  const noun = words[at];
  if (
    noun === undefined ||
    at <= from ||
    at - from > 5 ||
    noun.isCapital ||
    /^\d/.test(noun.text) ||
    measures.test(noun.text) ||
    isOfClass('unthings', noun.text) ||
    isOfClass('bodyParts', noun.text)
  )
    return undefined;
  return /(?:ing|ly|ness|ment|tion)$/.test(noun.text) ? undefined : noun.text;
}

const showing = /^(?:is|are|was|were|lies|lay|hangs|hung|sits|sat|stands|stood)$/;

/** "There is a tag behind the bracket. You take the tag." */
function findShown(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const verb = clause.words.findIndex(
    ({ base }, at) => base === toBase('take') && isVerb(clause.words, at) && !isDenied(clause, at),
  );
  if (verb < 0 || clause.words.length > verb + 5) return undefined;
  const taken = findObject(clause.words, verb + 1);
  if (taken === undefined) return undefined;
  const isIntroduced = told.clauses.slice(Math.max(0, index - 3), index).some(({ words }) => {
    const at = words.findIndex(({ text }) => text === taken);
    return (
      at > 0 &&
      words.slice(0, at).some(({ text }) => /^(?:an?|one)$/.test(text)) &&
      words.slice(0, at).some(({ text }) => showing.test(text))
    );
  });
  return isIntroduced ? taken : undefined;
}

/** What the dice, a clock or the weather gives is no thing. */
const lifeless =
  /^(?:dice|die|rolls?|throw|clock|bells?|luck|fate|chance|day|night|snow|rain|wind|cold|light|dark|fire|pain|fear|silence)$/;

/** "He gives you a mallet", "she presses a scrap of lace into your hand". */
function findHanded(clause: Clause): string | undefined {
  const { words } = clause;
  const verb = words.findIndex(({ base }, at) => isFormOf('handing', base) && isVerb(words, at));
  const isByNobody = words.slice(0, verb).some(({ text }) => lifeless.test(text));
  if (
    verb < 1 ||
    isByNobody ||
    isSeat(words.slice(verb + 2)) ||
    isDenied(clause, verb) ||
    words.slice(0, verb).some(({ text }) => text === 'you')
  )
    return undefined;
  if (words[verb + 1]?.text === 'you') return findObject(words, verb + 2);
  if (/^(?:it|them)$/.test(words[verb + 1]?.text ?? '') && words[verb + 3]?.text === 'you')
    return findAhead(words, verb);
  const isIntoHand = words
    .slice(verb + 2)
    .some(
      ({ text }, at, rest) => /^(?:into|to)$/.test(text) && /^(?:you|your)$/.test(rest[at + 1]?.text ?? ''),
    );
  return isIntoHand ? findObject(words, verb + 1) : undefined;
}

/** "He unhooks the key from his cord and gives it to you": the first object ahead in the clause. */
function findAhead(words: readonly Word[], verb: number): string | undefined {
  const article = words.slice(0, verb).findIndex(({ text }, at) => at > 0 && articles.test(text));
  return article < 0 ? undefined : findObject(words, article);
}

/** "You eat the pie", where it lies there still, or is in the character's bag as before. */
function findConsumed(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  const { facts } = told;
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const { words } = clause;
  const verb = words.findIndex(
    ({ base }, at) => isFormOf('consuming', base) && isVerb(words, at) && !isDenied(clause, at),
  );
  if (verb < 0) return undefined;
  const object = words.slice(verb + 1, verb + 6).map(({ text }) => text);
  const thing = [...facts.known, ...facts.kept].find((name) =>
    object.includes(splitWords(name.split(/,| of /i)[0] ?? '').at(-1) ?? ''),
  );
  const isDone =
    facts.done.some(
      ({ tool, given }) =>
        tool === 'item_remove' && isNamed(given['item'], splitWords(thing ?? '').at(-1) ?? ''),
    ) || facts.done.some(({ given }) => /supply|ration/i.test(String(given['path'] ?? '')));
  return thing === undefined || isDone ? undefined : `No call used up ${thing}.`;
}

/** "Then gives it back to you", where a call took it away. */
function findReturned({ facts, clauses }: Told, index: number): string | undefined {
  const clause = clauses[index];
  const lost = facts.held.find((name) => !facts.kept.includes(name));
  if (clause === undefined || lost === undefined) return undefined;
  const { words } = clause;
  const verb = words.findIndex(({ base }, at) => isFormOf('handing', base) && isVerb(words, at));
  const rest = words.slice(verb + 1, verb + 6).map(({ text }) => text);
  if (verb < 0 || isDenied(clause, verb) || !rest.includes('back') || !rest.includes('you')) return undefined;
  const noun = splitWords(lost.split(/,| of /i)[0] ?? '').at(-1) ?? '';
  const near = clauses.slice(Math.max(0, index - 3), index + 1).flatMap((one) => one.words);
  return near.some(({ text }) => text === noun) ? `A call took ${lost} from the character.` : undefined;
}

const still = /^(?:still|yet)$/;

/** "So the cup stays with you", "you still have the cup", where a call took it. */
function findStillHad({ facts }: Told, clause: Clause): string | undefined {
  const { words } = clause;
  const lost = facts.held.find(
    (name) =>
      !facts.kept.includes(name) &&
      words.some(({ text }) => text === splitWords(name.split(/,| of /i)[0] ?? '').at(-1)),
  );
  if (lost === undefined || clause.negators.length > 0) return undefined;
  const texts = words.map(({ text }) => text);
  const isWithYou =
    texts.some(
      (text, at) => (text === 'with' || text === 'by' || text === 'on') && texts[at + 1] === 'you',
    ) || texts.some((text) => /^yours?$/.test(text));
  const stays = words.findIndex(({ base }) => isFormOf('keeping', base));
  const has = texts.some(
    (text, at) =>
      still.test(text) && /^(?:has|have|had|hold|holds|keep|keeps|carry|carries)$/.test(texts[at + 1] ?? ''),
  );
  const isAbout =
    texts.some((text) => still.test(text)) &&
    texts.some((text) => /^(?:is|are|was|were|hangs|hung)$/.test(text)) &&
    texts.includes('your');
  const isKept = has || isAbout || (stays >= 0 && isWithYou && clause.doubtAt > stays);
  return isKept ? `A call took ${lost} from the character.` : undefined;
}
