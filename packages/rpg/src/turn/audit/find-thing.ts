// Finds the things that a clause gives to the player's character, and whether the character has them.

import { listBases } from './base-form.ts';
import { isHeld, isSeat } from './held-things.ts';
import { type Clause, isDenied, listSentenceOf, toSingular } from './read-clauses.ts';
import { isOfPlayer, type Told } from './told.ts';
import { splitWords, type TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';
import portableThings from './words/portable-things.json' with { type: 'json' };

const portable = new Set(portableThings);

/** Verbs by which whoever does them comes to have something that one can carry. */
const getting = listBases(
  'pocket take grab snatch seize lift steal swipe receive acquire get gain gather collect keep carry own have hold pick scoop tuck stow slip put help claim wrench stick pinch filch palm bag loosen unsheathe relieve rob strip come end',
);
/** Verbs so plain that whatever stands behind them is had. */
const pocketing = listBases('pocket pinch filch steal swipe acquire');
const indirect = listBases('relieve rob strip come end');
const giving = listBases('give hand press pass toss throw slide slip lend thrust');
const putting = listBases('put drop lay place push tuck press set');
const inHand = new Set(['hand', 'hands', 'palm', 'lap', 'arms']);
const keeping = new Set(
  'pocket pockets pack bag purse belt sleeve coat cloak satchel pouch palm fist boot jacket shirt hat band pouch rucksack knapsack'.split(
    ' ',
  ),
);
const owners = /^(?:your|her|his|their)$/;
const determining = /^(?:the|an?|your|his|her|its|their|my|one|this|that|each|of|no|to)$/;

/** A thing that the clause says the character comes to have, or has about them; its last word. */
export function findGained(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined) return undefined;
  return (
    findTaken(told, index) ??
    findGiven(told, clause) ??
    findKept(told, clause) ??
    findPointedAt(told, index) ??
    findAbout(told, index) ??
    findListed(told, index)
  );
}

const heading = /^(?:gain(?:ed|s)?|receive[ds]?|acquire[ds]?|obtain(?:ed|s)?|items?|loot)$/;

/** "Gained: a brass key, a lamp": what follows in a row. */
function findListed(told: Told, index: number): string | undefined {
  const [clause, before] = [told.clauses[index], told.clauses[index - 1]];
  if (clause === undefined || before === undefined || clause.sentence !== before.sentence) return undefined;
  const named = clause.words.filter(({ text }) => /^\p{L}{2,}/u.test(text));
  const isShort = named.length > 0 && named.length <= 6 && named.every(isOfList);
  if (!isShort) return undefined;
  const last = named.at(-1)?.text ?? '';
  const [first] = listSentenceOf(told.clauses, index);
  const isHeaded =
    heading.test(first?.words.at(-1)?.text ?? '') && (first?.words.length ?? 0) <= longestHeading;
  return isHeaded && !told.facts.counted.has(toSingular(last)) ? last : undefined;
}

const longestHeading = 3;

/** In a list of things nothing is done, and nothing stands anywhere. */
function isOfList({ text }: Word): boolean {
  return !/(?:ing|ed)$|^(?:in|on|at|by|with|from|for|over|under|is|are|was|were|has|you|your|he|she|it|they|who|which|that|to)$/.test(
    text,
  );
}

function findTaken(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined || !isOfPlayer(told, index)) return undefined;
  const verb = findVerb(clause, getting);
  if (verb < 0) return undefined;
  const { words } = clause;
  const [word, next] = [words[verb], words[verb + 1]];
  if (word === undefined || next === undefined || !isTaking(told, words, verb)) return undefined;
  const isHaving = word.base === 'hav';
  const isPlain = pocketing.has(word.base) || (word.base === 'help' && /self$/.test(next.text));
  const from = findObject(words, verb);
  return (
    findThing(told.facts, words, { from, isLoose: !isHaving }) ??
    (isPlain ? findNoun(words, verb + 1) : undefined)
  );
}

/** Whether the player's character does it: "the belt you pull at has a buckle" and "with him holding a candle" tell of others. */
function isTaking({ isThird }: Told, words: readonly Word[], verb: number): boolean {
  const { text = '', base = '' } = words[verb] ?? {};
  if (/^(?:com|end)$/.test(base)) return isEnding(words, verb);
  if (base === 'hav') return /^(?:an?|the)$/.test(words[verb + 1]?.text ?? '') && (isThird || text !== 'has');
  return !(words[0]?.text === 'with' && text.endsWith('ing'));
}

/** "Come away with", "end up with". */
function isEnding(words: readonly Word[], verb: number): boolean {
  return /^(?:away|up|off|out)$/.test(words[verb + 1]?.text ?? '') && words[verb + 2]?.text === 'with';
}

