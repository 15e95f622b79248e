// Audits a narrative for people who are said to be present but are elsewhere, or about whom nothing is known.

import type { NarrativeFlag } from './audit-flag.ts';
import { listBases, toBase } from './base-form.ts';
import { listNamed } from './find-person.ts';
import { type Clause, isDenied, listSentenceOf } from './read-clauses.ts';
import { buildFlag, type Told } from './told.ts';
import type { Word } from './word.ts';

/** Verbs whose subject must be at the place. */
const acting = listBases(
  'sit stand say look nod turn lean walk smile step come grin wait watch ask call laugh shake have hold enter kneel lie crouch bend reach rise get drop climb push pull take lift lower raise set put pour drink eat smoke cough clear click sigh shrug frown mutter whisper murmur growl snort chuckle grunt speak tell answer reply pick open close shut catch follow cross pass move stop pause glance stare gaze peer point wave beckon bow rub scratch wipe polish sharpen stir warm huddle slump sprawl doze snore sleep squat perch tap drum fold cross hand offer press grab draw knock burst stride hurry limp shuffle saunter slip squeeze appear arrive join stay hover linger loom emerge blink spit sniff chew hum sing whistle tie count read write sort work sweep scrub carry drag haul wear be',
);
/** Verbs after which a named person is there: "there sits Hob", "is Hob". */
const presenting = listBases(
  'sit stand lie wait be come kneel lean crouch perch huddle walk step say ask call add reply enter slump',
);
const saying = listBases('say ask call add reply answer put mutter murmur whisper grunt growl');
const seeing = listBases('see find meet spot notice recognise recognize');
/** After these words a name is only spoken of. */
const mentioning = new Set(
  'that what whom when where why how because about of for from to by than like as whether since though if said until till with without after before at against past behind'.split(
    ' ',
  ),
);
const ranks = new Set(
  'captain sergeant lieutenant lord lady sir dame brother sister father mother doctor master mistress corporal constable inspector professor baron count king queen prince princess widow old young big little mr mrs miss uncle aunt cousin saint'.split(
    ' ',
  ),
);
const naming = new Set(['named', 'called']);

export function auditPresence(told: Told): readonly NarrativeFlag[] {
  const arrival = told.clauses.findIndex((clause) => isArrival(told, clause));
  return told.clauses.flatMap((clause, index) => {
    const found = findAbsent(told, index, arrival >= 0 && arrival < index) ?? findStranger(told, index);
    return found === undefined ? [] : [buildFlag(told, clause, { says: found, kind: 'person' })];
  });
}

interface Mention {
  readonly at: number;
  readonly length: number;
}

/** What to say if the clause shows somebody here who is known to be elsewhere; otherwise undefined. */
function findAbsent(told: Told, index: number, hasArrived: boolean): string | undefined {
  const { clauses, facts } = told;
  const clause = clauses[index];
  if (clause === undefined) return undefined;
  const found = listNamed(clause, facts).find((one) => {
    const { person, at, length } = one;
    const isThere = person.isHere && !(hasArrived && person.isBehind);
    if (person.isPlayer || isThere || person.hasCome || person.hasLeft) return false;
    const isWhole = length > 1 || clause.words[at]?.isCapital === true;
    return isWhole && isPresent(told, index, one);
  });
  return found && `${found.person.name} is elsewhere, and nothing brought them here.`;
}

/**
 * Whether the clause names somebody who is at the place where the player arrives: after such a clause, those who were
 * left behind are elsewhere.
 */
function isArrival({ facts }: Told, clause: Clause): boolean {
  return listNamed(clause, facts).some(({ person }) => !person.isPlayer && person.isHere && !person.isBehind);
}

/**
 * What to say if the clause shows somebody here whom the game does not know, such as "Captain Dace" or "a lad named
 * Wilkin"; otherwise undefined.
 */
function findStranger(told: Told, index: number): string | undefined {
  const words = told.clauses[index]?.words ?? [];
  const at = words.findIndex((_, position) => isFullName(words, position) || isNamedSo(words, position));
  if (at < 0) return undefined;
  const name = readName(words, at);
  const own = name.filter((part) => !ranks.has(part));
  const isKnown = own.length === 0 || own.some((part) => told.known.has(part));
  if (isKnown || !isPresent(told, index, { at, length: name.length })) return undefined;
  return 'The game knows nobody of this name.';
}

