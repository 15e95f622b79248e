// Audits the conditions that a narrative gives to somebody or ends, though no call did.

import { isList, isObject, type Json } from '../../values/json.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { isYouActing } from './find-person.ts';
import type { Clause, Word } from './read-clauses.ts';
import { buildFlag, type Told } from './told.ts';
import { type Person, splitWords, type TurnFacts } from './turn-facts.ts';
import conditions from './words/conditions.json' with { type: 'json' };

const known: ReadonlyMap<string, string> = new Map(
  conditions.flatMap(({ is, words }) => words.map((word) => [word, is] as const)),
);
const being = new Set([
  'are',
  'is',
  'be',
  'been',
  "you're",
  "you've",
  "he's",
  "she's",
  'left',
  'lie',
  'lies',
  'has',
  'have',
  'now',
  'feel',
  'go',
  'goes',
  'fall',
  'falls',
  'become',
  'becomes',
]);
const hardening = new Set(['blinds', 'deafens', 'poisons', 'paralyses', 'paralyzes', 'stuns']);
const body = new Set(
  'arm arms leg legs wrist ankle rib ribs hand hands finger fingers nose jaw knee shoulder collarbone foot elbow hip skull back'.split(
    ' ',
  ),
);

export function auditConditions(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const at = findCondition(clause);
    if (at < 0 || clause.doubtAt <= at) return [];
    const word = clause.words[at]?.text ?? '';
    const person = findBearer(told, clause, { at, subject: told.subjects[index] });
    if (person === undefined) return [];
    return checkCondition(told, clause, { word, person });
  });
}

/** A condition that somebody is in: "you are poisoned", "it has blinded you", "his leg is broken". */
function findCondition({ words }: Clause): number {
  return words.findIndex(({ text }, index) => {
    if (!known.has(text)) return false;
    const ahead = words.slice(Math.max(0, index - 5), index).map((word) => word.text);
    if (known.get(text) === 'broken')
      return ahead.some((word) => body.has(word)) && ahead.some((word) => being.has(word));
    const isDone = hardening.has(text) || ahead.includes('has') || ahead.includes('have');
    const isOnYou = isDone && words.slice(index + 1, index + 3).some((word) => word.text === 'you');
    return isOnYou || (ahead.some((word) => being.has(word)) && !isAttribute(words, index));
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

interface Bearing {
  readonly at: number;
  readonly subject: Person | undefined;
}

function findBearer({ facts }: Told, { words }: Clause, { at, subject }: Bearing): Person | undefined {
  const isYours = words.some(({ text }, index) => text === 'your' && index < at);
  const isOfBody = /^(?:broken|fractured|dislocated|bleeding)$/.test(words[at]?.text ?? '');
  if (isYours && !isOfBody && !words.some((_, index) => isYouActing(words, index))) return undefined;
  const isOnYou = words.slice(at + 1, at + 3).some(({ text }) => text === 'you');
  return isYours || isOnYou ? facts.player : subject;
}

interface Claimed {
  readonly word: string;
  readonly person: Person;
}

function checkCondition(told: Told, clause: Clause, { word, person }: Claimed): readonly NarrativeFlag[] {
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
  if (before || after || isMade(told.facts, condition)) return [];
  if (condition === 'bleeding' && isHarmed(told.facts, person)) return [];
  const refused = told.facts.refused.some(
    ({ tool, given }) =>
      tool === 'condition_add' && given['ends'] !== true && isMeant(given['condition'], condition),
  );
  const says = refused
    ? 'The call that would have brought this about was refused.'
    : `No call made ${person.name} ${condition}.`;
  return [buildFlag(told, clause, { says, kind: refused ? 'refused' : 'condition' })];
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

/** Whoever was hurt in this turn may be said to bleed. */
function isHarmed({ done }: TurnFacts, { sheets }: Person): boolean {
  return (
    sheets.length > 1 && done.some(({ tool }) => tool === 'adjust' || tool === 'mark' || tool === 'roll')
  );
}

function isMade({ done }: TurnFacts, condition: string): boolean {
  return done.some(({ given }) => Object.values(given).some((value) => isMeant(value, condition)));
}

function isMeant(text: Json | undefined, condition: string): boolean {
  return typeof text === 'string' && splitWords(text).some((word) => (known.get(word) ?? word) === condition);
}
