// Audits things that a narrative gives to the player's character or takes away, though no call did.

import type { NarrativeFlag } from './audit-flag.ts';
import { type Clause, findPhrase, isDenied, toSingular, type Word } from './read-clauses.ts';
import { buildFlag, type Told } from './told.ts';
import { splitWords, type TurnFacts } from './turn-facts.ts';
import portableThings from './words/portable-things.json' with { type: 'json' };

const portable = new Set(portableThings);

/** Verbs by which whoever does them comes to have something. */
const getting = new Set(
  'pocket take took grab grabbed snatch snatched seize seized lift lifted steal stole swipe swiped receive received acquire acquired get got gain gained gather collect collected keep kept carry own have hold held pick picked scoop tuck tucked stow stowed slip slipped put help claim wrench'.split(
    ' ',
  ),
);
const giving = new Set(
  'give gives gave hand hands handed press presses pressed pass passes passed toss tosses tossed throw throws threw slide slides slid slip slips slipped lend lends lent thrust thrusts'.split(
    ' ',
  ),
);
const keeping = new Set(
  'pocket pockets pack bag purse belt sleeve coat cloak satchel pouch palm fist boot jacket shirt'.split(' '),
);
const vanishing = new Set(
  'gone missing snap snaps snapped breaks broke broken shatters shattered stolen'.split(' '),
);
/** Verbs by which the player's character parts with something. */
const parting = new Set('give hand gave handed lose lost surrender'.split(' '));

/** How far back "your own" may point. */
const clausesBefore = 5;

export function auditItems(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const before = told.clauses
      .slice(Math.max(0, index - clausesBefore), index)
      .flatMap(({ words }) => words);
    if (findPhrase(clause.words, ['no', 'longer']) >= 0) return checkLoss(told, clause, before);
    const isPlayer = told.subjects[index] !== undefined && told.subjects[index] === told.facts.player;
    return [...auditGain(told, clause, isPlayer), ...auditLoss(told, clause, { isPlayer, before })].slice(
      0,
      1,
    );
  });
}

function auditGain(told: Told, clause: Clause, isPlayer: boolean): readonly NarrativeFlag[] {
  const { words } = clause;
  const verb = isPlayer ? findVerb(clause, getting) : findGift(clause);
  const place = isDenied(clause, words.length) ? -1 : findKept(words);
  if (verb < 0 && place < 0) return [];
  const from = verb < 0 ? 0 : verb + 1;
  const thing = findThing(told.facts, words, { from, isLoose: verb >= 0 && isPlayer });
  if (thing === undefined || isHeld(told.facts, thing)) return [];
  const refused = told.facts.refused.some(
    ({ tool, given }) => tool === 'item_add' && isNamed(given['name'], thing),
  );
  const says = refused
    ? `The call that would have given it (${thing}) was refused.`
    : `No call gave it (${thing}) to the character.`;
  return [buildFlag(told, clause, { says, kind: refused ? 'refused' : 'item' })];
}

/** The first of these verbs that is neither a noun nor denied. */
function findVerb(clause: Clause, verbs: ReadonlySet<string>): number {
  const { words } = clause;
  return words.findIndex(
    ({ text }, index) =>
      verbs.has(text) && !determining.test(words[index - 1]?.text ?? '') && !isDenied(clause, index),
  );
}

const determining = /^(?:the|an?|your|his|her|its|their|my|one|this|that|each|of)$/;

/** "She presses a key into your palm", "he hands you a letter". */
function findGift(clause: Clause): number {
  const { words } = clause;
  const verb = findVerb(clause, giving);
  const isToYou = words.slice(verb + 1).some(({ text }) => text === 'you' || text === 'your');
  return verb >= 0 && isToYou ? verb : -1;
}

/** "Into your pocket", "up your sleeve". */
function findKept(words: readonly Word[]): number {
  return words.findIndex(
    ({ text }, index) =>
      keeping.has(text) &&
      words[index - 1]?.text === 'your' &&
      /^(?:into|in|inside|up|under|to)$/.test(words[index - 2]?.text ?? ''),
  );
}

interface Seeking {
  readonly from: number;
  /** Whether things of the world and of refused calls count beside those that one commonly carries. */
  readonly isLoose: boolean;
}