/**
 * Whether a rank and a name begin here, or two names within a clause. Two names at the beginning of a clause are not
 * enough, since the first may be any word.
 */
function isFullName(words: readonly Word[], at: number): boolean {
  const [one, two] = [words[at], words[at + 1]];
  if (one === undefined || two === undefined || !one.isCapital || !two.isCapital) return false;
  return two.start === one.end + 1 && (ranks.has(one.text) || at > 0);
}

/** Whether the name comes after a word such as "named": "a lad named Wilkin". */
function isNamedSo(words: readonly Word[], at: number): boolean {
  return words[at]?.isCapital === true && naming.has(words[at - 1]?.text ?? '');
}

function readName(words: readonly Word[], at: number): readonly string[] {
  const name: string[] = [];
  for (let index = at; words[index]?.isCapital === true; index += 1) name.push(words[index]?.text ?? '');
  return name;
}

/** Whether the person named at this position does something now, or is shown to be at the place. */
function isPresent(told: Told, index: number, mention: Mention): boolean {
  const clause = told.clauses[index];
  if (clause === undefined || isOwning(clause.words, mention) || isPurpose(clause.words, mention.at))
    return false;
  const { words } = clause;
  const { at, length } = mention;
  if (isDenied(clause, at) || clause.doubtAt < at + length + 2) return false;
  return isShown(told, words, at) || isDoing(told, index, mention);
}

/** In "to find a child called Thrift" nobody has been found yet. */
function isPurpose(words: readonly Word[], at: number): boolean {
  return words
    .slice(0, at)
    .some(
      ({ text }, index) =>
        text === 'to' &&
        /^(?:find|fetch|ask|tell|bring|get|call|warn|meet|see)$/.test(words[index + 1]?.text ?? ''),
    );
}

function isOwning(words: readonly Word[], { at, length }: Mention): boolean {
  return (words[at + length - 1]?.text ?? '').endsWith("'s");
}

/** Whether the words before the name show that the person is here, as in "there sits Hob", "says Hob" or "you see Hob". */
function isShown(told: Told, words: readonly Word[], at: number): boolean {
  const ahead = words.slice(0, at).filter(({ text }) => !/^(?:the|old|young|captain|sergeant)$/.test(text));
  const before = ahead.at(-1);
  if (before === undefined) return false;
  if (naming.has(before.text)) return !/^(?:some|any)(?:one|body|thing)$/.test(ahead.at(-2)?.text ?? '');
  if (before.text === 'with' && isSocial(told, ahead)) return true;
  if (seeing.has(before.base)) return ahead.at(-2)?.text === 'you' || isSeenBy(told, ahead.at(-2));
  // “Ask Hob” tells somebody to ask him; in “asks Hob” it is Hob who asks.
  const isTold = /(?:s|ed)$/.test(before.text) || pasts.has(before.text);
  const isInverted = isTold && presenting.has(before.base) && !isSubjectAhead(told, ahead);
  return isInverted && isNow(told, before);
}

const social = listBases(
  'share sit stand drink eat talk speak play walk dance fight argue chat quarrel dine smoke wait',
);

/** Whether the player does something together with the person, as in "you share the bench with Hob". */
function isSocial(told: Told, ahead: readonly Word[]): boolean {
  const [first] = ahead;
  return (first?.text === 'you' || isSeenBy(told, first)) && social.has(ahead[1]?.base ?? '');
}

function isSeenBy({ facts }: Told, word: Word | undefined): boolean {
  return word?.isCapital === true && (facts.player?.names.flat().includes(word.text) ?? false);
}

/** In "it is Hob who" and "he says Hob" somebody else is the subject. */
function isSubjectAhead(told: Told, ahead: readonly Word[]): boolean {
  const verb = ahead.at(-1);
  const first = ahead.slice(0, -1);
  if (verb !== undefined && saying.has(verb.base)) return first.length > 0;
  return first.some(
    (word) => /^(?:i|you|he|she|they|it|this|that|we|name|what|who)$/.test(word.text) || isSeenBy(told, word),
  );
}

