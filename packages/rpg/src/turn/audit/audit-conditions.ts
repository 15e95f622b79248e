// Audits the conditions that a narrative gives to somebody or ends, though no call did.

import { isList, isObject, type Json } from '../../values/json.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { listBases } from './base-form.ts';
import { isYouActing, listNamed } from './find-person.ts';
import { type Clause, listSentenceOf } from './read-clauses.ts';
import { buildFlag, buildSpeaker, isOfPlayer, type Told } from './told.ts';
import { type Person, splitWords, type TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';
import { compilePattern, matchPattern } from './word-pattern.ts';
import conditionPhrases from './words/condition-phrases.json' with { type: 'json' };
import conditions from './words/conditions.json' with { type: 'json' };

const known: ReadonlyMap<string, string> = new Map(
  conditions.flatMap(({ is, words }) => words.map((word) => [word, is] as const)),
);
const being = listBases(
  'be leave lie feel go fall become get grow look render turn wake crouch stand sit come',
);
const hardening = new Set(['blinds', 'deafens', 'poisons', 'paralyses', 'paralyzes', 'stuns']);
const body = new Set(
  'arm arms leg legs wrist ankle rib ribs hand hands finger fingers nose jaw knee shoulder collarbone foot elbow hip skull back'.split(
    ' ',
  ),
);

const phrases = conditionPhrases.flatMap(({ is, tells }) =>
  tells.map((source) => ({ word: is, pattern: compilePattern(source) })),
);

export function auditConditions(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const phrase = findPhrased(told, index);
    if (phrase !== undefined) return phrase;
    const at = findCondition(clause);
    if (at < 0 || clause.doubtAt <= at || isOfCold(clause, at)) return [];
    const word = clause.words[at]?.text ?? '';
    const person = findBearer(told, clause, {
      at,
      subject: told.subjects[index],
      last: findLastSubject(told, index),
    });
    if (person === undefined) return [];
    const isNamed = person.isPlayer || listNamed(clause, told.facts).some((one) => one.person === person);
    if (!isNamed && told.facts.people.some((other) => isMade(told.facts, known.get(word) ?? word, other)))
      return [];
    const negators = clause.negators.filter((position) => position <= at + 1);
    return checkCondition(told, { ...clause, negators }, { word, person });
  });
}

const determining = /^(?:any|the|an?|it|him|her|them|what|which|that|much|this|your|his|their)$/;

/** What a clause tells by more than a word: "you cannot see", "a cracked rib". */
function findPhrased(told: Told, index: number): readonly NarrativeFlag[] | undefined {
  const { clauses, facts } = told;
  const clause = clauses[index];
  if (clause === undefined || facts.player === undefined) return undefined;
  const speaker = buildSpeaker(told, isOfPlayer(told, index));
  for (const { word, pattern } of phrases) {
    const found = matchPattern(clause.words, pattern, speaker);
    if (found === undefined || clause.doubtAt <= found.at) continue;
    // “You cannot hear any bell” is not deaf.
    if (determining.test(clause.words[found.behind]?.text ?? '')) continue;
    if (!isOfPlayer(told, index) && !isSpokenTo(told, index)) continue;
    const isCertain = word === 'bleeding';
    return checkCondition(told, { ...clause, negators: [] }, { word, person: facts.player, isCertain });
  }
  return undefined;
}

/** Whether the sentence is about the player's character: "for someone with a cracked rib, and yours catches". */
function isSpokenTo({ clauses, isThird }: Told, index: number): boolean {
  const isYours = ({ words }: Clause) => words.some(({ text }) => /^your?s?$/.test(text));
  return !isThird && listSentenceOf(clauses, index).some(isYours);
}

/** A condition that somebody is in: "you are poisoned", "it has blinded you", "his leg is broken". */
function findCondition({ words }: Clause): number {
  return words.findIndex(({ text }, index) => {
    if (!known.has(text)) return false;
    const before = words.slice(Math.max(0, index - 5), index);
    const ahead = before.map((word) => word.text);
    const isBeing = before.some((word) => being.has(word.base));
    if (known.get(text) === 'broken') return ahead.some((word) => body.has(word)) && isBeing;
    const isDone = hardening.has(text) || ahead.includes('has') || ahead.includes('have');
    const isOnYou = isDone && words.slice(index + 1, index + 3).some((word) => word.text === 'you');
    return isOnYou || (isBeing && !isAttribute(words, index)) || (words.length === 1 && index === 0);
  });
}

/** In "the burning lamp" and "drunk men" the word only describes a thing. */
function isAttribute(words: readonly Word[], index: number): boolean {
  const before = words[index - 1]?.text ?? '';
  const next = words[index + 1]?.text ?? '';
  return (
    /^(?:the|an?|his|her|its|your|their)$/.test(before) &&
    next !== '' &&
    !/^(?:and|now|where|when|by|from|to|with|in)$/.test(next)
  );
}

/** "Numb with cold" is weather. */
function isOfCold({ words }: Clause, at: number): boolean {
  return (
    words[at]?.text === 'numb' &&
    words.slice(at + 1, at + 4).some(({ text }) => /^(?:cold|frost|snow|wind)$/.test(text))
  );
}

