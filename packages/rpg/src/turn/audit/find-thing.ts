// Finds the things that a clause gives to the player's character, and whether the character has them.

import { listBases } from './base-form.ts';
import { listNamed } from './find-person.ts';
import { isSeat } from './held-things.ts';
import { type Clause, findPhrase, isDenied, listSentenceOf, toSingular } from './read-clauses.ts';
import { isOfPlayer, type Told } from './told.ts';
import { splitWords, type TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';
import portableThings from './words/portable-things.json' with { type: 'json' };

const portable = new Set(portableThings);

/** Verbs whose subject gets a thing that can be carried. */
const getting = listBases(
  'pocket take grab snatch steal swipe receive acquire gain collect pick tuck stow filch',
);
/** Verbs after which the subject always has the object, whatever it is. */
const pocketing = listBases('pocket filch steal swipe acquire');
const giving = listBases('give hand press pass toss throw slide slip lend thrust');
const putting = listBases('put drop lay place push tuck press set');
const handling = new Set([...getting, ...giving, ...putting]);
const inHand = new Set(['hand', 'hands', 'palm', 'lap', 'arms']);
const keeping = new Set(
  'pocket pockets pack bag purse belt sleeve coat cloak satchel pouch palm fist boot jacket shirt hat band pouch rucksack knapsack'.split(
    ' ',
  ),
);
const owners = /^(?:your|her|his|their)$/;
const determining = /^(?:the|an?|your|his|her|its|their|my|one|this|that|each|of|no|to)$/;

/** The noun for a thing that the character gets in this clause. */
export function findGained(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || isRecalled(told, index)) return undefined;
  const thing =
    findTaken(told, index) ?? findGiven(told, index) ?? findKept(told, index) ?? findWorn(told, index);
  return thing === undefined || isConsumed(told, index, thing) ? undefined : thing;
}

const consuming = listBases('eat drink swallow sip devour chew drain');

/** Whether the thing is eaten or drunk in the same sentence: "you take the bread and eat it". */
function isConsumed({ clauses }: Told, index: number, thing: string): boolean {
  const words = listSentenceOf(clauses, index).flatMap((clause) => clause.words);
  const at = words.findIndex(({ base }) => consuming.has(base));
  const object = at < 0 ? [] : words.slice(at + 1, at + 4).map(({ text }) => toSingular(text));
  return object.some((text) => text === 'it' || text === 'them' || text === thing);
}

const wearing = listBases('hang loop slip put clasp fasten buckle sling tie pull draw');
const worn = /^(?:necks?|throat|wrists?|waist|shoulders?|fingers?|head)$/;
/** "It" may mean a thing named up to this many clauses before. */
const clausesBefore = 4;

/** The thing that the character puts on: "you hang it round your own neck". */
function findWorn(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const { words } = clause;
  const verb = findVerb(clause, wearing);
  const place = words.findIndex(
    ({ text }, at) =>
      at > verb && worn.test(text) && words.slice(at - 2, at).some((before) => before.text === 'your'),
  );
  if (verb < 0 || place < 0 || isOthersDeed(told, words, verb)) return undefined;
  const thing = findThing(told.facts, words, { from: verb + 1, isLoose: true });
  if (thing !== undefined || words[verb + 1]?.text !== 'it') return thing;
  return told.clauses
    .slice(Math.max(0, index - clausesBefore), index)
    .map((one) => findThing(told.facts, one.words, { from: 0, isLoose: true, isAnywhere: true }))
    .findLast((one) => one !== undefined);
}

const earlier = /^(?:ago|once|yesterday|formerly)$/;
const times =
  /^(?:nights?|days?|mornings?|evenings?|winters?|summers?|autumns?|springs?|years?|weeks?|months?)$/;

/**
 * Whether the sentence tells of an earlier time: "it gave you its coat, one night", or a past form where the telling is
 * in the present tense.
 */
function isRecalled({ clauses, isPresent }: Told, index: number): boolean {
  const words = clauses[index]?.words ?? [];
  const isTimed = listSentenceOf(clauses, index)
    .flatMap((clause) => clause.words)
    .some(
      ({ text }, at, all) =>
        earlier.test(text) ||
        (times.test(text) && /^(?:one|last|that|those|another)$/.test(all[at - 1]?.text ?? '')),
    );
  const done = words.findIndex(({ base }) => handling.has(base));
  if (done < 0) return false;
  return (isTimed || isPresent) && isPastForm(words[done]) && !isPerfect(words, done);
}

/** Whether the verb can only be past, like "gave" and "handed"; "put" could be either. */
export function isPastForm(word: Word | undefined): boolean {
  if (word === undefined || /(?:s|ing)$/.test(word.text)) return false;
  return word.text.endsWith('ed') || !word.text.startsWith(word.base);
}

/** Whether the verb is in the perfect tense: "you have taken", "he has just handed". */
function isPerfect(words: readonly Word[], at: number): boolean {
  return words.slice(Math.max(0, at - 3), at).some(({ text }) => text === 'have' || text === 'has');
}