/** "Relieve him of his purse", "come away with a lantern": the object stands behind the preposition. */
function findObject(words: readonly Word[], verb: number): number {
  const link = words.findIndex(
    ({ text }, index) =>
      index > verb && index <= verb + 3 && (text === 'of' || text === 'with' || text === 'off'),
  );
  const isLinked = indirect.has(words[verb]?.base ?? '');
  return isLinked && link > 0 ? link + 1 : verb + 1;
}

/** The first of these verbs that is neither a noun nor denied, nor a participle behind a helping verb. */
function findVerb(clause: Clause, verbs: ReadonlySet<string>): number {
  const { words } = clause;
  return words.findIndex(
    ({ base }, index) =>
      verbs.has(base) &&
      !determining.test(words[index - 1]?.text ?? '') &&
      !(base === 'hav' && isHelping(words, index)) &&
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

function isHelping(words: readonly Word[], index: number): boolean {
  return words
    .slice(index + 1, index + 3)
    .some(({ text, base }) => text !== base && /(?:ed|en|ade|ot|one|eft|ook|ave)$/.test(text));
}

/** "She presses a key into your palm", "he hands you a letter". */
function findGiven(told: Told, clause: Clause): string | undefined {
  const { words } = clause;
  const verb = findVerb(clause, giving);
  const put = findVerb(clause, putting);
  const hand = findKeeping(words, /^(?:in|into|on|to)$/, inHand);
  if (put >= 0 && hand > put) return findThing(told.facts, words, { from: put + 1, isLoose: false });
  const isToYou = words.slice(verb + 1).some(({ text }) => text === 'you' || text === 'your');
  return verb >= 0 && isToYou && !isSeat(words.slice(verb + 1))
    ? findThing(told.facts, words, { from: verb + 1, isLoose: false })
    : undefined;
}

/** "A key goes into your pocket", "into your belt". */
function findKept({ facts }: Told, clause: Clause): string | undefined {
  const { words } = clause;
  const at = findKeeping(words, /^(?:into|inside|up|under|to)$/);
  return at < 0 || isDenied(clause, at) ? undefined : findThing(facts, words, { from: 0, isLoose: false });
}

/** "Into Corrin's pocket". */
function isOwnName(word: Word | undefined): boolean {
  return word?.isCapital === true && /'s?$/.test(word.text);
}

function findKeeping(words: readonly Word[], link: RegExp, places: ReadonlySet<string> = keeping): number {
  return words.findIndex(
    ({ text }, index) =>
      places.has(text) &&
      (owners.test(words[index - 1]?.text ?? '') || isOwnName(words[index - 1])) &&
      link.test(words[index - 2]?.text ?? ''),
  );
}

/** "…, which you pocket", "…, and you tuck it into your belt", "You take it too": the thing stands before. */
function findPointedAt(told: Told, index: number): string | undefined {
  const [clause, before] = [told.clauses[index], told.clauses[index - 1]];
  if (clause === undefined) return undefined;
  const { words } = clause;
  const verb = isOfPlayer(told, index) ? findVerb(clause, getting) : -1;
  const isTaking = verb > 0 && isPronoun(words[verb + 1]) && isEndOrKept(words, verb + 1);
  const own = isTaking ? findUnheld(told.facts, words.slice(0, verb)) : undefined;
  if (own !== undefined || before === undefined || !isGoingOn(clause, before)) return own;
  if (isKeptOf(words, verb)) return findUnheld(told.facts, before.words) ?? findLastNoun(before.words);
  return isTaking || isTakenToo(words) ? findUnheld(told.facts, before.words) : undefined;
}

/** "Which you pocket", "which goes into your boot", "and it is in your pocket". */
function isKeptOf(words: readonly Word[], verb: number): boolean {
  if (isRelative(words) && verb >= 0 && isEndOrKept(words, verb)) return true;
  const isPointing = isRelative(words) || isPronoun(words.find(({ text }) => text !== 'and'));
  return isPointing && findKeeping(words, /^(?:in|into|inside|under|up|to)$/) >= 0;
}

/** Whether a clause may point at a thing of the clause before. */
function isGoingOn({ words, sentence }: Clause, before: Clause): boolean {
  return sentence === before.sentence || words.some(({ text }) => text === 'too' || text === 'also');
}

function isRelative(words: readonly Word[]): boolean {
  return /^(?:which|that)$/.test(words[0]?.text ?? '');
}

function isPronoun(word: Word | undefined): boolean {
  return word !== undefined && /^(?:it|them|that|those|these|both)$/.test(word.text);
}

/** "And that went too". */
function isTakenToo(words: readonly Word[]): boolean {
  const text = words.map((word) => word.text).join(' ');
  return /\b(?:that|it|they|those) (?:goes|went|comes|came) (?:too|also|with you)\b/.test(text);
}

function isEndOrKept(words: readonly Word[], at: number): boolean {
  const behind = words.slice(at + 1);
  return (
    behind.length === 0 ||
    behind.some(({ text }) => /^(?:along|away|too|also|now)$/.test(text) || keeping.has(text))
  );
}

/** The last thing among these words that the character does not have. */
function findUnheld(facts: TurnFacts, words: readonly Word[]): string | undefined {
  return words.findLast(
    ({ text }, index) =>
      portable.has(toSingular(text)) &&
      !isMeasure(words, index) &&
      !isPartOfName(facts, words, index) &&
      !facts.counted.has(toSingular(text)) &&
      !/^(?:your|her|his|their|its)$/.test(words[index - 1]?.text ?? '') &&
      !isHeld(facts, text),
  )?.text;
}

/** "A brass paperweight": what an article leads to at the end of a clause. */
function findLastNoun(words: readonly Word[]): string | undefined {
  const article = words.findLastIndex(({ text }) => /^(?:an?|the)$/.test(text));
  return article >= 0 && words.length - article <= 4 ? words.at(-1)?.text : undefined;
}

/** "The cosh in your sleeve", "a crown from her purse", "the ladle is yours": whatever is kept about the character is theirs. */
function findAbout(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  if (clause === undefined) return undefined;
  const { words } = clause;
  const isYours = (text: string) =>
    told.isThird ? isOfPlayer(told, index) && owners.test(text) : text === 'your';
  const at = findKeeping(words, /^(?:in|at|on|from|inside|under|beneath)$/);
  if (at >= 0 && !isDenied(clause, at) && isYours(words[at - 1]?.text ?? ''))
    return findKeptAbout(told.facts, words, at - 2);
  const yours = words.findIndex(
    ({ text }, position) => text === 'yours' && words[position - 1]?.base === 'be',
  );
  return yours > 1 && !isDenied(clause, yours) ? findKeptAbout(told.facts, words, yours - 1) : undefined;
}

function findKeptAbout(facts: TurnFacts, words: readonly Word[], end: number): string | undefined {
  const ahead = words
    .slice(0, end)
    .filter(({ text, base }) => base !== 'be' && !/^(?:now|still|safe)$/.test(text));
  const thing = ahead.at(-1);
  if (thing === undefined || owners.test(ahead.at(-2)?.text ?? '')) return undefined;
  if (facts.counted.has(toSingular(thing.text))) return undefined;
  return portable.has(toSingular(thing.text)) && !isPartOfName(facts, ahead, ahead.length - 1)
    ? thing.text
    : undefined;
}

interface Seeking {
  readonly from: number;
  /** Whether things of the world and of refused calls count beside those that one commonly carries. */
  readonly isLoose: boolean;
  /** Whether it may stand behind a preposition. */
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
      !isPartOfName(facts, object, index) &&
      object[index - 1]?.text !== 'your',
  )?.text;
}

const farthestThing = 9;
const leading =
  /^(?:on|onto|in|into|to|at|with|from|by|for|over|under|through|behind|against|across|beside|about|off|is|are|was|were|which|that|who|has)$/;

const holding = /^(?:pair|handful|couple|set|piece|coil|bunch|bundle|stack|roll|length)$/;

/** "A bundle of torches" and "yourself to a pistol" lead to the thing; other prepositions lead away from it. */
function isElsewhere(words: readonly Word[], index: number, text: string): boolean {
  const before = words[index - 1]?.text ?? '';
  if (text === 'of' && /^(?:her|his|its|their|the)$/.test(words[index + 1]?.text ?? '')) return true;
  if (text === 'of') return portable.has(toSingular(before)) && !holding.test(before);
  return leading.test(text) && !before.endsWith('self');
}

/** In "a box of fatigue" and "the key to it all" no such thing is meant; nor in "the watch" that comes running. */
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

/** "The Last Lantern" is an inn. */
function isPartOfName({ places }: TurnFacts, words: readonly Word[], index: number): boolean {
  const word = words[index];
  if (word?.isCapital !== true) return false;
  return places.some(({ name }) => splitWords(name).includes(word.text));
}

const plainEnd =
  /^(?:on|in|into|to|at|with|from|by|for|over|under|through|off|and|of|too|as|that|which|while)$/;

/** The noun of an object with an article, whatever it is: "a pair of snowshoes" is snowshoes. */
function findNoun(words: readonly Word[], from: number): string | undefined {
  const start = words.findIndex(({ text }, index) => index >= from && /^(?:an?|the|some)$/.test(text));
  if (start < 0 || start > from + 2) return undefined;
  const end = words.findIndex(({ text }, index) => index > start && plainEnd.test(text));
  const at = (end < 0 ? words.length : end) - 1;
  return at > start ? words[at]?.text : undefined;
}