interface Bearing {
  readonly at: number;
  readonly subject: Person | undefined;
  /** Whoever did something last before this clause. */
  readonly last: Person | undefined;
}

const farthestSubject = 8;

function findLastSubject({ subjects }: Told, index: number): Person | undefined {
  return subjects.slice(Math.max(0, index - farthestSubject), index).findLast((one) => one !== undefined);
}

function findBearer(
  { facts, isThird }: Told,
  { words }: Clause,
  { at, subject, last }: Bearing,
): Person | undefined {
  const isTheirs = isThird && words.some(({ text }, index) => index < at && /^(?:his|her|their)$/.test(text));
  if (isTheirs && subject === undefined) return last;
  const isDoneTo = words.some(
    ({ text }, index) =>
      index > 0 &&
      index < at &&
      text === 'you' &&
      /^(?:leaves?|left|makes?|made|has|had|renders?|rendered|turns?|turned|gets?|got)$/.test(
        words[index - 1]?.text ?? '',
      ),
  );
  if (isDoneTo) return facts.player;
  const isYours = words.some(({ text }, index) => text === 'your' && index < at);
  const isOfBody = /^(?:broken|fractured|dislocated|bleeding)$/.test(words[at]?.text ?? '');
  if (isYours && !isOfBody && !words.some((_, index) => isYouActing(words, index))) return undefined;
  const isOnYou = words.slice(at + 1, at + 3).some(({ text }) => text === 'you');
  return isYours || isOnYou ? facts.player : subject;
}

interface Claimed {
  readonly word: string;
  readonly person: Person;
  /** Whether it is more than a scratch that whoever was hurt may have. */
  readonly isCertain?: boolean;
}

function checkCondition(
  told: Told,
  clause: Clause,
  { word, person, isCertain }: Claimed,
): readonly NarrativeFlag[] {
  const condition = known.get(word) ?? word;
  const before = hasCondition(person, person.sheets[0], condition);
  const after = hasCondition(person, person.sheets.at(-1), condition);
  if (clause.negators.length > 0) {
    const isEnded = clause.words.some(({ text }) => text === 'longer' || text === 'stopped');
    if (!isEnded || !after) return [];
    return [
      buildFlag(told, clause, {
        says: `${person.name} is ${condition} still: no call ended it.`,
        kind: 'condition',
      }),
    ];
  }
  if (before || after || isMade(told.facts, condition, person)) return [];
  if (condition === 'bleeding' && isCertain !== true && isHarmed(person)) return [];
  const refused = told.facts.refused.some(
    ({ tool, given }) =>
      tool === 'condition_add' && given['ends'] !== true && isMeant(given['condition'], condition),
  );
  const says = refused
    ? 'The call that would have brought this about was refused.'
    : describe(person, condition);
  return [buildFlag(told, clause, { says, kind: refused ? 'refused' : 'condition' })];
}

function describe({ name }: Person, condition: string): string {
  if (condition === 'broken') return `No call gave ${name} such an injury.`;
  return `No call made ${name} ${condition}.`;
}

/** Whether anything on the sheet speaks of it: a condition, a consequence, a box that is ticked. */
function hasCondition({ fields }: Person, sheet: Json | undefined, condition: string): boolean {
  if (!isObject(sheet)) return false;
  const ticked = fields
    .filter(({ path, kind }) => kind.read(readPath(sheet, path) ?? kind.blank(), '') === true)
    .map(({ definition }) => definition.label);
  return [...ticked, ...listTexts(sheet)].some((text) => isMeant(text, condition));
}

function readPath(sheet: Json, path: string): Json | undefined {
  let value: Json | undefined = sheet;
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}

function listTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap(listTexts);
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => (name === 'about' ? [] : listTexts(inner)))
    : [];
}

const bodily = /(?:hit|hp|health|vital|vigou?r|wound|harm|hurt|stress|blood|body|str|endurance|stamina)/i;

/** Whoever was hurt in this turn may be said to bleed. */
function isHarmed({ fields, sheets }: Person): boolean {
  return fields.some(({ path, definition }) => {
    const [first, last] = [sheets[0], sheets.at(-1)].map((sheet) =>
      JSON.stringify(readPath(sheet ?? {}, path)),
    );
    return first !== last && (bodily.test(path) || bodily.test(definition.label));
  });
}

/** Whether a call of the turn laid it on this person. */
function isMade({ done }: TurnFacts, condition: string, person: Person): boolean {
  return done.some(
    ({ given }) =>
      isAbout(person, given['target']) && Object.values(given).some((value) => isMeant(value, condition)),
  );
}

function isAbout({ id, isPlayer, names }: Person, target: Json | undefined): boolean {
  if (typeof target !== 'string') return isPlayer;
  if (target === id || id.endsWith(`:${target}`)) return true;
  return splitWords(target).some((word) => names.flat().includes(word));
}

function isMeant(text: Json | undefined, condition: string): boolean {
  return typeof text === 'string' && splitWords(text).some((word) => (known.get(word) ?? word) === condition);
}