function findTaken(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const { words } = clause;
  const having = findPhrase(words, ['now', 'have']);
  const verb = having < 0 || isDenied(clause, having) ? findVerb(clause, getting) : having + 1;
  const word = words[verb];
  if (verb >= 0 && (isOthersDeed(told, words, verb) || isPutBack(words))) return undefined;
  if (verb < 0 || word === undefined || (words[0]?.text === 'with' && word.text.endsWith('ing')))
    return undefined;
  return (
    findThing(told.facts, words, { from: verb + 1, isLoose: true }) ??
    (pocketing.has(word.base) ? findNoun(words, verb + 1) : undefined)
  );
}

/**
 * Whether somebody else is the subject of the verb in a clause that is also about the player's character: "by the time
 * you have given your name he has taken his cap off".
 */
function isOthersDeed({ isThird, facts }: Told, words: readonly Word[], verb: number): boolean {
  if (isThird) return false;
  const helpers = words
    .slice(0, verb)
    .toReversed()
    .findIndex(({ text }) => !helping.test(text));
  const subject = words[verb - 1 - helpers];
  if (helpers < 0 || subject === undefined) return false;
  if (/^(?:he|she|they|it|who|i)$/.test(subject.text)) return true;
  return listNamed({ words: [subject] }, facts).some(({ person }) => !person.isPlayer);
}

const helping = /^(?:has|have|had|is|are|was|were|will|just|also|then|already|still|even|now|\w+ly)$/;

/** Whether something is put where it was before, as in "back into your pack". */
function isPutBack(words: readonly Word[]): boolean {
  const at = findKeeping(words, /^(?:in|into|inside|to|under|up)$/);
  return at >= 0 && words.slice(Math.max(0, at - 4), at - 2).some(({ text }) => text === 'back');
}

/**
 * The position of the first of these verbs that is not denied, not a noun, and not a participle that only describes; -1
 * if there is none.
 */
function findVerb(clause: Clause, verbs: ReadonlySet<string>): number {
  const { words } = clause;
  return words.findIndex(
    ({ base }, index) =>
      verbs.has(base) &&
      !determining.test(words[index - 1]?.text ?? '') &&
      !isDescribing(words, index) &&
      !isDenied(clause, index),
  );
}

/** In "a family gathered beneath a lamp" nobody gathers anything. */
function isDescribing(words: readonly Word[], index: number): boolean {
  const [before, word] = [words[index - 1], words[index]];
  if (before === undefined || word?.text.endsWith('ed') !== true) return false;
  return (
    !before.isCapital && !/^(?:you|he|she|they|and|then|have|has|had|just|also|\w+ly)$/.test(before.text)
  );
}

/** The thing that somebody gives the player's character, as in "she presses a key into your palm". */
function findGiven(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined) return undefined;
  const { words } = clause;
  const verb = findVerb(clause, giving);
  const put = findVerb(clause, putting);
  const hand = findKeeping(words, /^(?:in|into|on|to)$/, { places: inHand, isOwner: findOwner(told) });
  if (put >= 0 && hand > put) return findThing(told.facts, words, { from: put + 1, isLoose: false });
  const isToYou = words.slice(verb + 1).some(({ text }) => text === 'you' || text === 'your');
  return verb >= 0 && isToYou && !isSeat(words.slice(verb + 1))
    ? findThing(told.facts, words, { from: verb + 1, isLoose: false })
    : undefined;
}

/** The thing that goes into a pocket, a belt or a bag, as in "a key goes into your pocket". */
function findKept(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined) return undefined;
  const { words } = clause;
  const at = findKeeping(words, /^(?:into|inside|up|under|to)$/, { isOwner: findOwner(told) });
  return at < 0 || isDenied(clause, at) || isPutBack(words)
    ? undefined
    : findThing(told.facts, words, { from: 0, isLoose: false });
}

/** Whether the word is the possessive of a name: "into Corrin's pocket". */
function isOwnName(word: Word): boolean {
  return word.isCapital && /'s?$/.test(word.text);
}

type IsOwner = (word: Word) => boolean;

const isAnyOwner: IsOwner = (word) => owners.test(word.text) || isOwnName(word);

/**
 * Tells which words may mean that something is the character's: "your", or else the character's name and any pronoun if
 * the character is told of by name.
 */