/**
 * Whether the person does something now: the name is the subject, and its verb follows, perhaps after an apposition.
 */
function isDoing(told: Told, index: number, { at, length }: Mention): boolean {
  const words = told.clauses[index]?.words ?? [];
  if (words.slice(0, at).some(({ text }) => mentioning.has(text)) && !isPlaced(words, at)) return false;
  if (
    !isPlaced(words, at) &&
    words.slice(0, at).some(({ base, text }) => saying.has(base) || /^(?:you|he|she|they|i)$/.test(text))
  )
    return false;
  const verb = words.slice(at + length).find(({ text }) => !isAdverb(text));
  if (isReported(told, index)) return false;
  if (verb !== undefined) return isDeed(words, verb) && isNow(told, verb);
  return at <= 2 && isGoingOn(told, index);
}

const telling = listBases('say tell explain hear remember think know suppose claim swear mention');

/**
 * Whether the clause is only what somebody says of others, as in "Nell waits at the office, he tells you". Always false
 * for a narrative in the third person.
 */
function isReported({ clauses, isThird }: Told, index: number): boolean {
  const isTelling = ({ words }: Clause) => words.length <= 4 && words.some(({ base }) => telling.has(base));
  const own = clauses[index];
  return !isThird && listSentenceOf(clauses, index).some((clause) => clause !== own && isTelling(clause));
}

/**
 * Whether only somebody who is there can do this. "Is" and "has" count only in phrases such as "is by the fire", "has
 * lifted" or "has the chair by the bin".
 */
function isDeed(words: readonly Word[], verb: Word): boolean {
  if (!acting.has(verb.base)) return false;
  if (verb.base !== 'be' && verb.base !== 'hav') return true;
  const at = words.indexOf(verb);
  const next = words[at + 1]?.text ?? '';
  if (verb.base === toBase('have') && isArranged(words, at)) return true;
  return (
    /^(?:here|there|in|at|on|by|beside|behind|under|with|among|up|out|down|already|just|still|been|come|got|taken)$/.test(
      next,
    ) || /(?:ing|ed)$/.test(next)
  );
}

/** Whether "has" tells where the person is, as in "has the chair by the bin" or "has her back against the wall". */
function isArranged(words: readonly Word[], at: number): boolean {
  const isOwned = /^(?:the|a|an|his|her|their|one|both)$/.test(words[at + 1]?.text ?? '');
  return (
    isOwned &&
    words
      .slice(at + 2, at + 6)
      .some(({ text }) =>
        /^(?:by|beside|against|in|on|over|under|round|around|between|to|at|near|across|up)$/.test(text),
      )
  );
}

function isAdverb(text: string): boolean {
  return /^(?:also|still|now|then|just|only|already|too|himself|herself|there|here|\w+ly)$/.test(text);
}

/** Whether the clause begins with words for the place, as in "by the fire Hob sits". */
function isPlaced(words: readonly Word[], at: number): boolean {
  return (
    /^(?:at|by|in|on|beside|behind|under|near|from|over|against|across)$/.test(words[0]?.text ?? '') &&
    at <= 6
  );
}

/** Whether a verb follows an apposition, as in "Hob, his hat on his knee, holds out a hand". */
function isGoingOn(told: Told, index: number): boolean {
  const sentence = told.clauses[index]?.sentence;
  return told.clauses.slice(index + 1, index + 4).some((clause) => {
    const [first, second] = clause.words;
    if (clause.sentence !== sentence || first === undefined) return false;
    const verb = first.text === 'who' || isAdverb(first.text) ? second : first;
    if (verb === undefined || verb.text.endsWith('ing')) return false;
    return acting.has(verb.base) && isNow(told, verb);
  });
}

/**
 * Whether the verb tells what happens now: in the present tense, or in the past tense if the narrative is told in it.
 * "Had been" tells of something that is over.
 */
function isNow({ isPast }: Told, { text }: Word): boolean {
  if (isPast) return text !== 'had';
  return (
    text !== 'was' &&
    text !== 'were' &&
    text !== 'had' &&
    (/s$/.test(text) || !/ed$/.test(text)) &&
    !pasts.has(text)
  );
}

const pasts = new Set(
  'sat stood said came went took told held got rose drew knelt left gave caught made knew put'.split(' '),
);