/** The first thing that one can carry among these words, before a preposition leads elsewhere. */
function findThing(
  { known, refused, counted }: TurnFacts,
  words: readonly Word[],
  { from, isLoose }: Seeking,
): string | undefined {
  const named = isLoose
    ? [...known, ...refused.map(({ given }) => String(given['name'] ?? ''))].map(
        (name) => splitWords(name).at(-1) ?? '',
      )
    : [];
  const isThing = (text: string) =>
    text !== '' &&
    !counted.has(toSingular(text)) &&
    (portable.has(toSingular(text)) || named.includes(toSingular(text)));
  const near = words.slice(from, from + farthestThing);
  const end = near.findIndex(({ text }, index) => isElsewhere(near, index, text));
  const object = end < 0 ? near : near.slice(0, end);
  return object.find(
    ({ text }, index) =>
      isThing(text) &&
      !isThing(object[index + 1]?.text ?? '') &&
      !isMeasure(near, index) &&
      object[index - 1]?.text !== 'your',
  )?.text;
}

const farthestThing = 9;
const leading =
  /^(?:on|onto|in|into|to|at|with|from|by|for|over|under|through|behind|against|across|beside|about)$/;

/** "A bundle of torches" and "yourself to a pistol" lead to the thing; other prepositions lead away from it. */
function isElsewhere(words: readonly Word[], index: number, text: string): boolean {
  if (text === 'of') return portable.has(toSingular(words[index - 1]?.text ?? ''));
  return leading.test(text) && words[index - 1]?.text !== 'yourself';
}

/** In "a box of fatigue" and "the key to it all" no such thing is meant; nor in "the watch" that comes running. */
function isMeasure(words: readonly Word[], index: number): boolean {
  const next = words[index + 1]?.text;
  return (
    (next === 'of' &&
      words[index + 2] !== undefined &&
      ['box', 'note', 'list'].includes(words[index]?.text ?? '')) ||
    (words[index]?.text === 'watch' && words[index - 1]?.text === 'the')
  );
}

/** A thing is named by its last word, or by that before "of" or a comma; any of its words will do. */
function isNamed(name: unknown, thing: string): boolean {
  return typeof name === 'string' && splitWords(name).some((word) => toSingular(word) === toSingular(thing));
}

function isHeld({ held, kept, done }: TurnFacts, thing: string): boolean {
  const isDone = done.some(
    ({ tool, given }) => tool.startsWith('item_') && isNamed(given['name'] ?? given['item'], thing),
  );
  return isDone || [...held, ...kept].some((name) => isNamed(name, thing));
}

interface Losing {
  readonly isPlayer: boolean;
  /** The words of the clauses before, for "your own". */
  readonly before: readonly Word[];
}

function auditLoss(told: Told, clause: Clause, { isPlayer, before }: Losing): readonly NarrativeFlag[] {
  const { words } = clause;
  const gone = findVerb(clause, vanishing);
  const parted = isPlayer ? findVerb(clause, parting) : -1;
  if (gone >= 0) {
    const flags = checkLoss(told, { ...clause, words: words.slice(0, gone) }, before);
    if (flags.length > 0) return flags;
  }
  return parted < 0 ? [] : checkLoss(told, { ...clause, words: words.slice(parted) }, []);
}

function checkLoss(told: Told, clause: Clause, before: readonly Word[]): readonly NarrativeFlag[] {
  const { facts } = told;
  const isOwn = clause.words.some(({ text }) => text === 'own');
  const words = isOwn ? [...before, ...clause.words] : clause.words;
  const stays = facts.kept.find((name) => isSpokenOf(name, words) && isStill(facts, name));
  const refused = facts.refused.some(
    ({ tool, given }) => tool === 'item_remove' && isSpokenOf(String(given['item'] ?? ''), clause.words),
  );
  if (refused) {
    const says = 'The call that would have taken it away was refused.';
    return [buildFlag(told, clause, { says, kind: 'refused' })];
  }
  if (stays === undefined) return [];
  return [buildFlag(told, clause, { says: `No call took ${stays} from the character.`, kind: 'item' })];
}

/** Whether the clause names the whole thing, or the noun of it behind "the" or "your". */
function isSpokenOf(name: string, words: readonly Word[]): boolean {
  const parts = splitWords(name.split(/,| of /i)[0] ?? '');
  const noun = parts.at(-1) ?? '';
  const at = findPhrase(words, [noun]);
  if (noun === '' || at < 0) return false;
  return (
    findPhrase(words, parts) >= 0 ||
    words.slice(Math.max(0, at - 3), at).some(({ text }) => text === 'the' || text === 'your')
  );
}

function isStill({ done }: TurnFacts, name: string): boolean {
  return !done.some(
    ({ tool, given }) => tool === 'item_remove' && isNamed(given['item'], splitWords(name).at(-1) ?? ''),
  );
}