function findOwner({ isThird, facts }: Told): IsOwner {
  if (!isThird) return ({ text }) => text === 'your';
  const names = new Set((facts.player?.names ?? []).flat());
  return (word) => owners.test(word.text) || (isOwnName(word) && names.has(word.text.replace(/'s?$/, '')));
}

interface Keeping {
  readonly places?: ReadonlySet<string>;
  readonly isOwner?: IsOwner;
}

function findKeeping(
  words: readonly Word[],
  link: RegExp,
  { places = keeping, isOwner = isAnyOwner }: Keeping = {},
): number {
  return words.findIndex(({ text }, index) => {
    const owner = words[index - 1];
    return (
      places.has(text) && owner !== undefined && isOwner(owner) && link.test(words[index - 2]?.text ?? '')
    );
  });
}

const objects = /^(?:you|him|her|them|it|me|us|how)$/;
const ofThing =
  /^(?:an?|your|the|these|those|some|several|both|two|three|four|five|six|gold|silver|pocket|wrist)$|'s?$/;

/**
 * In "he watches it", "Mira watches" and "the clerk watches you" the word is a verb. "Watches" is a thing only after a
 * word that says so.
 */
function isDeed(words: readonly Word[], index: number): boolean {
  const [before, word, after] = [words[index - 1], words[index], words[index + 1]];
  if (before === undefined || word === undefined || toSingular(word.text) === word.text) return false;
  if (/^(?:he|she|they|i|who|one)$/.test(before.text)) return true;
  if (ofThing.test(before.text)) return false;
  const isNoted = before.isCapital || objects.test(after?.text ?? '');
  return word.text === 'watches' || (isNoted && !handling.has(before.base));
}

interface Seeking {
  readonly from: number;
  /** Whether things of the world and of refused calls count, besides things that people commonly carry. */
  readonly isLoose: boolean;
  /** Whether the thing may stand after a preposition that leads elsewhere. */
  readonly isAnywhere?: boolean;
}

/** The first thing that one can carry among these words, before a preposition leads elsewhere. */
function findThing(
  facts: TurnFacts,
  words: readonly Word[],
  { from, isLoose, isAnywhere }: Seeking,
): string | undefined {
  const { known, refused, counted } = facts;
  const named = isLoose
    ? [...known, ...refused.map(({ given }) => String(given['name'] ?? ''))].map(
        (name) => splitWords(name.split(/ of /)[0] ?? '').at(-1) ?? '',
      )
    : [];
  const isThing = (text: string) =>
    text !== '' &&
    !counted.has(toSingular(text)) &&
    (portable.has(toSingular(text)) || named.includes(toSingular(text)));
  const near = words.slice(from, from + farthestThing);
  const end = isAnywhere === true ? -1 : near.findIndex(({ text }, index) => isElsewhere(near, index, text));
  const object = end < 0 ? near : near.slice(0, end);
  return object.find(
    ({ text }, index) =>
      isThing(text) &&
      !isThing(object[index + 1]?.text ?? '') &&
      !isMeasure(near, index) &&
      !isDeed(words, from + index) &&
      !isPartOfName(facts, object, index) &&
      object[index - 1]?.text !== 'your',
  )?.text;
}

const farthestThing = 9;
const leading =
  /^(?:on|onto|in|into|to|at|with|from|by|for|over|under|through|behind|against|across|beside|about|off|is|are|was|were|which|that|who|has)$/;

const holding = /^(?:pair|handful|couple|set|piece|coil|bunch|bundle|stack|roll|length)$/;

/**
 * Whether the word leads away from the thing. The prepositions in "a bundle of torches" and "yourself to a pistol" lead
 * to it.
 */
function isElsewhere(words: readonly Word[], index: number, text: string): boolean {
  const before = words[index - 1]?.text ?? '';
  if (text === 'of' && /^(?:her|his|its|their|the)$/.test(words[index + 1]?.text ?? '')) return true;
  if (text === 'of') return portable.has(toSingular(before)) && !holding.test(before);
  return leading.test(text) && !before.endsWith('self');
}

/** Whether the word is not a thing here, as in "a box of fatigue" or "the watch comes running". */
function isMeasure(words: readonly Word[], index: number): boolean {
  const next = words[index + 1]?.text;
  return (
    (next === 'of' &&
      words[index + 2] !== undefined &&
      ['box', 'note', 'list'].includes(words[index]?.text ?? '')) ||
    (words[index]?.text === 'watch' &&
      !/^(?:an?|your|gold|silver|pocket)$/.test(words[index - 1]?.text ?? ''))
  );
}

/** A word of a place's name is no thing: "the Last Lantern" is an inn. */
function isPartOfName({ places }: TurnFacts, words: readonly Word[], index: number): boolean {
  const word = words[index];
  if (word?.isCapital !== true) return false;
  return places.some(({ name }) => splitWords(name).includes(word.text));
}

const plainEnd =
  /^(?:on|in|into|to|at|with|from|by|for|over|under|through|off|and|of|too|as|that|which|while)$/;

/**
 * The last word of an object with an article, up to a preposition or the like: "snowshoes" in "the old snowshoes on the
 * wall".
 */
function findNoun(words: readonly Word[], from: number): string | undefined {
  const start = words.findIndex(({ text }, index) => index >= from && /^(?:an?|the|some)$/.test(text));
  if (start < 0 || start > from + 2) return undefined;
  const end = words.findIndex(({ text }, index) => index > start && plainEnd.test(text));
  const at = (end < 0 ? words.length : end) - 1;
  return at > start ? words[at]?.text : undefined;
}
