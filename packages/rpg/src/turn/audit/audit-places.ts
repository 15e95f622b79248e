// Audits where a narrative puts the player's character, or those who are there: at places of this turn, and at no other.

import type { NarrativeFlag } from './audit-flag.ts';
import { listBases } from './base-form.ts';
import { listNamed } from './find-person.ts';
import { findPhrase, isDenied } from './read-clauses.ts';
import { buildFlag, buildSpeaker, isOfPlayer, type Told } from './told.ts';
import { splitWords, type TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';
import { compilePattern, matchPattern } from './word-pattern.ts';

const being = listBases('be stand sit lie wait wake find kneel crouch stop rest pause');
/** What is done with a place that one is not at. */
const minding = listBases(
  'see look watch hear think point speak ask talk tell know remember say name mention study eye face want mean hope wish plan consider listen glance stare gaze peer nod imagine believe call sell belong describe promise owe learn',
);
/** Behind these "to" is only a direction. */
const aiming = listBases('head set start make turn aim wave show nod');
/** Verbs by which somebody or something takes the character along. */
const carrying = listBases(
  'take lead bring drive carry walk drag pull draw push follow march chase guide steer haul',
);
const within = new Set(
  'in at on inside into onto within under beneath outside up down along among upon amid'.split(' '),
);
const toward = new Set(['to', 'far']);
/** Behind these a place is only a direction, or where somebody comes from. */
const elsewhere = new Set(
  'from toward towards through for near past off behind beyond than before across about over above below like against with'.split(
    ' ',
  ),
);
const opening = new Set(
  'lies lie opens spreads stretches waits closes takes goes lay opened spread stretched closed took went'.split(
    ' ',
  ),
);
const entering = listBases('enter reach cross gain leave');
const leaving = [
  'door|gate * bang|close|shut|slam|swing|fall shut|closed|to? * behind YOU',
  'YOU step|go|walk|come|slip|stumble|run|push|roll|fall|storm out? into|onto|to|in the * street|night|air|rain|snow|road|yard|alley|fog',
  'YOU all? both? step|go|walk|hurry|run|slip outside',
  'YOU be outside|outdoors',
  'YOU leave the * inn|house|room|shop|office|building|place|tavern|hall|tower|church|chapel',
  'night|cold|fresh|open air hit|meet|strike|greet YOU|YOUR',
  'YOU breathe the * air of the * street|night|road|yard',
].map(compilePattern);

export function auditPlaces(told: Told): readonly NarrativeFlag[] {
  const places = listFalsePlaces(told.facts);
  return told.clauses.flatMap((clause, index) => {
    const place = places.find((one) => isThere(told, index, one));
    const says = place === undefined ? findLeaving(told, index) : describe(place);
    if (says === undefined) return [];
    return [buildFlag(told, clause, { says, kind: place?.isRefused === true ? 'refused' : 'place' })];
  });
}

function describe({ name, isRefused }: FalsePlace): string {
  return isRefused ? `The move to ${name} was refused.` : `No call moved anybody to ${name}.`;
}

/** A door falls shut behind the character, and nobody moved. */
function findLeaving(told: Told, index: number): string | undefined {
  const clause = told.clauses[index];
  const hasMoved = told.facts.done.some(({ tool }) => tool === 'move' || tool === 'place_create');
  const isOutside = told.facts.places.some(({ isVisited, isOpen }) => isVisited && isOpen);
  if (clause === undefined || hasMoved || isOutside || told.facts.places.length === 0) return undefined;
  const speaker = buildSpeaker(told, isOfPlayer(told, index));
  const found = leaving
    .map((pattern) => matchPattern(clause.words, pattern, speaker))
    .find((at) => at !== undefined);
  return found === undefined || isDenied(clause, found.at) ? undefined : 'No call moved the character away.';
}

export interface FalsePlace {
  readonly name: string;
  readonly words: readonly (readonly string[])[];
  readonly isRefused: boolean;
}

/** The places where the character was not, and those to which a move was refused. */
export function listFalsePlaces({ places, refused }: TurnFacts): readonly FalsePlace[] {
  const visited = new Set(places.filter(({ isVisited }) => isVisited).map(({ name }) => name.toLowerCase()));
  const wanted = refused
    .filter(({ tool }) => tool === 'move' || tool === 'place_create')
    .map(({ given }) =>
      String(given['destination'] ?? given['name'] ?? '')
        .replace(/^location:/, '')
        .replaceAll('-', ' '),
    );
  const isFree = (name: string) => name !== '' && !visited.has(name.toLowerCase());
  const elsewhereNames = places
    .map(({ name }) => name)
    .filter((name) => isFree(name) && !wanted.includes(name));
  const names = [...wanted.filter(isFree).map((name) => ({ name, isRefused: true }))];
  return [...names, ...elsewhereNames.map((name) => ({ name, isRefused: false }))].map(
    ({ name, isRefused }) => {
      const words = splitWords(name).filter((word, index) => index > 0 || !/^(?:the|an?)$/.test(word));
      // The last word alone may be that of the place where the character is.
      const isShort =
        words.length > 1 && ![...visited].some((other) => splitWords(other).includes(words.at(-1) ?? ''));
      return { name, isRefused, words: isShort ? [words, words.slice(-1)] : [words] };
    },
  );
}

/** Whether the clause says that the player's character, or somebody who is here, is at this place, or comes there. */
function isThere(told: Told, index: number, { words: names, isRefused }: FalsePlace): boolean {
  const clause = told.clauses[index];
  if (clause === undefined) return false;
  return names.some((name, nameAt) => {
    const at = findPhrase(clause.words, name);
    if (at < 0 || (nameAt > 0 && !isCapital(clause.words, at) && !isCommon(told, index, at))) return false;
    const isPossessive = /'s$/.test(clause.words[at + name.length - 1]?.text ?? '');
    const isSomebody = listNamed(clause, told.facts).some((one) => one.at <= at && at < one.at + one.length);
    if (isDenied(clause, at) || isPossessive || isSomebody) return false;
    return isSomebodyThere(told, index, { at, behind: at + name.length, isRefused });
  });
}

interface Span {
  readonly at: number;
  readonly behind: number;
  /** Whether a call to go there was refused: then one may not even stand before it. */
  readonly isRefused: boolean;
}

function isSomebodyThere(told: Told, index: number, span: Span): boolean {
  const words = told.clauses[index]?.words ?? [];
  if (isPlayerClause(told, index))
    return (isPut(words, span.at, span.isRefused) && !isPastOf(words, span)) || isCleft(words, span.behind);
  if (isCleft(words, span.behind) || isTakenAlong(words, span.at) || isHereIn(words, span.at)) return true;
  const subject = told.subjects[index];
  if (subject?.isHere === true && !subject.hasLeft && isSaidToBe(told, words, span.at)) return true;
  return isAround(words, span.at);
}

/** "The box you filled at the office is clear": where somebody was before. */
function isPastOf(words: readonly Word[], { at, behind }: Span): boolean {
  const you = words.slice(0, at).findIndex(({ text }) => text === 'you');
  return you > 1 && /^(?:is|are|was|were|has|have)$/.test(words[behind]?.text ?? '');
}

/** A clause of the player's, or one without a verb that goes on with it: "down under the wall of the Toll House". */
function isPlayerClause(told: Told, index: number): boolean {
  if (isOfPlayer(told, index)) return true;
  const [clause, before] = [told.clauses[index], told.clauses[index - 1]];
  const first = clause?.words[0]?.text ?? '';
  if (told.isThird && clause?.words.some(({ text }) => text === 'they') === true) return true;
  const isGoingOn = /^(?:in|at|on|inside|under|beneath|down|up|out|into|outside)$/.test(first);
  const isMeant = before !== undefined && before.doubtAt >= before.words.length;
  return isGoingOn && isMeant && clause?.sentence === before.sentence && isPlayerClause(told, index - 1);
}

/** "In the yard", of the player's character: the last word of a place in small letters, where no other place is meant. */
function isCommon(told: Told, index: number, at: number): boolean {
  const { words = [] } = told.clauses[index] ?? {};
  if (words[at - 1]?.text !== 'the' || !isOfPlayer(told, index)) return false;
  const ahead = words.slice(0, at - 1);
  const link = ahead.at(-1)?.text ?? '';
  const verb = ahead.findLast(({ base }) => being.has(base) || walking.has(base));
  const isNear = told.facts.places.some(
    ({ isVisited, about }) => isVisited && splitWords(about).includes(words[at]?.text ?? ''),
  );
  return /^(?:in|into|inside|at)$/.test(link) && verb !== undefined && !isNear;
}

const walking = listBases(
  'go walk step come cross enter climb run hurry slip return head push stumble stride',
);

/** The last word alone names a place where it is written with a capital within the clause. */
function isCapital(words: readonly Word[], at: number): boolean {
  return at > 0 && words[at]?.isCapital === true && !(words[at - 1]?.isCapital ?? false);
}

function isPut(words: readonly Word[], at: number, isRefused: boolean): boolean {
  const ahead = words.slice(0, at);
  if (ahead.some(({ base }) => minding.has(base))) return false;
  const link = ahead.findLast(
    ({ text }) => within.has(text) || elsewhere.has(text) || toward.has(text),
  )?.text;
  if (link === undefined) return ahead.some(({ base }) => entering.has(base));
  if (isRefused && /^(?:before|outside)$/.test(link)) return ahead.some(({ base }) => being.has(base));
  if (toward.has(link) && ahead.some(({ base }) => aiming.has(base))) return false;
  if (toward.has(link))
    return !ahead.some(({ base }) => being.has(base)) || ahead.some(({ text }) => text === 'back');
  return within.has(link);
}

/** "She leads you down into the cellar", "the two of you roll out into the road". */
function isTakenAlong(words: readonly Word[], at: number): boolean {
  const ahead = words.slice(0, at);
  const you = ahead.findIndex(({ text }) => text === 'you');
  if (you < 0 || ahead.some(({ base, text }) => minding.has(base) || text === 'from')) return false;
  const link =
    ahead.findLast(({ text }) => within.has(text) || elsewhere.has(text) || toward.has(text))?.text ?? '';
  const isCarried = ahead.slice(Math.max(0, you - 2), you).some(({ base }) => carrying.has(base));
  if (isCarried) return toward.has(link) || within.has(link) || link === 'across';
  return ahead[you - 1]?.text === 'of' && /^(?:into|onto|through|inside)$/.test(link);
}

/** "Here in the tea-room". */
function isHereIn(words: readonly Word[], at: number): boolean {
  const here = words.findIndex(({ text }) => text === 'here');
  return here >= 0 && at - here <= 3 && at > here && /^(?:in|at|on)$/.test(words[here + 1]?.text ?? '');
}

/** "It is the market you are standing in". */
function isCleft(words: readonly Word[], behind: number): boolean {
  const rest = words.slice(behind, behind + 5).map(({ text }) => text);
  return rest[0] === 'you' && rest[1] === 'are' && rest.slice(2).some((text) => /^(?:in|at|on)$/.test(text));
}

/** "She is down at the Listening Post tonight". */
function isSaidToBe({ isPast }: Told, words: readonly Word[], at: number): boolean {
  const ahead = words.slice(0, at).map(({ text }) => text);
  const link = ahead.findLast((text) => within.has(text) || elsewhere.has(text) || text === 'of');
  const verb = ahead.findIndex((text) => (isPast ? /^(?:was|were)$/ : /^(?:is|are)$/).test(text));
  return verb >= 0 && verb <= 3 && at - verb <= 5 && (link === 'at' || link === 'in');
}

/** "The market lies before you", "around you the kettle", "the inn takes you in". */
function isAround(words: readonly Word[], at: number): boolean {
  const texts = words.map(({ text }) => text);
  const around = texts.findIndex(
    (text, index) =>
      text === 'you' && /^(?:around|round|before|about|above|overhead)$/.test(texts[index - 1] ?? ''),
  );
  if (around >= 0 && around < at) return at - around <= 3;
  if (around >= 0) return texts.slice(at + 1, at + 4).some((text) => opening.has(text));
  const isBy = texts.slice(at + 1, at + 5).some((text) => /^(?:is|are|lies|lay|was)$/.test(text));
  if (
    isBy &&
    !words.slice(at).some(({ base }) => minding.has(base)) &&
    /(?:at|around|about|under|beneath|before|all round) your? /.test(`${texts.slice(at + 1).join(' ')} `)
  )
    return true;
  if (at <= 1 && / (?:all )?(?:around|about|round) you$/.test(` ${texts.join(' ')}`)) return true;
  const takes = texts.findIndex((text, index) => index >= at && /^(?:takes|took)$/.test(text));
  return takes >= 0 && texts.slice(takes).includes('you');
}
