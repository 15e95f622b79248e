// Audits the conditions that a narrative gives to somebody or takes away, though no call did.

import { isList, isObject, type Json } from '../../values/json.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { listNamed } from './find-person.ts';
import type { Clause } from './read-clauses.ts';
import { buildFlag, isOfPlayer, type Told } from './told.ts';
import { type Person, splitWords, type TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';
import conditions from './words/conditions.json' with { type: 'json' };

const known: ReadonlyMap<string, string> = new Map(
  conditions.flatMap(({ is, words }) => words.map((word) => [word, is] as const)),
);
const being =
  /^(?:is|are|am|was|were|be|been|gets?|got|becomes?|became|falls?|fell|left|leaves?|made|makes?|goes|go|went|lies?|lay)$/;
const body = new Set(
  'arm arms leg legs wrist ankle rib ribs hand hands finger fingers nose jaw knee shoulder collarbone foot elbow hip skull'.split(
    ' ',
  ),
);

export function auditConditions(told: Told): readonly NarrativeFlag[] {
  return told.clauses.flatMap((clause, index) => {
    const at = findCondition(clause);
    const word = clause.words[at]?.text ?? '';
    const person = at < 0 || clause.doubtAt <= at ? undefined : findBearer(told, index, at);
    if (person === undefined) return [];
    const negators = clause.negators.filter((position) => position <= at + 1);
    return checkCondition(told, { ...clause, negators }, { word, person });
  });
}

const farthestBeing = 3;

/**
 * The position of a condition that somebody is in, as in "you are badly poisoned", "it has blinded you", "the blow left
 * you dazed" or "your leg is broken"; -1 if there is none.
 */
function findCondition({ words }: Clause): number {
  return words.findIndex(({ text }, index) => {
    if (!known.has(text)) return false;
    const [before, next] = [words[index - 1]?.text ?? '', words[index + 1]?.text ?? ''];
    if (next === 'you' && (/s$/.test(text) || /^(?:has|have|had)$/.test(before))) return true;
    const ahead = words.slice(Math.max(0, index - farthestBeing), index).map((word) => word.text);
    const verb = ahead.findLastIndex((one) => being.test(one));
    // “He pretends to be deaf” claims nothing; “the burning lamp” and “drunk men” only describe a thing.
    if (verb < 0 || ahead[verb - 1] === 'to' || isAttribute(words, index) || isFigure(text, next))
      return false;
    return known.get(text) !== 'broken' || words.slice(0, index).some((word) => body.has(word.text));
  });
}

/** Words that, with such a word behind them, mostly tell of no condition: "deaf to her pleas", "drunk on success". */
const figures: readonly (readonly [words: RegExp, next: RegExp])[] = [
  [/^(?:blind|deaf|invisible|numb)$/, /^to$/],
  [/^(?:drunk|intoxicated)$/, /^(?:on|with)$/],
  [/^(?:stunned|shaken|charmed|enchanted|entranced|spellbound|bewitched)$/, /^(?:by|with|at)$/],
  [/^(?:petrified|paralysed|paralyzed|delirious|burning)$/, /^with$/],
];

function isFigure(word: string, next: string): boolean {
  return figures.some(([words, behind]) => words.test(word) && behind.test(next));
}

function isAttribute(words: readonly Word[], index: number): boolean {
  const [before, next] = [words[index - 1]?.text ?? '', words[index + 1]?.text ?? ''];
  if (!/^(?:the|an?|his|her|its|your|their|only|no)$/.test(before)) return false;
  return next !== '' && !/^(?:and|now|where|when|by|from|to|with|in)$/.test(next);
}

/**
 * The person in the condition: the first who is named before it, unless words such as "you" mean the player's
 * character. Undefined if it may be somebody else, as in "your brother is wounded".
 */
function findBearer(told: Told, index: number, at: number): Person | undefined {
  const { facts, clauses } = told;
  const clause = clauses[index];
  if (clause === undefined) return undefined;
  const ahead = clause.words.slice(0, at).map(({ text }) => text);
  const named = listNamed(clause, facts).find((one) => one.at < at)?.person;
  const isYourBody =
    ahead.some((text, position) => text === 'your' && body.has(ahead[position + 1] ?? '')) ||
    ahead.some((text, position) => text === 'your' && body.has(ahead[position + 2] ?? ''));
  if (isYourBody || clause.words[at + 1]?.text === 'you') return facts.player;
  if (ahead.includes('your')) return undefined;
  if (ahead.includes('you') || (named === undefined && isOfPlayer(told, index))) return facts.player;
  return named;
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
        says: `${person.name} is ${condition} still: nothing ended it.`,
        kind: 'condition',
      }),
    ];
  }
  if (before || after || isMade(told.facts, condition, person)) return [];
  if (condition === 'bleeding' && isHarmed(person)) return [];
  const refused = told.facts.refused.some(
    ({ tool, given }) =>
      tool === 'condition_add' && given['ends'] !== true && isMeant(given['condition'], condition),
  );
  const says = refused ? 'What would have brought this about was refused.' : describe(person, condition);
  return [buildFlag(told, clause, { says, kind: refused ? 'refused' : 'condition' })];
}

function describe({ name }: Person, condition: string): string {
  if (condition === 'broken') return `Nothing in this turn gave ${name} such an injury.`;
  return `Nothing in this turn made ${name} ${condition}.`;
}

/**
 * Whether any text on the sheet except the description mentions the condition, such as a consequence or the label of a
 * ticked box.
 */
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
const harmful = /(?:wound|harm|hurt|stress|blood)/i;

/**
 * Whether a value such as hit points changed in the turn, other than by healing: the narrative may then say that this
 * person bleeds.
 */
function isHarmed({ fields, sheets }: Person): boolean {
  return fields.some(({ path, definition }) => {
    const names = `${path} ${definition.label}`;
    if (!bodily.test(names)) return false;
    const values = sheets.map((sheet) => readPath(sheet, path));
    const hasChanged = harmful.test(names) ? isOther : isWorse;
    return values.some((value, at) => at > 0 && hasChanged(values[at - 1], value));
  });
}

/** More points are not worse, unless they count harm; anything else that changed may be. */
function isWorse(before: Json | undefined, after: Json | undefined): boolean {
  const [first, last] = [before, after].map((value) => (isObject(value) ? value['current'] : undefined));
  if (typeof first === 'number' && typeof last === 'number') return last < first;
  return isOther(before, after);
}

function isOther(before: Json | undefined, after: Json | undefined): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** Whether a call of the turn was about this person and named the condition. */
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
